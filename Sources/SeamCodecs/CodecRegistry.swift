<<<<<<< HEAD
/// A codec that specs can name: what it is, what it takes, and how its decoders are made.
public struct CodecDescription: Sendable {
    /// A parameter of a spec.
    public struct Parameter: Sendable {
        /// The key.
        public var key: StaticString
        /// What it means and what it is by default.
        public var help: StaticString

        /// A parameter with its explanation.
        public init(_ key: StaticString, _ help: StaticString) {
            self.key = key
            self.help = help
        }
    }

    /// The name in specs.
    public var name: String
    /// One line: what the format is.
    public var summary: String
    /// The parameters that it takes.
    public var parameters: [Parameter]
    /// A spec to copy.
    public var example: String
    /// The port that its servers usually listen on, 0 where there is none.
    public var port: UInt16
    /// Whether the first bytes of a half are surely this format's.
    public var isRecognised: @Sendable (RawSpan) -> Bool
    /// Checks the parameters of a spec and answers with what makes the decoders.
    public var configure: @Sendable (inout SpecParameters) throws(SpecError) -> CodecFactory

    /// A codec for the registry.
    public init(
        name: String,
        summary: String,
        parameters: [Parameter] = [],
        example: String,
        port: UInt16 = 0,
        isRecognised: @escaping @Sendable (RawSpan) -> Bool = { _ in false },
        configure: @escaping @Sendable (inout SpecParameters) throws(SpecError) -> CodecFactory
    ) {
        self.name = name
        self.summary = summary
        self.parameters = parameters
        self.example = example
        self.port = port
        self.isRecognised = isRecognised
        self.configure = configure
    }
}

/// Makes the decoders of the two halves of a connection.
public struct CodecFactory: Sendable {
    /// The codec's name, as it stands in the output.
    public var name: String
    private let build: @Sendable (StreamPolicy) -> (client: any UnitDecoder, server: any UnitDecoder)

    /// The decoders of the client's and the server's half, which may know of each other.
    public func make(
        _ policy: StreamPolicy = StreamPolicy()
    ) -> (client: any UnitDecoder, server: any UnitDecoder) { build(policy) }

    /// A factory for a format whose halves know nothing of each other.
    public init<D: Decoder>(_ name: String, _ decoder: @escaping @Sendable () -> D) {
        self.name = name
        build = { (CodecDecoder(decoder(), $0), CodecDecoder(decoder(), $0)) }
    }

    /// A factory for a format whose halves share a dialogue.
    public init<Client: Decoder, Server: Decoder>(
        _ name: String,
        dialogue: @escaping @Sendable () -> (client: Client, server: Server)
    ) {
        self.name = name
        build = { policy in
            let pair = dialogue()
            return (CodecDecoder(pair.client, policy), CodecDecoder(pair.server, policy))
        }
    }
}

=======
>>>>>>> origin/main
/// The codecs that specs can name.
public enum CodecRegistry {
    /// All of them, in the order in which they are listed.
    public static let all: [CodecDescription] = [
        DelimiterDecoder.codec,
        LineDecoder.codec,
        FixedDecoder.codec,
        VarintDecoder.codec,
        LengthDecoder.codec,
        TLCDecoder.codec,
        STOMPDecoder.codec,
        JSONDecoder.codec,
        ContentLengthDecoder.codec,
        NetstringDecoder.codec,
        MQTT.codec,
        Redis.codec,
        Postgres.codec,
        MySQL.codec,
        MongoDB.codec,
        Kafka.codec,
        AMQP.codec,
        Modbus.codec,
        DNS.codec,
        TLSRecords.codec,
        Thrift.codec,
        Dubbo.codec,
        SMPP.codec,
        Diameter.codec,
        LDAP.codec,
        BGP.codec,
        NBSS.codec,
        RTMP.codec,
        RTSP.codec,
        SIP.codec,
        SMTP.codec,
        FTP.codec,
        IMAP.codec,
        IRC.codec,
        Protobuf.codec,
        RHSocket.codec,
    ]

    /// The factory of a spec, or an error that says what is wrong with it.
    public static func factory(_ spec: CodecSpec) throws(SpecError) -> CodecFactory {
        guard let layer = spec.layers.first, spec.layers.count == 1 else { return try stack(spec) }
        let factory = try factory(layer)
        if let place = factory.innerOnly { throw SpecError("\(layer.name): \(place)") }
        return factory
    }

    /// The factory of one layer of a spec.
    static func factory(_ layer: CodecSpec.Layer) throws(SpecError) -> CodecFactory {
        guard let codec = all.first(where: { $0.name == layer.name }) else {
            throw SpecError("no codec '\(layer.name)'; `seam codecs` lists them")
        }
        var parameters = SpecParameters(layer)
        let factory = try codec.configure(&parameters)
        try parameters.finish()
        return factory
    }

    /// The factory of a spec as written.
    public static func factory(_ text: String) throws(SpecError) -> CodecFactory {
        try factory(CodecSpec(text))
    }
}
