import Seam
import SeamConnection
import Synchronization

/// Keeps what real connections exchanged as a capture, with packets that are made for it.
///
///     write or read   ->   a TCP segment of these bytes at this moment
///
/// Which packets were on the wire a program cannot know: a segment is what one call handed over.
final class WireRecording: Sendable {
    private struct State: ~Copyable {
        var file: PcapngFileWriter
        var problem: CaptureError?
    }

    private let state: Mutex<State>

    /// Makes the file.
    init(_ path: String) throws(CaptureError) {
        var section = CaptureSection()
        section.application = "seam \(Program.version)"
        section.comments = ["packets made by seam connect: each is one write, or what one read returned"]
        var file = try PcapngFileWriter(path: path, section: section)
        let interface = CaptureInterface(
            linkType: Int32(LinkType.ethernet.rawValue),
            snapLength: PcapWriter.snapLength
        )
        _ = file.append { $0.append(interface) }
        state = Mutex(State(file: file))
    }

    /// Begins a connection with its handshake.
    func recorder(client: Endpoint, server: Endpoint) -> WireRecorder {
        WireRecorder(self, client: client, server: server)
    }

    fileprivate func append(_ packet: [UInt8]) {
        state.withLock { state in
            do throws(CaptureError) {
                try state.file.append(time: Timestamp(nanoseconds: Clock.now), bytes: packet.rawSpan)
            } catch {
                state.problem = state.problem ?? error
            }
        }
    }

    /// Writes out what is there.
    ///
    /// - Throws: what went wrong first.
    func finish() throws(CaptureError) {
        try state.withLock { (state) throws(CaptureError) in
            if let problem = state.problem { throw problem }
            try state.file.flush()
        }
    }
}

/// Keeps one connection in a recording.
final class WireRecorder: Sendable {
    private struct State {
        /// The next sequence number of each side, by its place.
        var next: [UInt32] = [1_000_000, 5_000_000]
        /// Sides that have ended, by their place.
        var hasEnded = [false, false]
    }

    /// Both sides announce that they take segments of this size, as on a loopback interface.
    private static let segmentSize = 65_495

    private let recording: WireRecording
    private let ends: [Endpoint]
    private let state = Mutex(State())

    fileprivate init(_ recording: WireRecording, client: Endpoint, server: Endpoint) {
        self.recording = recording
        ends = [client, server]
        var options = TCPOptions()
        options.maximumSegmentSize = UInt16(Self.segmentSize)
        state.withLock { state in
            emit(&state, .client, .syn, options: options.bytes)
            emit(&state, .server, [.syn, .ack], options: options.bytes)
            emit(&state, .client, .ack)
        }
    }

    /// Takes down what a side has sent.
    func data(_ bytes: [UInt8], from side: Side) {
        state.withLock { state in
            var rest = bytes[...]
            while !rest.isEmpty {
                emit(&state, side, [.psh, .ack], payload: Array(rest.prefix(Self.segmentSize)))
                rest = rest.dropFirst(Self.segmentSize)
            }
        }
    }

    /// Takes down that a side has ended, in order or with a reset; only the first time counts.
    func end(_ side: Side, withReset: Bool = false) {
        state.withLock { state in
            guard !state.hasEnded[side.place] else { return }
            state.hasEnded[side.place] = true
            emit(&state, side, withReset ? [.rst, .ack] : [.fin, .ack])
        }
    }

    private func emit(
        _ state: inout State,
        _ side: Side,
        _ flags: TCPFlags,
        payload: [UInt8] = [],
        options: [UInt8] = []
    ) {
        let header = TCPHeader(
            from: ends[side.place],
            to: ends[side.peer.place],
            flags: flags,
            sequence: state.next[side.place],
            acknowledgment: flags.contains(.ack) ? state.next[side.peer.place] : 0,
            options: options
        )
        let takesOne = !flags.isDisjoint(with: [.syn, .fin])
        state.next[side.place] &+= UInt32(truncatingIfNeeded: payload.count + (takesOne ? 1 : 0))
        guard let bytes = try? PacketTemplate(header, payload: payload).bytes() else { return }
        recording.append(bytes)
    }
}
