public import SeamAnalysis
public import SeamBytes
public import SeamCodecs
import SeamPackets
import SeamStreams

/// The two halves of a connection on their way to compared units.
public struct ConnectionAnalysis: ~Copyable {
    /// The codec's name, empty where none was found.
    public var codec: String { client.codec }
    /// The connection's number.
    public let stream: Int
    /// Whether a codec was looked for: when the first byte came.
    public private(set) var isStarted = false
    /// Whether the connection is one of those that are looked at.
    let isChosen: Bool
    /// Whether a half waited for the other when it was last fed.
    private var isWaiting = false
    /// Whether findings are wanted, and every packet for them.
    private let wantsFindings: Bool
    private(set) var isAlert = false
    /// Why the codec was chosen; nil where it was given, or none was found.
    public private(set) var evidence: CodecEvidence?
    private var rare = Apart<ConnectionNotes>()
    /// The reads of both halves, by `Side`; none where reads are not modelled.
    var queues: [ReadQueue] = []
    /// Keeps what comes while the codec is not known yet.
    private var unknown: UnknownConnection?
    /// The halves, by `Side`: a side is an index here, not a branch, which an accessor could not inline.
    private var halves: InlineArray<2, HalfAnalysis>
    /// How its decoders will keep to their limits.
    private var policy = StreamPolicy()
    private let pin = Pin()

    /// An analysis that waits for its first bytes; until then `unplaced` stands where the decoders will.
    init(
        stream: Int,
        unplaced: any UnitDecoder,
        wantsPicture: Bool,
        isChosen: Bool,
        wantsFindings: Bool = false,
        clients: ClientChoice = .none,
        carrierLimit: Int,
        memory: consuming Memory = Memory()
    ) {
        self.stream = stream
        self.isChosen = isChosen
        self.wantsFindings = wantsFindings
        halves = InlineArray { index in
            let side = index == 0 ? Side.client : .server
            return HalfAnalysis(
                stream: stream,
                side: side,
                decoder: unplaced,
                wantsPicture: wantsPicture,
                wantsFindings: wantsFindings,
                clients: clients,
                carrierLimit: carrierLimit
            )
        }
        halves[0].take(&memory.client)
        halves[1].take(&memory.server)
    }

    /// Memory that was another connection's, which need not be asked for again.
    struct Memory: ~Copyable {
        var client = Row<Carrier>(room: 0)
        var server = Row<Carrier>(room: 0)
    }

    /// Gives away the memory that `clear` left.
    mutating func giveMemory() -> Memory {
        var memory = Memory()
        halves[0].take(&memory.client)
        halves[1].take(&memory.server)
        return memory
    }

    /// Forgets what takes memory, all but what every connection needs; answers the decoders, if others can begin with them.
    mutating func clear(_ unplaced: any UnitDecoder) -> CodecFactory.Decoders? {
        let decoders = (halves[0].clear(unplaced), halves[1].clear(unplaced))
        rare = Apart()
        queues = []
        unknown = nil
        return decoders.0.canRestart && decoders.1.canRestart ? decoders : nil
    }

    /// What was odd, nil when nothing was or findings are not wanted.
    public var notes: ConnectionNotes? { rare.value }

    /// Takes note of a packet that is odd, after it was placed; `captured` is how much of its payload there is.
    @inline(never)
    mutating func note(
        _ segment: CapturedSegment,
        _ placement: Half.Placement,
        captured: Int,
        from side: Side
    ) {
        // A SYN sent again tells no more than its label; and who only scans gets no memory.
        guard wantsFindings, !segment.flags.contains(.syn), isStarted || !rare.isEmpty else { return }
        let own = segment.payloadLength > 0 ? segment.time : max(client.time, server.time)
        rare.update(ConnectionNotes()) { notes in
            notes.take(
                ConnectionNotes.Packet(
                    payloadLength: segment.payloadLength,
                    captured: captured,
                    isClosed: segment.window == 0,
                    isFIN: segment.flags.contains(.fin),
                    isReset: segment.flags.contains(.rst),
                    isACK: segment.flags.contains(.ack)
                ),
                placement,
                from: side,
                number: segment.number,
                time: segment.time,
                bytesTime: own,
                peerTime: placement.peerTime
            )
            isAlert = notes.isAlert
        }
    }

    private static var none: CodecFactory.Decoders { (CodecDecoder(NoDecoder()), CodecDecoder(NoDecoder())) }

    /// Starts with decoders of the codec with this name.
    mutating func start(_ codec: String, _ decoders: CodecFactory.Decoders, at time: Timestamp) {
        isStarted = true
        self[.client].start(codec, decoders.client, at: time)
        self[.server].start(codec, decoders.server, at: time)
    }

    /// Starts with the codec that the first bytes, sent by `side`, speak for; keeps them while others may.
    ///
    /// They are still to be fed.
    mutating func recognise(
        _ bytes: RawSpan,
        from side: Side,
        serverPort: UInt16,
        isFromStart: Bool,
        _ policy: StreamPolicy,
        at time: Timestamp
    ) {
        let none = RawSpan()
        let found = Recognition(
            client: side == .client ? bytes : none,
            server: side == .server ? bytes : none,
            serverPort: serverPort,
            isFromStart: isFromStart
        )
        if found.isCertain || found.isHopeless && isFromStart {
            let factory = found.isSure ? found.factory : nil
            start(factory?.name ?? "", factory?.make(policy) ?? Self.none, at: time)
            evidence = found.isSure ? found.evidence : nil
            return
        }
        let connection = UnknownConnection(serverPort: serverPort, isFromStart: isFromStart)
        self.policy = policy
        start("", (connection.client, connection.server), at: time)
        unknown = connection
    }

    /// Decides on the codec if what was kept is enough, or if it is all (`isLast`), and hands it on.
    mutating func decide(isLast: Bool, _ batch: inout UnitBatch, _ receiver: (any UnitReceiver)?) {
        guard let connection = unknown, let found = connection.judge(isLast: isLast) else { return }
        unknown = nil
        isWaiting = false
        let factory = found.isSure ? found.factory : nil
        evidence = factory == nil ? nil : found.evidence
        let decoders = factory?.make(policy) ?? Self.none
        if connection.client.isMidstream { decoders.client.beginMidstream() }
        if connection.server.isMidstream { decoders.server.beginMidstream() }
        self[.client].replace(factory?.name ?? "", decoders.client)
        self[.server].replace(factory?.name ?? "", decoders.server)
        for side in Side.allCases {
            (side == .client ? connection.client : connection.server).release { bytes, missing in
                feed(bytes, from: side, &batch, receiver)
                if missing > 0 { self[side].gap(missing, &batch, receiver) }
            }
        }
    }

    /// Feeds bytes of a side whose carriers have been added, and the other half if it may wait for them.
    ///
    /// One call a packet.
    @inline(__always)
    mutating func feed(
        _ bytes: RawSpan,
        from side: Side,
        _ batch: inout UnitBatch,
        _ receiver: (any UnitReceiver)?
    ) {
        let waits = self[side].feed(bytes, &batch, receiver)
        if waits || isWaiting { resume(side.peer, &batch, receiver) }
    }

    /// Feeds bytes of a side that make up a whole carrier, which is not changed (see `HalfAnalysis.carry`).
    @inline(__always)
    mutating func feed(
        _ bytes: RawSpan,
        of carrier: inout Carrier,
        from side: Side,
        _ batch: inout UnitBatch,
        _ receiver: (any UnitReceiver)?
    ) {
        self[side].carry(&carrier)
        feed(bytes, from: side, &batch, receiver)
    }

    /// Asks a half that may wait for what the other has just said.
    @inline(never)
    private mutating func resume(_ side: Side, _ batch: inout UnitBatch, _ receiver: (any UnitReceiver)?) {
        guard unknown == nil else { return decide(isLast: false, &batch, receiver) }
        self[side].resume(&batch, receiver)
        settle(&batch, receiver)
        isWaiting = self[side].decoder.isAwaitingPeer || self[side.peer].decoder.isAwaitingPeer
    }

    /// Lets the halves answer each other until neither goes on: what one says may be all that the other waits for.
    mutating func settle(_ batch: inout UnitBatch, _ receiver: (any UnitReceiver)?) {
        var before = -1
        var now = client.progress + server.progress
        while now != before, client.decoder.isAwaitingPeer || server.decoder.isAwaitingPeer {
            before = now
            for side in Side.allCases { self[side].resume(&batch, receiver) }
            now = client.progress + server.progress
        }
    }

    /// Gives back memory that it needs only when more bytes come, which are not to be expected.
    @inline(never)
    mutating func rest(_ batch: inout UnitBatch) {
        for side in Side.allCases { self[side].rest(&batch) }
    }

    /// Asks memory for what stands outside.
    @inline(__always)
    mutating func prefetch() {
        halves[0].prefetch()
        halves[1].prefetch()
    }

    /// The half that a side sends.
    public subscript(side: Side) -> HalfAnalysis {
        @inline(__always)
        _read { yield halves[side.place] }
        @inline(__always)
        _modify { yield &halves[side.place] }
    }

    /// What the client sent.
    public var client: HalfAnalysis {
        @inline(__always)
        _read { yield halves[0] }
    }

    /// What the server sent.
    public var server: HalfAnalysis {
        @inline(__always)
        _read { yield halves[1] }
    }
}
