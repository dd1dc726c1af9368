import SeamBytes
import SeamCodecs
import SeamTesting
import Testing

/// SockJS in WebSocket messages, and STOMP in both.
@Suite struct SockJSTests {
    /// Units of layers 2 and up, when each text is a WebSocket message of the server.
    private func read(
        _ messages: [String],
        _ spec: String = "websocket/sockjs/stomp",
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> [String] {
        var writer = ByteWriter()
        for message in messages {
            try WebSocketEncoder().encode(
                .init(WebSocketFrame.Opcode.text, Array(message.utf8)),
                into: &writer
            )
        }
        let lines = try StackReading(spec, server: writer.bytes, sourceLocation: sourceLocation).server
        return lines.filter { !"01".contains($0.prefix(1)) }
    }

    @Test("open, heart-beat, array, message, close")
    func frames() throws {
        let units = try read(
            ["o", "h", #"a["x","yz"]"#, #"m"q""#, #"c[3000,"Go away!"]"#, #"["client"]"#],
            "websocket/sockjs"
        )
        #expect(
            units.map { $0.split(separator: " <- ")[0] } == [
                "2 message 0..<1 open", "2 heartbeat 1..<2 heart-beat", "2 message 2..<13 2 messages",
                "2 message 13..<17 1 message", "2 message 17..<35 close 3000", "2 message 35..<45 1 message",
            ]
        )
    }

    @Test("several STOMP frames in one array, one frame over two, and the NUL as an escape")
    func stomp() throws {
        let units = try read([
            #"a["SEND\ndestination:/a\n\nA\u0000","\n","SEND\ndestina"]"#, #"a["tion:/b\n\nB\u0000"]"#,
        ])
        #expect(
            units.map { $0.split(separator: " <- ")[0] } == [
                "2 message 0..<57 3 messages", "3 message 0..<23 SEND /a, 1 byte", "3 heartbeat 23..<24 LF",
                "2 message 57..<80 1 message", "3 message 24..<47 SEND /b, 1 byte",
            ]
        )
    }

    @Test("escapes come from where they stand: each text byte resolves to its escape")
    func provenance() throws {
        // Behind the frame's head of 2 bytes: a [ " at 2 to 5, then \n at 5 to 7.
        let units = try read([#"a["\n"]"#])
        #expect(units.last == "3 heartbeat 0..<1 LF <- 5..<7")
    }

    @Test("pairs of surrogates are one sign, a lone one is none")
    func surrogates() throws {
        let units = try read([#"a["\ud83d\ude00\ud83d\u00e9\n"]"#], "websocket/sockjs/line")
        #expect(units.last?.hasPrefix("3 message 0..<10 \u{1f600}\u{fffd}\u{e9}") == true)
    }

    @Test(
        "what is no frame is said, and nothing of it is handed on",
        arguments: [
            "x", "o1", "a", "a[", #"a["x""#, #"a["x",]"#, #"a["\q"]"#, #"a["\u12"]"#, "a[1]", "c[1]", "m1",
            #"a["x"]y"#,
        ]
    )
    func broken(_ frame: String) throws {
        let units = try read([frame])
        #expect(units.count == 1 && units[0].contains("sockjs.bad-frame"))
    }

    @Test("what the encoder writes is read back")
    func encoder() throws {
        let texts = ["", "a\u{0}b\"\\\n", "\u{1f600}\u{e9}"]
        var random = SplitMix(seed: 5)
        for _ in 0..<16 {
            let strings = (0..<3).map { _ in texts[Int.random(in: 0..<3, using: &random)] }
            var writer = ByteWriter()
            try SockJSEncoder().encode(.array(strings), into: &writer)
            let frame = String(decoding: writer.bytes, as: UTF8.self)
            let units = try read([frame, frame], "websocket/sockjs/fixed:size=1")
            let count = strings.joined().utf8.count
            #expect(units.filter { $0.hasPrefix("2 message") && $0.contains(" 3 messages") }.count == 2)
            #expect(units.filter { $0.hasPrefix("3 message") }.count == 2 * count)
        }
    }

    @Test("SockJS is no outermost codec, and says so")
    func alone() {
        #expect(throws: SpecError("sockjs: stands above another codec: websocket/sockjs/stomp")) {
            try CodecRegistry.factory("sockjs")
        }
    }
}
