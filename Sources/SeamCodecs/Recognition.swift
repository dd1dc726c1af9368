public import SeamBytes

/// What the first bytes of a connection say about its codec.
public struct Recognition: Sendable {
    /// What is enough to name a codec, in bits: about one in sixteen million.
    public static let sure = 24
    /// By how many bits a codec must be likelier than the next.
    public static let margin = 4
    /// What one half must say before the other has spoken.
    static let certain = Likelihood.signature
    /// What the codec's own port is worth.
    static let portBits = 14
    /// What a half that begins inside a message takes away.
    static let broken = 12

    /// The likeliest codec, its place in `CodecRegistry.all`; nil when none is possible.
    private var best: Int?
    private var nextBits = 0
    /// What speaks for the likeliest codec.
    public private(set) var evidence = CodecEvidence(bits: 0, client: nil, server: nil, isUsualPort: false)

    private var bits: Int { Int(evidence.bits) }
    /// Whether the codec is surely the right one.
    public var isSure: Bool { bits >= Self.sure && bits - nextBits >= Self.margin }
    /// Whether the bytes of one half settle it without the other.
    public var isCertain: Bool { bits >= Self.certain && bits - nextBits >= Self.margin }
    /// Whether no codec can be the right one, whatever follows.
    public var isHopeless: Bool { best == nil }

    /// Judges the first bytes of both halves, none of a half that has not spoken yet.
    ///
    /// Where the capture begins inside the connection (`isFromStart` is false), one half may begin inside a message.
    public init(client: RawSpan, server: RawSpan, serverPort: UInt16, isFromStart: Bool = true) {
        for index in CodecRegistry.judges.indices {
            let recognise = CodecRegistry.judges[index].recognise
            let fromClient = client.byteCount > 0 ? recognise(client, .client) : nil
            if client.byteCount > 0, fromClient == nil, isFromStart { continue }
            let fromServer = server.byteCount > 0 ? recognise(server, .server) : nil
            if server.byteCount > 0, fromServer == nil, isFromStart { continue }
            let isBroken =
                client.byteCount > 0 && fromClient == nil || server.byteCount > 0 && fromServer == nil
            if isBroken, fromClient == nil, fromServer == nil { continue }
            let isUsual = serverPort != 0 && CodecRegistry.judges[index].ports.contains(serverPort)
            var bits = (fromClient?.bits ?? 0) + (fromServer?.bits ?? 0) + (isUsual ? Self.portBits : 0)
            if isBroken { bits -= Self.broken }
            guard best == nil || bits > self.bits else {
                nextBits = max(nextBits, bits)
                continue
            }
            nextBits = best == nil ? 0 : self.bits
            best = index
            evidence = CodecEvidence(
                bits: bits,
                client: fromClient,
                server: fromServer,
                isUsualPort: isUsual
            )
        }
    }

    /// The factory of the likeliest codec, with its parameters as they are by default.
    public var factory: CodecFactory? {
        best.flatMap { try? CodecRegistry.factory(CodecRegistry.all[$0].name) }
    }
}

extension CodecRegistry {
    /// What recognition looks at of a codec, apart from all else that describes it.
    struct Judge: Sendable {
        var recognise: CodecDescription.Judge
        var ports: [UInt16]
    }

    static let judges = all.map { Judge(recognise: $0.recognise, ports: $0.ports) }

    /// The codec that the first bytes of one half, and the server's port, speak for; nil when none does
    /// so surely.
    public static func recognise(
        _ bytes: RawSpan,
        from side: Side = .client,
        serverPort: UInt16
    ) -> CodecFactory? {
        let none = RawSpan()
        let found =
            side == .client
            ? Recognition(client: bytes, server: none, serverPort: serverPort)
            : Recognition(client: none, server: bytes, serverPort: serverPort)
        return found.isSure ? found.factory : nil
    }
}
