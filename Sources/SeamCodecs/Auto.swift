import SeamBytes

/// The codec `auto` above another one: what the messages carry, where it is known or recognised.
enum Auto {
    static let codec = CodecDescription(
        name: "auto",
        summary: "above another codec: the codec that its messages carry, where that is known",
        example: "websocket/auto",
        layout: """
            by Sec-WebSocket-Protocol (v12.stomp, mqtt, wamp.2.json, graphql-ws, ...), else by the first
            message of each side; where neither tells there is no such layer
            """,
        source: "RFC 6455 §11.3.4",
        isInner: true
    ) { _ throws(SpecError) in
        var factory = CodecFactory(
            "auto",
            innerOnly: "stands above another codec: websocket/auto; alone it is a whole spec"
        ) { above in above ?? (SilentLayer(), SilentLayer()) }
        factory.isAuto = true
        return factory
    }
}

extension CodecFactory {
    /// A stack whose layer behind those `below` is found out; `above` are those that stand above that.
    static func auto(below: [CodecFactory], above: [CodecFactory]) -> CodecFactory {
        let known = stack(below)
        var whole = known
        whole.build = { policy, _ in
            let choice = InnerChoice(below: below, above: above, policy)
            return (AutoDecoder(.client, choice), AutoDecoder(.server, choice))
        }
        return whole
    }

    /// The factory of a stack, the outermost codec first; of none one that places nothing.
    static func stack(_ factories: [CodecFactory]) -> CodecFactory {
        guard let place = factories.firstIndex(where: \.isAuto), place > 0 else {
            return factories.first?.below(Array(factories.dropFirst())) ?? CodecFactory("") { NoDecoder() }
        }
        return auto(below: Array(factories[..<place]), above: Array(factories[(place + 1)...]))
    }
}
