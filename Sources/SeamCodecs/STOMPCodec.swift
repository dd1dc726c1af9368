import SeamBytes

extension STOMPDecoder {
    static let codec = CodecDescription(
        name: "stomp",
        summary: "STOMP 1.0, 1.1 and 1.2 frames and heart-beats",
        parameters: [
            .init("version", "1.0, 1.1, 1.2 or auto: what CONNECT and CONNECTED agree on (default auto)"),
            .init("dialect", "whose reading counts: strict, rabbitmq, netty or stompkit (default strict)"),
            .init("validate", "netty: whether bad headers are errors, yes or no (default no)"),
            .init("max", "longest body in bytes (default 16M)"),
            .init("max-head", "longest command and headers in bytes (default 100k)"),
            .init("max-headers", "most header lines (default 100)"),
            .init("max-command", "most letters of a command (default 32)"),
        ],
        example: "stomp:version=1.2",
        ports: [61613],
        layout: """
            | COMMAND LF | name:value LF ... | LF | body ... | NUL |      EOL may be CR LF in 1.2
            | LF |   a heart-beat
            """,
        rules: rules + STOMPDialectRule.own + STOMPKitStage.rules,
        source: "STOMP 1.0, 1.1 and 1.2",
        recognise: likelihood
    ) { parameters throws(SpecError) in
        let dialect = try parameters.choice(
            "dialect",
            ["strict": STOMPDialect.strict, "rabbitmq": .rabbitmq, "netty": .netty, "stompkit": .stompkit],
            default: .strict
        )
        guard dialect == .strict else { return try factory(dialect, &parameters) }
        let version = try parameters.choice(
            "version",
            ["auto": nil, "1.0": STOMPVersion.v10, "1.1": .v11, "1.2": .v12],
            default: nil
        )
        var limits = STOMPLimits()
        // With the head the body must fit into the driver's window.
        limits.body = try parameters.size("max", in: 1...(60 << 20), default: limits.body)
        limits.head = try parameters.size("max-head", in: 16...(1 << 20), default: limits.head)
        limits.headers = try parameters.integer("max-headers", in: 1...1_000_000, default: limits.headers)
        limits.command = try parameters.integer("max-command", in: 11...1024, default: limits.command)
        let settled = limits
        return version.map { version in
            CodecFactory("stomp") { STOMPDecoder(version: version, limits: settled) }
        } ?? CodecFactory("stomp", dialogue: { pair(limits: settled) })
    }

    /// Whether a half begins, perhaps behind a few LFs, with a handshake or a frame with a header of STOMP.
    private static func likelihood(_ bytes: RawSpan, from side: Side) -> Likelihood? {
        var start = 0
        while start < 4, bytes.byte(at: start) == 0x0a { start += 1 }
        guard start < bytes.byteCount else { return Likelihood(0) }
        var head = STOMPHead()
        if case .broken = head.read(bytes.clamped(start..<bytes.byteCount), STOMPLimits()) { return nil }
        guard head.command != .unknown else { return head.headersStart > 0 ? nil : Likelihood(0) }
        let isSure = head.command.isHandshake || !head.names.isEmpty
        return isSure ? Likelihood(Likelihood.signature, messages: 1) : Likelihood(10)
    }

    /// The factory of another reading than the specification's.
    private static func factory(
        _ dialect: STOMPDialect,
        _ parameters: inout SpecParameters
    ) throws(SpecError) -> CodecFactory {
        var reader = STOMPDialectReader(dialect: dialect)
        reader.maximum = try parameters.size("max", in: 1...(60 << 20), default: reader.maximum)
        if dialect == .netty { reader.validates = try parameters.flag("validate", default: false) }
        let settled = reader
        var factory = CodecFactory("stomp") { STOMPDialectDecoder(reader: settled) }
        guard dialect == .stompkit else { return factory }
        factory.layer = { above in
            (
                StageLayer("stomp", STOMPKitStage(), above: above?.client),
                StageLayer("stomp", STOMPKitStage(), above: above?.server)
            )
        }
        return factory
    }
}
