import SeamBytes

extension WebSocketDecoder {
    static let codec = CodecDescription(
        name: "websocket",
        summary: "WebSocket with its HTTP upgrade: frames, and the messages they carry",
        parameters: [
            .init("max", "longest payload of a frame in bytes (default 16M)"),
            .init("max-message", "longest message in bytes, inflated (default 16M)"),
            .init("max-head", "longest head of the upgrade in bytes (default 64k)"),
            .init("max-headers", "most header lines of the upgrade (default 256)"),
        ],
        example: "websocket:max-message=1M",
        layout: """
            GET ... Upgrade: websocket CRLF CRLF | HTTP/1.1 101 ... CRLF CRLF, then frames:
            +---+-------+--------+------+----------+---------+---------+---------+
            |FIN| RSV   | opcode | MASK | length 7 | 16 / 64 | mask 32 | payload |
            +---+-------+--------+------+----------+---------+---------+---------+
            layer 0: the upgrade and the frames; the next layer: messages, without masks, inflated
            """,
        rules: rules,
        source: "RFC 6455, RFC 7692",
        recognise: { bytes, _ in HTTPDecoder.likelihood(bytes, ofWebSocket: true) },
        carries: "auto"
    ) { parameters throws(SpecError) in
        var limits = WebSocketLimits()
        // With its head a frame must fit into the driver's window.
        limits.frame = try parameters.size("max", in: 1...(60 << 20), default: limits.frame)
        limits.message = try parameters.size("max-message", in: 1...(1 << 30), default: limits.message)
        limits.http = try HTTPLimits(&parameters)
        let settled = limits
        return CodecFactory("websocket") { above in
            let dialogue = HTTPDialogue()
            return (
                StackDecoder(
                    WebSocketDecoder(.client, dialogue, settled),
                    above: WebSocketMessageLayer(.client, dialogue, settled, above: above?.client)
                ),
                StackDecoder(
                    WebSocketDecoder(.server, dialogue, settled),
                    above: WebSocketMessageLayer(.server, dialogue, settled, above: above?.server)
                )
            )
        } layer: { above in
            let dialogue = HTTPDialogue()
            func layer(_ side: Side, _ above: (any LayerDecoder)?) -> any LayerDecoder {
                let messages = WebSocketMessageLayer(side, dialogue, settled, above: above)
                return StreamLayer("websocket", WebSocketDecoder(side, dialogue, settled), above: messages)
            }
            return (layer(.client, above?.client), layer(.server, above?.server))
        }
    }
}
