import SeamBytes
import SeamPackets

extension CaptureScript {
    /// Plays statements in their order: keeps the clock, the connections and the packets.
    struct Player {
        private(set) var packets: [Packet] = []
        private(set) var recording = Recording()
        private var conversations: [Conversation] = []
        private var now = Recording().start
        private var hasStarted = false

        init() {}

        mutating func play(_ statement: Statement) throws(CaptureScriptError) {
            let line = statement.line
            if case .capture(let recording) = statement.action {
                guard !hasStarted else {
                    throw CaptureScriptError(line: line, "capture stands before all other lines")
                }
                self.recording = recording
                now = recording.start
                return
            }
            hasStarted = true
            switch statement.moment {
            case .after(let time): now.nanoseconds &+= time
            case .at(let time): now.nanoseconds = recording.start.nanoseconds &+ time
            }
            switch statement.action {
            case .capture: break
            case .connection(let conversation): try declare(conversation, line)
            case .duplicate:
                guard var packet = packets.last else {
                    throw CaptureScriptError(line: line, "there is no packet yet to be duplicated")
                }
                packet.time = now
                packets.append(packet)
            case .frame(let bytes): record(bytes, count: bytes.count)
            case .handshake: try handshake(try index(of: statement), line)
            case .close(let side): try close(try index(of: statement), side, line)
            case .segment(let side, let segment): try send(segment, try index(of: statement), side, line)
            }
        }

        private mutating func declare(_ conversation: Conversation, _ line: Int) throws(CaptureScriptError) {
            let isKnown = conversations.contains { $0.name == conversation.name }
            guard !isKnown || conversation.name == nil else {
                throw CaptureScriptError(
                    line: line,
                    "there is a connection '\(conversation.name ?? "")' already"
                )
            }
            conversations.append(conversation)
        }

        private func index(of statement: Statement) throws(CaptureScriptError) -> Int {
            let index = statement.connection.map { name in conversations.firstIndex { $0.name == name } }
            guard let found = index ?? (conversations.isEmpty ? nil : conversations.count - 1) else {
                let missing = statement.connection.map { "no connection '\($0)'" } ?? "no connection yet"
                throw CaptureScriptError(
                    line: statement.line,
                    "\(missing): declare it before, with a line such as"
                        + " connection client=10.0.0.1:40000 server=10.0.0.2:9999"
                )
            }
            return found
        }

        private mutating func handshake(_ index: Int, _ line: Int) throws(CaptureScriptError) {
            try send(Segment(named: .syn), index, .client, line)
            now.nanoseconds &+= conversations[index].roundTrip
            try send(Segment(named: .syn), index, .server, line)
            try send(Segment(named: .ack), index, .client, line)
        }

        private mutating func close(_ index: Int, _ side: Side, _ line: Int) throws(CaptureScriptError) {
            for side in Side.allCases where conversations[index][side].fin != nil {
                throw CaptureScriptError(
                    line: line,
                    "the \(side.name) has sent its FIN already: write '\(side.peer.name) fin' and '\(side.name) ack'"
                )
            }
            try send(Segment(named: .fin), index, side, line)
            now.nanoseconds &+= conversations[index].roundTrip
            try send(Segment(named: .fin), index, side.peer, line)
            try send(Segment(named: .ack), index, side, line)
        }

        private mutating func record(_ bytes: [UInt8], count: Int) {
            let kept = min(count, recording.snapLength ?? count)
            packets.append(Packet(time: now, bytes: Array(bytes.prefix(kept)), originalLength: bytes.count))
        }

        /// Sends a segment, in as many packets as it is cut into.
        private mutating func send(
            _ segment: Segment,
            _ index: Int,
            _ side: Side,
            _ line: Int
        ) throws(CaptureScriptError) {
            for piece in conversations[index].pieces(of: segment, from: side) {
                let packet = try conversations[index].send(
                    piece,
                    from: side,
                    at: now.since(recording.start),
                    recording,
                    line
                )
                let isSeen = piece.fate == .captured || piece.fate == .dropped
                guard isSeen, recording.only == nil || recording.only == side else { continue }
                record(packet.bytes, count: packet.captured)
            }
        }
    }
}

extension CaptureScript.Segment {
    fileprivate init(named: TCPFlags) {
        self.init()
        self.named = named
    }
}
