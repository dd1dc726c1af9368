import SeamBytes

/// Makes the decoders of the two halves of a connection.
public struct CodecFactory: Sendable {
    /// The decoders of the client's and the server's half.
    public typealias Decoders = (client: any UnitDecoder, server: any UnitDecoder)
    /// A layer of both halves.
    public typealias Layers = (client: any LayerDecoder, server: any LayerDecoder)

    /// The codec's name, as it stands in the output; of a stack that of the outermost codec.
    public var name: String
    /// What `make` calls.
    var build: @Sendable (StreamPolicy, _ old: Decoders?) -> Decoders
    /// The same with a layer above.
    public var stack: @Sendable (_ above: Layers, StreamPolicy) -> Decoders
    /// The codec as a layer above another one, perhaps with layers above itself.
    public var layer: @Sendable (_ above: Layers?) -> Layers
    /// Where the codec stands if it cannot be the outermost one, for a person who wrote it there.
    public var innerOnly: StaticString?
    /// The codecs above this one in its stack, the next one first.
    public private(set) var inner: [CodecFactory] = []
    /// Writes a message of what the codec carries; nil where a message is more than a type and a content.
    ///
    /// Of a stack: the innermost codec's message in those below it.
    public private(set) var encode: CodecDescription.Encode?
    /// Whether it stands for a codec that is to be found out.
    var isAuto = false

    /// The decoders of the client's and the server's half, which may know of each other.
    ///
    /// They may be the `old` ones, begun anew, of halves that have ended: nobody else may hold these.
    public func make(_ policy: StreamPolicy = StreamPolicy(), reusing old: Decoders? = nil) -> Decoders {
        build(policy, old)
    }

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
        build = { policy, old in
            let pair = dialogue()
            if let old, let client = old.client as? CodecDecoder<Client>,
                let server = old.server as? CodecDecoder<Server>
            {
                client.restart(pair.client, policy)
                server.restart(pair.server, policy)
                return old
            }
            return (CodecDecoder(pair.client, policy), CodecDecoder(pair.server, policy))
        }
        stack = { above, policy in
            let pair = dialogue()
            return (
                StackDecoder(pair.client, policy, above: above.client),
                StackDecoder(pair.server, policy, above: above.server)
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
        build = { _, _ in (CodecDecoder(NoDecoder()), CodecDecoder(NoDecoder())) }
        stack = { _, _ in (CodecDecoder(NoDecoder()), CodecDecoder(NoDecoder())) }
    }

    /// A factory for a codec that is always more than one layer.
    public init(
        _ name: String,
        stack: @escaping @Sendable (_ above: Layers?) -> Decoders,
        layer: @escaping @Sendable (_ above: Layers?) -> Layers
    ) {
        self.name = name
        build = { _, _ in stack(nil) }
        self.stack = { above, _ in stack(above) }
        self.layer = layer
    }

    /// The same with what writes its messages.
    func writing(_ encode: @escaping CodecDescription.Encode) -> CodecFactory {
        var factory = self
        factory.encode = encode
        return factory
    }

    /// Writes messages that are nothing but a content.
    func writing<E: Encoder & Sendable>(_ encoder: E) -> CodecFactory where E.Message == [UInt8] {
        writing { (message, writer) throws(EncodingError) in
            try encoder.encode(message.content, into: &writer)
        }
    }

    /// This codec with others above it, the next one first.
    func below(_ inner: [CodecFactory]) -> CodecFactory {
        guard !inner.isEmpty else { return self }
        var whole = self
        whole.inner = self.inner + inner
        whole.encode = inner.reduce(encode, Self.nested)
        let outermost = self
        @Sendable func layers(_ top: Layers?) -> Layers? {
            inner.reversed().reduce(top) { above, factory in factory.layer(above) }
        }
        whole.build = { policy, old in
            layers(nil).map { outermost.stack($0, policy) } ?? outermost.make(policy, reusing: old)
        }
        whole.stack = { top, policy in outermost.stack(layers(top) ?? top, policy) }
        whole.layer = { top in outermost.layer(layers(top)) }
        return whole
    }
}

extension CodecFactory {
    /// Writes a message of the codec above as the content of one of the codec below; both have its type.
    private static func nested(
        _ below: CodecDescription.Encode?,
        _ above: CodecFactory
    ) -> CodecDescription.Encode? {
        guard let below, let inner = above.encode else { return nil }
        return { (message, writer) throws(EncodingError) in
            var content = ByteWriter()
            try inner(message, &content)
            try below(
                FrameMessage(type: message.type, number: message.number, content: content.bytes),
                &writer
            )
        }
    }
}

extension CodecRegistry {
    /// Finds a codec by name that is not in the registry, such as one of a project's.
    public typealias Others = (String) -> CodecFactory?

    /// The factory of a spec, or an error that says what is wrong with it; a layer without parameters may be one of `others`.
    public static func factory(
        _ spec: CodecSpec,
        others: Others = { _ in nil }
    ) throws(SpecError) -> CodecFactory {
        let layers = try layers(spec, others: others)
        guard let first = layers.first else { throw SpecError("a codec has a name: tlc, or websocket/stomp") }
        if let place = first.innerOnly { throw SpecError("\(spec.layers[0].name): \(place)") }
        return CodecFactory.stack(layers)
    }

    /// The factory of a spec as written.
    public static func factory(
        _ text: String,
        others: Others = { _ in nil }
    ) throws(SpecError) -> CodecFactory {
        try factory(CodecSpec(text), others: others)
    }

    /// The factories of a spec's layers, which may stand above another codec only.
    static func layers(
        _ spec: CodecSpec,
        others: Others = { _ in nil }
    ) throws(SpecError) -> [CodecFactory] {
        guard spec.layers.count <= 16 else { throw SpecError("\(spec): a stack has at most 16 layers") }
        var stack: [CodecFactory] = []
        for layer in spec.layers { stack.append(try factory(layer, others)) }
        return stack
    }

    /// The factory of one layer of a spec.
    private static func factory(_ layer: CodecSpec.Layer, _ others: Others) throws(SpecError) -> CodecFactory
    {
        if let other = others(layer.name) {
            guard layer.parameters.isEmpty else {
                throw SpecError("\(layer.name): the project's codec takes no parameters")
            }
            return other
        }
        guard let codec = all.first(where: { $0.name == layer.name }) else {
            throw SpecError("no codec '\(layer.name)'; `seam codecs` lists them")
        }
        var parameters = SpecParameters(layer)
        let factory = try codec.configure(&parameters)
        try parameters.finish()
        return factory
    }
}
