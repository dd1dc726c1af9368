import SeamBytes
import SeamCodecs
import SeamTesting
import Testing

/// WebSocket frames and messages: RFC 6455, the vectors of its section 5.7, and those of RFC 7692.
@Suite struct WebSocketTests {
    static let ask = Array(
        "GET /ws HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n".utf8
    )

    static func agree(_ extensions: String = "") -> [UInt8] {
        let header = extensions.isEmpty ? "" : "Sec-WebSocket-Extensions: \(extensions)\r\n"
        return Array(
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\(header)\r\n"
                .utf8
        )
    }

    /// The units of a server's half that starts with frames.
    private func server(
        _ frames: String,
        spec: String = "websocket",
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> [String] {
        try StackReading(spec, server: hex(frames), sourceLocation: sourceLocation).server
    }

    @Test("Hello, unmasked and masked (RFC 6455 §5.7)")
    func hello() throws {
        #expect(
            try server("81 05 48656c6c6f") == [
                "0 message 0..<7 text frame, 5 bytes", "1 message 0..<5 text message, 5 bytes <- 2..<7",
            ]
        )
        let client = try StackReading("websocket", client: hex("81 85 37fa213d 7f9f4d5158")).client
        #expect(
            client == [
                "0 message 0..<11 text frame, 5 bytes", "1 message 0..<5 text message, 5 bytes <- 6..<11",
            ]
        )
    }

    @Test("a fragmented message with a ping in between")
    func fragments() throws {
        #expect(
            try server("01 03 48656c 89 05 48656c6c6f 80 02 6c6f") == [
                "0 message 0..<5 text frame, 3 bytes, to be continued",
                "0 heartbeat 5..<12 ping frame, 5 bytes",
                "0 message 12..<16 continuation frame, 2 bytes",
                "1 message 0..<5 text message, 5 bytes in 2 frames <- 2..<5 14..<16",
            ]
        )
    }

    @Test("a masked pong of the client")
    func pong() throws {
        let client = try StackReading("websocket", client: hex("8a 85 37fa213d 7f9f4d5158")).client
        #expect(client == ["0 heartbeat 0..<11 pong frame, 5 bytes"])
    }

    @Test("lengths of 16 and 64 bits", arguments: [("82 7e 0100", 256), ("82 7f 0000000000010000", 65536)])
    func lengths(_ head: String, _ count: Int) throws {
        let bytes = hex(head) + [UInt8](repeating: 7, count: count)
        let decoder = try CodecRegistry.factory("websocket").make().server
        var batch = UnitBatch(wantsDetails: true)
        decoder.feed(bytes.rawSpan, into: &batch)
        #expect(batch.units == [Unit(.message, ByteRange(0, bytes.count))])
        let cut = Rechunk.counterexample(bytes, random: 4, everyPlace: 64) {
            WebSocketDecoder(.server)
        }
        #expect(cut == nil)
    }

    @Test(
        "what is wrong with a frame whose borders are clear",
        arguments: [
            ("89 7e 007e", 126, "websocket.long-control"), ("09 00", 0, "websocket.fragmented-control"),
            ("81 7e 0005", 5, "websocket.long-form"), ("82 7f 0000000000000100", 256, "websocket.long-form"),
            ("88 01", 1, "websocket.half-close-code"), ("83 00", 0, "websocket.reserved-opcode"),
            ("8b 00", 0, "websocket.reserved-opcode"), ("a1 00", 0, "websocket.reserved-bit"),
            ("c9 00", 0, "websocket.reserved-bit"), ("c0 00", 0, "websocket.reserved-bit"),
            ("80 00", 0, "websocket.nothing-to-continue"), ("81 80 37fa213d", 0, "websocket.masked"),
        ]
    )
    func faults(_ head: String, _ count: Int, _ rule: String) throws {
        let bytes = hex(head) + [UInt8](repeating: 0, count: count)
        let units = try StackReading("websocket", server: bytes).server
        #expect(units[0].hasSuffix(" " + rule) && !units[0].contains("undecoded"), "\(units)")
    }

    @Test(
        "a frame of the client must be masked, a message must end before the next begins, nothing follows close"
    )
    func order() throws {
        let client = try StackReading("websocket", client: hex("81 01 41")).client
        #expect(client[0] == "0 message 0..<3 text frame, 1 byte websocket.unmasked")
        #expect(
            try server("01 01 41 81 01 42 88 00 89 00") == [
                "0 message 0..<3 text frame, 1 byte, to be continued",
                "0 message 3..<6 text frame, 1 byte websocket.unfinished-message",
                "1 undecoded 0..<1 <- 2..<3", "1 message 1..<2 text message, 1 byte <- 5..<6",
                "0 message 6..<8 close frame, 0 bytes",
                "0 heartbeat 8..<10 ping frame, 0 bytes websocket.after-close",
            ]
        )
    }

    @Test(
        "close codes that may be sent, and those that may not",
        arguments: [
            (1000, true), (1003, true), (1004, false), (1005, false), (1006, false), (1007, true),
            (1014, true),
            (1015, false), (999, false), (1016, false), (2999, false), (3000, true), (4999, true),
            (5000, false),
        ]
    )
    func closeCodes(_ code: Int, _ isFine: Bool) throws {
        let bytes = [0x88, 0x02, UInt8(code >> 8), UInt8(code & 255)]
        let fault = isFine ? "" : " websocket.bad-close-code"
        #expect(
            try StackReading("websocket", server: bytes).server == [
                "0 message 0..<4 close frame \(code)\(fault)"
            ]
        )
    }

    @Test("the reason of a close, and of a text over its fragments, is UTF-8")
    func utf8() throws {
        #expect(try server("88 05 03e8 627965") == ["0 message 0..<7 close frame 1000 bye"])
        #expect(try server("88 03 03e8 ff")[0].hasSuffix("websocket.bad-utf8"))
        // An e with an acute accent, cut in two.
        let whole = try server("01 01 c3 80 01 a9")
        #expect(whole.last == "1 message 0..<2 text message, 2 bytes in 2 frames <- 2..<3 5..<6")
        let broken = try server("01 01 c3 80 01 41")
        #expect(
            broken.last
                == "1 message 0..<2 text message, 2 bytes in 2 frames websocket.bad-utf8 <- 2..<3 5..<6"
        )
        #expect(try server("82 01 ff")[1] == "1 message 0..<1 binary message, 1 byte <- 2..<3")
    }

    @Test("an empty message is one, at an empty range")
    func empty() throws {
        #expect(
            try server("81 00") == [
                "0 message 0..<2 text frame, 0 bytes", "1 message 0..<0 text message, 0 bytes",
            ]
        )
    }

    @Test("too long is judged from the head, before the body arrives")
    func limits() throws {
        #expect(
            try server("82 7e 4001", spec: "websocket:max=16k") == [
                "0 undecoded 0..<4 websocket.frame-too-long"
            ]
        )
        #expect(try server("82 7e 4000", spec: "websocket:max=16k") == ["0 leftover 0..<4"])
        // Netty's vector: 81 FF and eight FF.
        let client = try StackReading("websocket", client: hex("81 ff ffffffffffffffff")).client
        #expect(client == ["0 undecoded 0..<10 websocket.negative-length"])
        let long = try server("01 02 4141 80 02 4242", spec: "websocket:max-message=3")
        #expect(
            long.last
                == "1 message 0..<2 text message, 2 bytes in 2 frames websocket.message-too-long <- 2..<4"
        )
    }

    @Test("bytes behind the 101, in the same segment or not, are frames")
    func upgrade() throws {
        let reading = try StackReading(
            "websocket",
            client: Self.ask + hex("81 81 00000000 41"),
            server: Self.agree() + hex("81 05 48656c6c6f")
        )
        #expect(
            reading.client == [
                "0 message 0..<70 GET /ws HTTP/1.1", "0 message 70..<77 text frame, 1 byte",
                "1 message 0..<1 text message, 1 byte <- 76..<77",
            ]
        )
        #expect(
            reading.server == [
                "0 message 0..<77 HTTP/1.1 101 Switching Protocols", "0 message 77..<84 text frame, 5 bytes",
                "1 message 0..<5 text message, 5 bytes <- 79..<84",
            ]
        )
    }

    @Test("a request before the upgrade, and one that was refused, leave HTTP to be spoken")
    func refused() throws {
        let no = Array("HTTP/1.1 401 Unauthorized\r\nContent-Length: 2\r\n\r\nno".utf8)
        let reading = try StackReading(
            "websocket",
            client: Self.ask + Self.ask + hex("81 80 00000000"),
            server: no + Self.agree()
        )
        #expect(reading.client.count == 4 && reading.client[2] == "0 message 140..<146 text frame, 0 bytes")
        #expect(reading.server.count == 2)
    }

    @Test("a half alone is decoded: what it asked for was agreed to if frames follow")
    func alone() throws {
        let client = try StackReading("websocket", client: Self.ask + hex("81 80 00000000")).client
        #expect(client.count == 3 && client[1] == "0 message 70..<76 text frame, 0 bytes")
        let http = try StackReading("websocket", client: Self.ask + Self.ask).client
        #expect(http == ["0 message 0..<70 GET /ws HTTP/1.1", "0 message 70..<140 GET /ws HTTP/1.1"])
    }

    @Test("what the encoder writes is read back, masked and not")
    func encoder() throws {
        var random = SplitMix(seed: 3)
        for round in 0..<24 {
            let isClient = round.isMultiple(of: 2)
            var writer = ByteWriter()
            var ranges: [ByteRange] = []
            for _ in 0..<4 {
                let start = writer.count
                let size = [0, 5, 125, 126, 300][Int.random(in: 0..<5, using: &random)]
                let payload = (0..<size).map { _ in UInt8.random(in: 0...255, using: &random) }
                let encoder = WebSocketEncoder(
                    mask: isClient ? UInt32.random(in: 0 ... .max, using: &random) : nil
                )
                try encoder.encode(.init(WebSocketFrame.Opcode.binary, payload), into: &writer)
                ranges.append(ByteRange(start, writer.count))
            }
            let side = isClient ? Side.client : .server
            var found: [Unit] = []
            var stream = StreamDecoder(WebSocketDecoder(side))
            stream.feed(writer.bytes.rawSpan) { unit, _, _ in found.append(unit) }
            #expect(found == ranges.map { Unit(.message, $0) })
            #expect(Rechunk.counterexample(writer.bytes, random: 4) { WebSocketDecoder(side) } == nil)
        }
    }

    @Test(
        "the encoder refuses what may not be sent",
        arguments: [
            WebSocketEncoder.Message(3, []), .init(9, [], isFinal: false),
            .init(9, [UInt8](repeating: 0, count: 126)),
            .init(0, [], isCompressed: true), .init(8, [], isCompressed: true),
        ]
    )
    func refusals(_ frame: WebSocketEncoder.Message) {
        var writer = ByteWriter()
        #expect(throws: EncodingError.self) { try WebSocketEncoder().encode(frame, into: &writer) }
        #expect(writer.bytes.isEmpty)
    }

    @Test(
        "behind a gap in the first message HTTP is found whatever the pieces were (fuzz target layers)",
        arguments: [1, 7, 1000]
    )
    func gapInFirstMessage(_ size: Int) throws {
        let post = Array("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 900\r\n\r\n0123".utf8)
        let get = Array("89\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n".utf8)
        let decoder = try CodecRegistry.factory("websocket").make().client
        var batch = UnitBatch(wantsDetails: true)
        for start in stride(from: 0, to: post.count, by: size) {
            decoder.feed(Array(post[start..<min(start + size, post.count)]).rawSpan, into: &batch)
        }
        decoder.gap(4, into: &batch)
        decoder.feed(get.rawSpan, into: &batch)
        decoder.finish(.closed, into: &batch)
        #expect(
            batch.units.map { "\($0.kind.name) \($0.range)" } == [
                "undecoded 0..<53", "gap 53..<57", "undecoded 57..<61", "message 61..<88",
            ]
        )
    }
}
