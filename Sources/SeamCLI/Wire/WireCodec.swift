import Seam
import SeamConnection

/// The codec that a real connection speaks, as the arguments name it.
struct WireCodec: Sendable {
    let factory: CodecFactory
    /// The spec, for a person.
    let spec: String
    /// Of a WebSocket that is served: what encodes the messages inside, and whether they are binary; nil of any other.
    private(set) var webSocket: (encode: CodecDescription.Encode?, isBinary: Bool)?

    /// The codec of `-c` for a server's port.
    ///
    /// - Throws: `usage` when none is named, or one that cannot be used.
    init(_ options: Options, port: UInt16) throws(CommandError) {
        let choices = options.decoding.codecs
        guard let spec = choices.byPort[port] ?? choices.general, spec != "auto" else {
            throw .usage(
                "needs --codec SPEC: what is spoken cannot be guessed before anybody has said anything"
            )
        }
        try self.init(spec, Project(options.decoding.project))
    }

    /// The codec of a spec, which may name one of the project's.
    init(_ spec: String, _ project: Project) throws(CommandError) {
        do throws(SpecError) {
            factory = try CodecRegistry.factory(spec, others: project.factory)
        } catch {
            throw .usage("--codec \(spec): \(error)")
        }
        self.spec = spec
    }

    /// The same as a server speaks it: of a WebSocket with each message in a frame.
    func served(_ project: Project) throws(CommandError) -> WireCodec {
        let layers = spec.split(separator: "/", maxSplits: 1)
        guard layers.first?.prefix(while: { $0 != ":" }) == "websocket" else { return self }
        let inner = layers.count > 1 ? String(layers[1]) : nil
        var served = self
        let encode = try inner.map { (spec) throws(CommandError) in
            try WireCodec(spec, project).factory.encode
        }
        served.webSocket = (encode ?? nil, WebSocketOptions().isBinary(inner))
        return served
    }

    /// Whether messages can be made of a content.
    var canEncode: Bool { factory.encode != nil || webSocket != nil && !spec.contains("/") }

    /// A message in its frame; a codec whose messages are more than a type and a content takes them as they are.
    func encode(_ message: FrameMessage) throws(EncodingError) -> [UInt8] {
        guard let encode = webSocket.map(\.encode) ?? factory.encode else { return try wrap(message.content) }
        var writer = ByteWriter()
        try encode(message, &writer)
        return try wrap(writer.bytes)
    }

    /// A message of the inner codec in a server's frame, where a WebSocket is served.
    func wrap(_ message: [UInt8]) throws(EncodingError) -> [UInt8] {
        guard let webSocket else { return message }
        return try WebSocketWriter(.server, isBinary: webSocket.isBinary, deflate: nil).wrap(message)
    }

    /// The bytes that a line sends; none for one that sends nothing.
    func bytes(of line: InputLine) throws(EncodingError) -> [UInt8] {
        switch line {
        case .message(let message): try encode(message)
        case .raw(let bytes): bytes
        case .order, .nothing: []
        }
    }
}
