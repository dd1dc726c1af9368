public import SeamBytes

/// A codec that specs can name: what it is, what it takes, and how its decoders are made.
public struct CodecDescription: Sendable {
    /// A parameter of a spec.
    public struct Parameter: Sendable {
        /// The key.
        public var key: StaticString
        /// What it means, and perhaps what it is by default.
        public var help: StaticString
        /// What it is by default, where `help` does not say so.
        public var standard: String

        /// A parameter with its explanation.
        public init(_ key: StaticString, _ help: StaticString, default standard: String = "") {
            self.key = key
            self.help = help
            self.standard = standard
        }

        /// What it means and what it is by default.
        public var text: String { standard.isEmpty ? "\(help)" : "\(help) (default \(standard))" }
    }

    /// Judges the first bytes of what a side sends; nil when they cannot be this format's.
    public typealias Judge = @Sendable (RawSpan, Side) -> Likelihood?
    /// Appends a message to what was written.
    public typealias Encode = @Sendable (FrameMessage, inout ByteWriter) throws(EncodingError) -> Void

    /// The name in specs.
    public var name: String
    /// One line: what the format is.
    public var summary: String
    /// The parameters that it takes.
    public var parameters: [Parameter]
    /// A spec to copy.
    public var example: String
    /// The ports that its servers usually listen on, the most usual first.
    public var ports: [UInt16]
    /// A message drawn in text, one line a row.
    public var layout: String
    /// What can be wrong with a message.
    public var rules: [Rule]
    /// Where the format is written down.
    public var source: String
    /// Judges the first bytes of a half.
    public var recognise: Judge
    /// Writes a message of a type with a content, for formats that have nothing else.
    public var encode: Encode?
    /// Checks the parameters of a spec and answers with what makes the decoders.
    public var configure: @Sendable (inout SpecParameters) throws(SpecError) -> CodecFactory

    /// A codec for the registry; without `recognise` it is never found by its content.
    public init(
        name: String,
        summary: String,
        parameters: [Parameter] = [],
        example: String,
        ports: [UInt16] = [],
        layout: String = "",
        rules: [Rule] = [],
        source: String = "",
        recognise: @escaping Judge = { _, _ in nil },
        encode: Encode? = nil,
        configure: @escaping @Sendable (inout SpecParameters) throws(SpecError) -> CodecFactory
    ) {
        self.name = name
        self.summary = summary
        self.parameters = parameters
        self.example = example
        self.ports = ports
        self.layout = layout
        self.rules = rules
        self.source = source
        self.recognise = recognise
        self.encode = encode
        self.configure = configure
    }

    /// A codec that knows its own first bytes for sure.
    public init(
        name: String,
        summary: String,
        parameters: [Parameter] = [],
        example: String,
        port: UInt16,
        isRecognised: @escaping @Sendable (RawSpan) -> Bool,
        configure: @escaping @Sendable (inout SpecParameters) throws(SpecError) -> CodecFactory
    ) {
        self.init(
            name: name,
            summary: summary,
            parameters: parameters,
            example: example,
            ports: [port],
            recognise: { bytes, _ in
                isRecognised(bytes) ? Likelihood(Likelihood.signature) : nil
            },
            configure: configure
        )
    }

    /// The port that its servers usually listen on, 0 where there is none.
    public var port: UInt16 { ports.first ?? 0 }
}
