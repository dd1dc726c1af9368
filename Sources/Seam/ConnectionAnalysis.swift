public import SeamAnalysis
public import SeamBytes
import SeamCodecs

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
