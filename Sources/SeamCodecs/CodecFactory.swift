/// Makes the decoders of the two halves of a connection.
public struct CodecFactory: Sendable {
    /// The codec's name, as it stands in the output.
    public var name: String
    /// The decoders of the client's and the server's half, which may know of each other.
    public var make: @Sendable () -> (client: any UnitDecoder, server: any UnitDecoder)

    /// A factory for a format whose halves know nothing of each other.
    public init<D: Decoder>(_ name: String, _ decoder: @escaping @Sendable () -> D) {
        self.name = name
        make = { (CodecDecoder(decoder()), CodecDecoder(decoder())) }
    }

    /// A factory for a format whose halves share a dialogue.
    public init<Client: Decoder, Server: Decoder>(
        _ name: String,
        dialogue: @escaping @Sendable () -> (client: Client, server: Server)
    ) {
        self.name = name
        make = {
            let pair = dialogue()
            return (CodecDecoder(pair.client), CodecDecoder(pair.server))
        }
    }
}
