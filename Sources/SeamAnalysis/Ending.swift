public import SeamBytes
public import SeamStreams

/// How a connection ended, as far as both sides and the path between them tell.
public struct Ending: Equatable, Sendable {
    /// Who or what ended it.
    public enum Kind: UInt8, Sendable, CaseIterable {
        /// Nobody; the capture ended.
        case open
        /// One side closed with a FIN.
        case closed
        /// One side reset it.
        case reset
        /// It was never opened: the server refused.
        case refused
        /// It was never opened: the server did not answer.
        case unanswered
        /// The path was cut, or one side vanished.
        case cut

        /// The name as it is written in output.
        public var name: StaticString {
            switch self {
            case .open: "open"
            case .closed: "closed"
            case .reset: "reset"
            case .refused: "refused"
            case .unanswered: "unanswered"
            case .cut: "network-cut"
            }
        }
    }

    /// Who or what ended it.
    public var kind: Kind
    /// Who ended it, or who was heard no more; nil where nobody did.
    public var by: Side?
    /// The packet that did, or the first one that was not answered; 0 for none.
    public var packet = 0
    /// When that was, or when the last sign of life came.
    public var time: Timestamp
    /// Nanoseconds without bytes before it.
    public var silence = 0
    /// Bytes of the client that the server never acknowledged.
    public var lostByClient = 0
    /// Bytes of the server that the client never acknowledged.
    public var lostByServer = 0

    /// So often, and over such a time in nanoseconds, data are sent again before they count as never answered.
    static let leastRepeats = 3
    static let leastRun = 500_000_000
    /// So many keep-alives without an answer are no accident.
    static let leastProbes = 2
    /// After less silence an end cannot have forgotten a connection, in nanoseconds.
    static let leastSilence = 1_000_000_000

    /// Judges how a connection ended.
    public static func of(_ connection: borrowing Connection, _ notes: ConnectionNotes?) -> Ending {
        var ending = judge(connection, notes)
        if ending.kind != .open {
            ending.lostByClient = connection.unacknowledged(.client)
            ending.lostByServer = connection.unacknowledged(.server)
        }
        return ending
    }

    private static func judge(_ connection: borrowing Connection, _ notes: ConnectionNotes?) -> Ending {
        if let ending = neverOpened(connection) { return ending }
        for side in Side.allCases {
            guard let run = notes?[side].unanswered, isCut(run, connection, side) else { continue }
            return Ending(kind: .cut, by: side.peer, packet: run.packets.lowerBound, time: run.peerTime)
        }
        for side in Side.allCases {
            guard let fin = forgotten(side, notes) else { continue }
            var ending = Ending(kind: .cut, by: side, packet: fin.packet, time: fin.peerTime)
            ending.silence = fin.silence
            return ending
        }
        let by: Side
        switch connection.closing {
        case .open: return Ending(kind: .open, time: connection.lastTime)
        case .clientFIN, .clientReset: by = .client
        case .serverFIN, .serverReset: by = .server
        }
        let isReset = connection.closing == .clientReset || connection.closing == .serverReset
        let event = isReset ? notes?[by].reset : notes?[by].fin
        var ending = Ending(
            kind: isReset ? .reset : .closed,
            by: by,
            time: event?.time ?? connection.lastTime
        )
        ending.packet = event?.packet ?? 0
        ending.silence = event?.silence ?? 0
        return ending
    }

    private init(kind: Kind, by: Side? = nil, packet: Int = 0, time: Timestamp) {
        self.kind = kind
        self.by = by
        self.packet = packet
        self.time = time
    }

    private static func neverOpened(_ connection: borrowing Connection) -> Ending? {
        guard connection.opening == .syn, connection.clientHalf.bytes == 0, connection.serverHalf.bytes == 0
        else {
            return nil
        }
        if connection.closing == .serverReset, !connection.handshake.isComplete {
            return Ending(
                kind: .refused,
                by: .server,
                packet: connection.lastPacket,
                time: connection.lastTime
            )
        }
        guard !connection.isHeard(.server), connection.isHeard(.client) else { return nil }
        return Ending(kind: .unanswered, packet: connection.firstPacket, time: connection.lastTime)
    }

    /// The FIN that a side answered with a bare reset, after silence: it had forgotten the connection, and what it
    /// sent when it gave up never came.
    private static func forgotten(_ side: Side, _ notes: ConnectionNotes?) -> ConnectionNotes.Event? {
        guard let fin = notes?[side.peer].fin, let reset = notes?[side].reset, notes?[side].fin == nil else {
            return nil
        }
        let isAnswer = reset.isBare && reset.peerTime >= fin.time && fin.silence >= leastSilence
        return isAnswer ? fin : nil
    }

    private static func isCut(
        _ run: ConnectionNotes.Run,
        _ connection: borrowing Connection,
        _ side: Side
    ) -> Bool {
        guard connection.isHeard(side.peer) else { return false }
        let length = run.lastTime.since(run.firstTime)
        if run.end > 0 {
            return run.count >= leastRepeats && length >= leastRun && connection[side].acknowledged < run.end
        }
        return run.count >= leastProbes && connection.lastTime(of: side.peer) < run.firstTime
    }
}
