public import SeamBytes
public import SeamStreams

/// Everything that can be said of a connection when all is known of it: its findings and its story.
public struct Diagnosis: Sendable {
    /// What was found, the worst first.
    public private(set) var findings: [Finding] = []
    /// How the connection ended.
    public let ending: Ending
    /// The heart-beats of each half that has some.
    public private(set) var heartbeats: [Heartbeat] = []
    /// TCP keep-alives of each side that sent some.
    public private(set) var keepAlives: [KeepAlive] = []
    /// What the connection has to do with the ones before it.
    public let reconnection: Reconnection?

    /// Whether the codec was recognised rather than given.
    let isGuessed: Bool
    /// Packets that were dropped while capturing, nil where no file says.
    private let dropped: Int?

    /// TCP keep-alives of one side.
    public struct KeepAlive: Sendable {
        /// Who sent them.
        public var from: Side
        /// How many.
        public var count: Int
        /// How many were answered.
        public var answered: Int
        /// Nanoseconds from one to the next, on average.
        public var period: Int
    }

    /// Judges a connection; `isGuessed` says that its codec was recognised rather than given, `dropped` how many packets
    /// the capture says that it dropped.
    public init(
        _ connection: borrowing Connection,
        client: borrowing HalfAnalysis,
        server: borrowing HalfAnalysis,
        notes: ConnectionNotes?,
        reconnection: Reconnection? = nil,
        isGuessed: Bool = false,
        dropped: Int? = nil
    ) {
        self.isGuessed = isGuessed
        self.dropped = dropped
        ending = Ending.of(connection, notes)
        self.reconnection = reconnection
        let offers = (client.rare.read { $0.offer }, server.rare.read { $0.offer })
        judge(client, connection, offers)
        judge(server, connection, offers)
        let isEncrypted = client.rare.read { $0.cipher } != nil || server.rare.read { $0.cipher } != nil
        for side in Side.allCases {
            let messages = side == .client ? client.summary.messages : server.summary.messages
            let isKnown = !client.codec.isEmpty && (!isGuessed || messages >= Self.leastMessages)
            judge(side, connection, notes, isReadable: isKnown && !isEncrypted)
        }
        judgeEnding(connection, notes)
        judgeReconnection()
        judgeCapture(connection, notes)
        findings.sort { left, right in
            if left.severity != right.severity { return left.severity > right.severity }
            return (left.packets?.lowerBound ?? .max) < (right.packets?.lowerBound ?? .max)
        }
    }

    /// Adds a finding.
    mutating func note(_ finding: Finding) { findings.append(finding) }

    /// Adds the heart-beats of a half.
    mutating func add(_ heartbeat: Heartbeat) { heartbeats.append(heartbeat) }

    /// Whether a finding is at least so bad.
    public func reaches(_ severity: Finding.Severity) -> Bool {
        findings.contains { $0.severity >= severity }
    }

    // MARK: - One half

    private mutating func judge(
        _ half: borrowing HalfAnalysis,
        _ connection: borrowing Connection,
        _ offers: (HeartbeatOffer.Offer?, HeartbeatOffer.Offer?)
    ) {
        judgeContent(half)
        judgeReceivers(half)
        let known: Void? = half.rare.read { judgeSeams(half, $0, connection) }
        if known == nil { judgeSeams(half, HalfNotes(), connection) }
        judgeHeartbeats(half, connection, offers)
    }

    // MARK: - One side of the connection

    /// `isReadable` tells whether the content is known: without, the last bytes may be a farewell (TLS close_notify).
    private mutating func judge(
        _ side: Side,
        _ connection: borrowing Connection,
        _ notes: ConnectionNotes?,
        isReadable: Bool
    ) {
        guard let notes else { return }
        let own = notes[side]
        var closed = own.zeroWindow
        if let open = own.closed {
            let place = HalfNotes.Place(packet: open.packet)
            closed.add(max(0, connection.lastTime.since(open.time)), at: place)
        }
        if closed.count > 0 {
            let isShort = closed.total < 1_000_000
            note(
                Finding(.zeroWindow, from: side, severity: isShort ? .note : .warning)
                    .packets(closed.first.packet, closed.last.packet)
                    .with(.count, closed.count).with(.total, closed.total).with(.longest, closed.longest)
            )
        }
        if own.full.count > 0 {
            note(
                Finding(.receiveWindow, from: side)
                    .packets(own.full.first.packet, own.full.last.packet).with(.count, own.full.count)
            )
        }
        if own.keepAlives.count > 0 {
            let count = own.keepAlives.count
            let period = count > 1 ? own.keepAlives.total / (count - 1) : 0
            keepAlives.append(
                KeepAlive(from: side, count: count, answered: own.keepAliveAnswers, period: period)
            )
            note(
                Finding(.keepAlive, from: side)
                    .packets(own.keepAlives.first.packet, own.keepAlives.last.packet)
                    .with(.count, count).with(.answered, own.keepAliveAnswers).with(.period, period)
            )
        }
        if let after = own.afterFIN, let reset = notes[side.peer].reset {
            note(
                Finding(.writeAfterClose, from: side, severity: isReadable ? .warning : .note)
                    .at(after.range).packets(after.packet, reset.packet).with(.bytes, after.range.count)
            )
        }
    }

    // MARK: - The end

    private mutating func judgeEnding(_ connection: borrowing Connection, _ notes: ConnectionNotes?) {
        let lost = ending.lostByClient + ending.lostByServer
        switch (ending.kind, ending.by) {
        case (.closed, .server):
            note(Finding(.serverFIN, from: .server).packets(ending.packet).with(.silence, ending.silence))
        case (.reset, let by?):
            let kind: FindingKind = by == .client ? .clientReset : .serverReset
            note(
                Finding(kind, from: by).packets(ending.packet).with(.silence, ending.silence)
                    .with(.lost, lost > 0 ? lost : nil)
            )
        case (.refused, _): note(Finding(.refused, from: .server).packets(ending.packet))
        case (.unanswered, _):
            let tries = connection.labels(of: .client)[.retransmission] + 1
            note(
                Finding(.unanswered, from: .client)
                    .packets(ending.packet, connection.lastPacket).with(.count, tries)
            )
        case (.cut, let gone?):
            guard let run = notes?[gone.peer].unanswered, ending.packet == run.packets.lowerBound else {
                let fin = notes?[gone.peer].fin
                note(
                    Finding(.networkCut, from: gone.peer)
                        .packets(ending.packet, notes?[gone].reset?.packet)
                        .with(.silence, fin.map { $0.time.since($0.peerTime) })
                        .with(.lost, lost > 0 ? lost : nil)
                )
                break
            }
            note(
                Finding(.networkCut, from: gone.peer)
                    .packets(run.packets.lowerBound, run.packets.upperBound)
                    .with(.count, run.count).with(.silence, run.lastTime.since(run.peerTime))
                    .with(.lost, lost > 0 ? lost : nil)
            )
        default: break
        }
    }

    private mutating func judgeReconnection() {
        guard let reconnection else { return }
        note(
            Finding(.reconnect, from: .client)
                .with(.stream, reconnection.previous).with(.attempt, reconnection.attempt)
                .with(.failed, reconnection.failed).with(.delay, reconnection.delays.last)
                .with(.silence, reconnection.outage)
        )
        for (side, left) in [(Side.client, reconnection.leftByClient), (.server, reconnection.leftByServer)]
        where left > 0 {
            note(
                Finding(.carriedOver, from: side, severity: isGuessed ? .note : .warning)
                    .at(ByteRange(0, 0)).with(.stream, reconnection.previous).with(.bytes, left)
            )
        }
    }

    // MARK: - The capture

    private mutating func judgeCapture(_ connection: borrowing Connection, _ notes: ConnectionNotes?) {
        let total = connection.clientHalf.bytes + connection.serverHalf.bytes
        guard total + connection.clientHalf.missing + connection.serverHalf.missing > 0 else { return }
        for side in Side.allCases {
            judgeCapture(connection[side], side, notes)
            if !connection.isHeard(side) { note(Finding(.captureOneSided, from: side)) }
        }
        if let dropped, dropped > 0 { note(Finding(.captureDrops).with(.dropped, dropped)) }
        if connection.opening == .midstream {
            note(Finding(.captureMidstream).packets(connection.firstPacket))
        }
        // No path and no kernel is that fast: a packet a microsecond, the handshake included.
        let segments = connection.clientHalf.segments + connection.serverHalf.segments
        if segments >= 3, connection.lastTime.since(connection.firstTime) <= segments * 1000 {
            note(Finding(.captureSynthetic).packets(connection.firstPacket, connection.lastPacket))
        }
    }

    private mutating func judgeCapture(_ half: borrowing Half, _ side: Side, _ notes: ConnectionNotes?) {
        if half.oversized > 0 {
            let isCounted = half.wirePackets > half.oversized
            note(
                Finding(.captureOffload, from: side).with(.count, half.oversized)
                    .with(.wirePackets, isCounted ? half.wirePackets : nil)
            )
        }
        let short = notes?[side].cutShort ?? HalfNotes.Tally()
        if short.count > 0 {
            note(
                Finding(.captureSnapLength, from: side)
                    .packets(short.first.packet, short.last.packet)
                    .with(.count, short.count).with(.bytes, short.total)
            )
        }
        let missing = half.missing - min(short.total, half.missing)
        if missing > 0 { note(Finding(.captureGaps, from: side).with(.bytes, missing)) }
    }
}
