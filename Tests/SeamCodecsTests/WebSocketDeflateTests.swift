import SeamBytes
import SeamCodecs
import SeamTesting
import Testing

/// permessage-deflate: the vectors of RFC 7692 §7.2.3, which zlib inflates to "Hello".
@Suite struct WebSocketDeflateTests {
    private func server(
        _ frames: String,
        _ extensions: String = "permessage-deflate",
        spec: String = "websocket",
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> [String] {
        let reading = try StackReading(
            spec,
            client: WebSocketTests.ask,
            server: WebSocketTests.agree(extensions) + hex(frames),
            sourceLocation: sourceLocation
        )
        return reading.server.filter { $0.hasPrefix("1 ") }.map { String($0.prefix { $0 != "<" }) + rest($0) }
    }

    /// What follows the first `<` up to the arrow: the sources are tested elsewhere.
    private func rest(_ line: String) -> String {
        guard let start = line.firstIndex(of: "<") else { return "" }
        return line[start...].split(separator: " <- ")[0].description
    }

    @Test(
        "each way to compress Hello",
        arguments: [
            ("c1 07 f248cdc9c90700", 7), ("c1 0b 000500faff48656c6c6f00", 11),
            ("c1 08 f348cdc9c9070000", 8), ("c1 0d f248050000 00ffffcac9c90700", 13),
        ]
    )
    func hello(_ frame: String, _ size: Int) throws {
        #expect(try server(frame) == ["1 message 0..<5 text message, 5 bytes, inflated from \(size)"])
    }

    @Test("in two frames")
    func fragmented() throws {
        #expect(
            try server("41 03 f248cd 80 04 c9c90700") == [
                "1 message 0..<5 text message, 5 bytes in 2 frames, inflated from 7"
            ]
        )
    }

    @Test("the second message refers to the first, unless the window is forgotten")
    func takeover() throws {
        let both = "c1 07 f248cdc9c90700 c1 05 f200110000"
        #expect(
            try server(both) == [
                "1 message 0..<5 text message, 5 bytes, inflated from 7",
                "1 message 5..<10 text message, 5 bytes, inflated from 5",
            ]
        )
        let forgets = try server(
            both,
            "permessage-deflate; server_no_context_takeover; server_max_window_bits=10"
        )
        #expect(forgets[1].hasSuffix("websocket.bad-deflate"))
        // The client's promise says nothing of the server.
        let other = try server(both, "permessage-deflate; client_no_context_takeover")
        #expect(other[1] == "1 message 5..<10 text message, 5 bytes, inflated from 5")
    }

    @Test("the window stays behind a final block")
    func finalBlock() throws {
        #expect(
            try server("c1 08 f348cdc9c9070000 c1 05 f200110000")[1]
                == "1 message 5..<10 text message, 5 bytes, inflated from 5"
        )
    }

    @Test("frames of a client whose request is not captured do not hear what the server agreed to")
    func unasked() throws {
        // Found by fuzzing: it depended on which half was seen first.
        let reading = try StackReading(
            "websocket",
            client: hex("c1 87 00000000 f248cdc9c90700"),
            server: WebSocketTests.agree("")
        )
        #expect(reading.client.last == "1 message 0..<5 text message, 5 bytes, inflated from 7 <- 6..<13")
    }

    @Test("the client's messages have a window of their own")
    func client() throws {
        let reading = try StackReading(
            "websocket",
            client: WebSocketTests.ask + hex("c1 87 00000000 f248cdc9c90700 c1 85 00000000 f200110000"),
            server: WebSocketTests.agree("permessage-deflate; server_no_context_takeover")
                + hex("c1 05 f200110000")
        )
        #expect(
            reading.client.last?.hasPrefix("1 message 5..<10 text message, 5 bytes, inflated from 5") == true
        )
        #expect(reading.server.last?.contains("websocket.bad-deflate") == true)
    }

    @Test(
        "RSV1 without the extension is a reserved bit; where the upgrade is not in the capture it is believed"
    )
    func withoutExtension() throws {
        let reading = try StackReading(
            "websocket",
            client: WebSocketTests.ask,
            server: WebSocketTests.agree() + hex("c1 07 f248cdc9c90700")
        )
        #expect(reading.server[1].hasSuffix("websocket.reserved-bit"))
        let late = try StackReading("websocket", server: hex("c1 07 f248cdc9c90700")).server
        #expect(late.last == "1 message 0..<5 text message, 5 bytes, inflated from 7 <- 2..<9")
    }

    @Test("what cannot be inflated, and what inflates to more than the limit")
    func broken() throws {
        #expect(try server("c1 02 ffff")[0].hasSuffix("websocket.bad-deflate"))
        #expect(
            try server("c1 07 f248cdc9c90700", spec: "websocket:max-message=4") == [
                "1 message 0..<4 text message, 4 bytes, inflated from 7 websocket.message-too-long"
            ]
        )
    }
}
