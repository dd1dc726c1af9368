public import SeamAnalysis
public import SeamBytes
import SeamCodecs

/// The two halves of a connection on their way to compared units.
public struct ConnectionAnalysis {
    /// The codec's name, empty where none was found.
    public let codec: String
    /// What the client sent.
    public internal(set) var client: HalfAnalysis
    /// What the server sent.
    public internal(set) var server: HalfAnalysis

    init(stream: Int, factory: CodecFactory?, wantsPicture: Bool) {
        codec = factory?.name ?? ""
        let decoders = factory?.make() ?? (CodecDecoder(NoDecoder()), CodecDecoder(NoDecoder()))
        client = HalfAnalysis(stream: stream, side: .client, decoder: decoders.client, wantsPicture: wantsPicture)
        server = HalfAnalysis(stream: stream, side: .server, decoder: decoders.server, wantsPicture: wantsPicture)
    }

    /// The half that a side sends.
    public subscript(side: Side) -> HalfAnalysis {
        @inline(__always)
        get { side == .client ? client : server }
        @inline(__always)
        _modify {
            if side == .client { yield &client } else { yield &server }
        }
    }
}
