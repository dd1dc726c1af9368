public import SeamAnalysis
public import SeamBytes
import SeamCodecs
import SeamStreams

/// The two halves of a connection on their way to compared units.
public struct ConnectionAnalysis: ~Copyable {
    /// The codec's name, empty where none was found.
    public var codec: String { client.codec }
    /// Whether a codec was looked for: when the first byte came.
    public private(set) var isStarted = false
    /// What the client sent.
    public internal(set) var client: HalfAnalysis
    /// What the server sent.
    public internal(set) var server: HalfAnalysis

    /// An analysis that waits for its first bytes; until then `unplaced` stands where the decoders will.
    init(stream: Int, unplaced: any UnitDecoder, wantsPicture: Bool) {
        client = HalfAnalysis(stream: stream, side: .client, decoder: unplaced, wantsPicture: wantsPicture)
        server = HalfAnalysis(stream: stream, side: .server, decoder: unplaced, wantsPicture: wantsPicture)
    }

    mutating func start(_ factory: CodecFactory?, at time: Timestamp) {
        isStarted = true
        let codec = factory?.name ?? ""
        let decoders = factory?.make() ?? (CodecDecoder(NoDecoder()), CodecDecoder(NoDecoder()))
        client.start(codec, decoders.client, at: time)
        server.start(codec, decoders.server, at: time)
    }

    /// Feeds bytes of a side, brought by `carrier` unless that was added before, and the other half if it waited for them.
    ///
    /// One call a packet that reaches the half without an accessor in between.
    @inline(__always)
    mutating func feed(
        _ bytes: RawSpan,
        _ carrier: Carrier?,
        from side: Side,
        _ batch: inout UnitBatch,
        _ observer: (any Observer)?
    ) {
        switch side {
        case .client: Self.feed(bytes, carrier, &client, &server, &batch, observer)
        case .server: Self.feed(bytes, carrier, &server, &client, &batch, observer)
        }
    }

    private static func feed(
        _ bytes: RawSpan,
        _ carrier: Carrier?,
        _ sender: inout HalfAnalysis,
        _ receiver: inout HalfAnalysis,
        _ batch: inout UnitBatch,
        _ observer: (any Observer)?
    ) {
        if let carrier { sender.carry(carrier) }
        sender.feed(bytes, &batch, observer)
        if receiver.decoder.isAwaitingPeer { receiver.resume(&batch, observer) }
    }

    /// The half that a side sends.
    public subscript(side: Side) -> HalfAnalysis {
        @inline(__always)
        _read {
            if side == .client { yield client } else { yield server }
        }
        @inline(__always)
        _modify {
            if side == .client { yield &client } else { yield &server }
        }
    }
}
