import SeamBytes
import SeamCodecs
import SeamTesting
import Testing

/// `websocket/auto`: the codec inside by the subprotocol that was agreed upon, else by the first messages.
@Suite struct AutoLayerTests {
    /// An upgrade that agrees on a subprotocol, or on none.
    private func upgrade(_ subprotocol: String?) -> (client: [UInt8], server: [UInt8]) {
        let line = subprotocol.map { "Sec-WebSocket-Protocol: \($0)\r\n" } ?? ""
        let request =
            "GET /ws HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Protocol: v10.stomp, mqtt\r\n\r\n"
        let answer = "HTTP/1.1 101 OK\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\(line)\r\n"
        return (Array(request.utf8), Array(answer.utf8))
    }

    /// The codecs and summaries of layers 2 and up of both halves.
    private func read(
        _ subprotocol: String?,
        client: [[UInt8]] = [],
        server: [[UInt8]] = [],
        _ spec: String = "websocket/auto",
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> [String] {
        let upgrade = upgrade(subprotocol)
        var writers = [ByteWriter(), ByteWriter()]
        writers[0].write(upgrade.client)
        writers[1].write(upgrade.server)
        for message in client {
            try WebSocketEncoder(mask: 0x0102_0304).encode(.init(1, message), into: &writers[0])
        }
        for message in server { try WebSocketEncoder().encode(.init(1, message), into: &writers[1]) }
        let reading = try StackReading(
            spec,
            client: writers[0].bytes,
            server: writers[1].bytes,
            sourceLocation: sourceLocation
        )
        return (reading.client + reading.server).filter { !"01".contains($0.prefix(1)) }.map { line in
            String(line.split(separator: "<- ")[0])
        }
    }

    private func text(_ words: String) -> [UInt8] { Array(words.utf8) }

    @Test("a subprotocol that names a codec settles it, whatever the messages look like")
    func subprotocol() throws {
        let ping: [UInt8] = [0xc0, 0]
        #expect(try read("mqtt", client: [ping]).count == 1)
        #expect(try read("v12.stomp", server: [text("\n")]) == ["2 heartbeat 0..<1 LF "])
        #expect(try read("graphql-transport-ws", client: [text(#"{"type":"ping"}"#)]).count == 1)
    }

    @Test("the server's choice counts, not what the client offered")
    func offered() throws {
        #expect(try read("chat", server: [text("\n")]) == [])
    }

    @Test("without a subprotocol the first messages tell")
    func recognised() throws {
        let units = try read(
            nil,
            client: [text("CONNECT\naccept-version:1.2\nhost:a\n\n\0")],
            server: [text("CONNECTED\nversion:1.2\n\n\0")]
        )
        #expect(units == ["2 message 0..<36 CONNECT 1.2 ", "2 message 0..<24 CONNECTED 1.2 "])
    }

    @Test("what says nothing for sure stays what it is: messages")
    func unknown() throws {
        #expect(try read(nil, client: [text("hello")], server: [text("hi there")]) == [])
        #expect(try read(nil, client: [[1, 2, 3]], server: [[4, 5, 6, 7]]) == [])
    }

    @Test("SockJS is found, and STOMP in it")
    func sockjs() throws {
        let units = try read(
            nil,
            client: [text(#"["CONNECT\naccept-version:1.2\nhost:a\n\n\u0000"]"#)],
            server: [text("o"), text("h"), text(#"a["CONNECTED\nversion:1.2\n\n\u0000"]"#)]
        )
        let layers = units.map { $0.prefix(9) }
        #expect(layers == ["2 message", "3 message", "2 message", "2 heartbe", "2 message", "3 message"])
    }

    @Test("which codec was found inside is told, and by what")
    func reasons() throws {
        func choice(_ subprotocol: String?, _ message: String) throws -> String? {
            let upgrade = upgrade(subprotocol)
            var writer = ByteWriter()
            try WebSocketEncoder().encode(.init(1, text(message)), into: &writer)
            let pair = try CodecRegistry.factory("websocket/auto").make()
            var batch = UnitBatch(wantsDetails: false)
            pair.client.feed(upgrade.client.rawSpan, into: &batch)
            pair.server.feed((upgrade.server + writer.bytes).rawSpan, into: &batch)
            for half in [pair.client, pair.server] { half.peerEnded(into: &batch) }
            for half in [pair.client, pair.server] { half.finish(.closed, into: &batch) }
            return pair.client.innerChoice
        }
        #expect(try choice("v12.stomp", "\n") == "stomp in it by the subprotocol")
        let connected = "CONNECTED\nversion:1.2\n\n\0"
        #expect(try choice(nil, connected) == "stomp in it by the server's first message")
        #expect(try choice(nil, "hello") == nil)
    }

    @Test("auto stands above another codec only")
    func alone() {
        #expect(throws: SpecError.self) { try CodecRegistry.factory("auto") }
        #expect(throws: SpecError.self) { try CodecRegistry.factory("websocket/auto:key=1") }
    }

    @Test("a codec of a project's own stands in a stack, under its name, with its names of types")
    func own() throws {
        let game = try CodecRegistry.factory("tlc").named("game", types: [1: "login"])
        let factory = try CodecRegistry.factory("websocket/game") { $0 == "game" ? game : nil }
        var writer = ByteWriter()
        try WebSocketEncoder().encode(.init(2, [1, 2, 7, 7]), into: &writer)
        var batch = UnitBatch(wantsDetails: true)
        factory.make().server.feed(writer.bytes.rawSpan, into: &batch)
        let units = batch.layers.compactMap { event -> String? in
            guard case .unit(let unit) = event.kind, unit.layer == 2, let entry = unit.entry else {
                return nil
            }
            return unit.codec + ": " + String(decoding: batch.details.text[entry.summary], as: UTF8.self)
        }
        #expect(units == ["game: login, type 1, 2 bytes"])
    }

    @Test("a codec of a project's own may be a stack itself, and the first of one")
    func ownStack() throws {
        let own = try CodecRegistry.factory("length:width=1/base64").named("own", types: [:])
        let find: CodecRegistry.Others = { $0 == "own" ? own : nil }
        var batch = UnitBatch(wantsDetails: true)
        let decoder = try CodecRegistry.factory("own/line", others: find).make().client
        // "YQo=" is "a\n" (RFC 4648 §4).
        decoder.feed(([4] + text("YQo=")).rawSpan, into: &batch)
        let layers = batch.layers.compactMap { event -> String? in
            guard case .unit(let unit) = event.kind else { return nil }
            return "\(unit.layer) \(unit.codec)"
        }
        #expect(layers == ["1 base64", "2 line"])
        #expect(throws: SpecError.self) { try CodecRegistry.factory("websocket/own:width=2", others: find) }
    }
}
