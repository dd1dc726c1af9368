/// Makes the decoders of the two halves of a connection.
public struct CodecFactory: Sendable {
    /// A layer of both halves.
    public typealias Layers = (client: any LayerDecoder, server: any LayerDecoder)

    /// The codec's name, as it stands in the output; of a stack that of the outermost codec.
    public var name: String
    /// The decoders of the client's and the server's half, which may know of each other.
    public var make: @Sendable () -> (client: any UnitDecoder, server: any UnitDecoder)
    /// The same with a layer above.
    public var stack: @Sendable (_ above: Layers) -> (client: any UnitDecoder, server: any UnitDecoder)
    /// The codec as a layer above another one, perhaps with layers above itself.
    public var layer: @Sendable (_ above: Layers?) -> Layers
    /// Where the codec stands if it cannot be the outermost one, for a person who wrote it there.
    public var innerOnly: StaticString?

    /// A factory for a format whose halves know nothing of each other.
    public init<D: Decoder>(_ name: String, _ decoder: @escaping @Sendable () -> D) {
        self.init(name, dialogue: { (decoder(), decoder()) })
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
        stack = { above in
            let pair = dialogue()
            return (
                StackDecoder(pair.client, above: above.client), StackDecoder(pair.server, above: above.server)
            )
        }
        layer = { above in
            let pair = dialogue()
            return (
                StreamLayer(name, pair.client, above: above?.client),
                StreamLayer(name, pair.server, above: above?.server)
            )
        }
    }

    /// A factory for a codec that stands above another one only; `innerOnly` says above which.
    public init(
        _ name: String,
        innerOnly: StaticString,
        layer: @escaping @Sendable (_ above: Layers?) -> Layers
    ) {
        self.name = name
        self.innerOnly = innerOnly
        self.layer = layer
        make = { (CodecDecoder(NoDecoder()), CodecDecoder(NoDecoder())) }
        stack = { _ in (CodecDecoder(NoDecoder()), CodecDecoder(NoDecoder())) }
    }

    /// A factory for a codec that is always more than one layer.
    public init(
        _ name: String,
        stack: @escaping @Sendable (_ above: Layers?) -> (client: any UnitDecoder, server: any UnitDecoder),
        layer: @escaping @Sendable (_ above: Layers?) -> Layers
    ) {
        self.name = name
        make = { stack(nil) }
        self.stack = { stack($0) }
        self.layer = layer
    }

    /// This codec with others above it, the next one first.
    func below(_ inner: some Sequence<CodecFactory>) -> CodecFactory {
        let factories = Array(inner)
        guard !factories.isEmpty else { return self }
        var whole = self
        let outermost = self
        @Sendable func above() -> Layers? {
            factories.reversed().reduce(nil as Layers?) { above, factory in factory.layer(above) }
        }
        whole.make = { above().map { outermost.stack($0) } ?? outermost.make() }
        return whole
    }
}

extension CodecRegistry {
    /// The factory of a spec with several layers.
    static func stack(_ spec: CodecSpec) throws(SpecError) -> CodecFactory {
        guard let first = spec.layers.first else { throw SpecError("a codec has a name: tlc, or websocket/stomp") }
        guard spec.layers.count <= 16 else { throw SpecError("\(spec): a stack has at most 16 layers") }
        let outermost = try factory(first)
        if let place = outermost.innerOnly { throw SpecError("\(first.name): \(place)") }
        var inner: [CodecFactory] = []
        for layer in spec.layers.dropFirst() { inner.append(try factory(layer)) }
        return outermost.below(inner)
    }
}
