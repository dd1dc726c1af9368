public import SeamAnalysis
public import SeamBytes
import SeamCodecs
import SeamStreams

/// The two halves of a connection on their way to compared units.
public struct ConnectionAnalysis: ~Copyable {
    /// The codec's name, empty where none was found.
    public var codec: String { client.codec }
    /// The connection's number.
    public var stream: Int { client.stream }
    /// Whether a codec was looked for: when the first byte came.
    public private(set) var isStarted = false
    /// Whether the connection is one of those that are looked at.
    let isChosen: Bool
    /// Whether a half waited for the other when it was last fed.
    private var isWaiting = false
    /// The halves, by `Side`: a side is an index here, not a branch, which an accessor could not inline.
    private var halves: InlineArray<2, HalfAnalysis>

    /// An analysis that waits for its first bytes; until then `unplaced` stands where the decoders will.
    init(stream: Int, unplaced: any UnitDecoder, wantsPicture: Bool, isChosen: Bool) {
        self.isChosen = isChosen
        halves = InlineArray { index in
            let side = index == 0 ? Side.client : .server
            return HalfAnalysis(stream: stream, side: side, decoder: unplaced, wantsPicture: wantsPicture)
        }
    }

    mutating func start(_ factory: CodecFactory?, _ policy: StreamPolicy, at time: Timestamp) {
        isStarted = true
        let codec = factory?.name ?? ""
        let decoders = factory?.make(policy) ?? (CodecDecoder(NoDecoder()), CodecDecoder(NoDecoder()))
        self[.client].start(codec, decoders.client, at: time)
        self[.server].start(codec, decoders.server, at: time)
    }

    /// Feeds bytes of a side, brought by `carrier` unless that was added before, and the other half if it may wait for them.
    ///
    /// One call a packet.
    @inline(__always)
    mutating func feed(
        _ bytes: RawSpan,
        _ carrier: Carrier?,
        from side: Side,
        _ batch: inout UnitBatch,
        _ receiver: (any UnitReceiver)?
    ) {
        if let carrier { self[side].carry(carrier) }
        let waits = self[side].feed(bytes, &batch, receiver)
        if waits || isWaiting { resume(side.peer, &batch, receiver) }
    }

    /// Asks a half that may wait for what the other has just said.
    @inline(never)
    private mutating func resume(_ side: Side, _ batch: inout UnitBatch, _ receiver: (any UnitReceiver)?) {
        self[side].resume(&batch, receiver)
        isWaiting = self[side].decoder.isAwaitingPeer || self[side.peer].decoder.isAwaitingPeer
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
