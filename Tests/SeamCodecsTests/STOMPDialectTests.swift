import SeamBytes
import SeamCodecs
import SeamTesting
import Testing

/// What RabbitMQ, Netty and StompKit make of the vectors of their own suites (reference/decoders.md 2d, systems.md).
@Suite struct STOMPDialectTests {
    /// The units of a text as a receiver reads it; every way of cutting agrees.
    private func read(
        _ dialect: String,
        _ text: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> [String] {
        try StackReading("stomp:dialect=\(dialect)", client: octets(text), sourceLocation: sourceLocation)
            .client
            .map { String($0.dropFirst(2)) }
    }

    @Test("RabbitMQ: NULs and ends of lines before a frame are noise")
    func rabbitNoise() throws {
        #expect(
            try read("rabbitmq", "\nCONNECT\n\n^@") == [
                "heartbeat 0..<1 end of line", "message 1..<11 CONNECT, 0 bytes",
            ]
        )
        #expect(
            try read("rabbitmq", "\r\nCONNECT\r\n\r\n^@") == [
                "heartbeat 0..<2 end of line", "message 2..<14 CONNECT, 0 bytes",
            ]
        )
        #expect(
            try read("rabbitmq", "^@^@CONNECT\n\n^@\n^@\n") == [
                "heartbeat 0..<1 NUL", "heartbeat 1..<2 NUL", "message 2..<12 CONNECT, 0 bytes",
                "heartbeat 12..<13 end of line", "heartbeat 13..<14 NUL", "heartbeat 14..<15 end of line",
            ]
        )
    }

    @Test(
        "RabbitMQ: a CR that no LF follows is an error, wherever it stands",
        arguments: [
            "\rCONNECT\n\n^@", "COMM\rAND\n\n^@", "CONNECT\r\r\n\n^@", "SEND\nhead\rer:val\n\n^@",
            "SEND\nheader:val\rue\n\n^@",
        ]
    )
    func rabbitCR(_ text: String) throws {
        let count = octets(text).count
        #expect(try read("rabbitmq", text) == ["undecoded 0..<\(count) stomp.rabbitmq-carriage-return"])
    }

    @Test("RabbitMQ: unknown commands pass, up to 32 bytes")
    func rabbitCommand() throws {
        #expect(try read("rabbitmq", "CONNE\n\n^@") == ["message 0..<8 CONNE, 0 bytes"])
        let long = String(repeating: "A", count: 33)
        #expect(try read("rabbitmq", long) == ["undecoded 0..<33 stomp.rabbitmq-command-too-long"])
    }

    @Test("RabbitMQ: 100 headers are enough, repeated ones do not count, and a line needs a colon")
    func rabbitHeaders() throws {
        func headers(_ count: Int, same: Bool = false) -> String {
            (0..<count).map { "h\(same ? 0 : $0):v\n" }.joined()
        }
        #expect(try read("rabbitmq", "SEND\n" + headers(100) + "\n^@").first?.hasPrefix("message") == true)
        #expect(
            try read("rabbitmq", "SEND\n" + headers(200, same: true) + "\n^@").first?.hasPrefix("message")
                == true
        )
        #expect(
            try read("rabbitmq", "SEND\n" + headers(101) + "\n^@").first?
                .hasSuffix("stomp.rabbitmq-too-many-headers") == true
        )
        #expect(try read("rabbitmq", "SEND\nheader\n\n^@")[0].hasSuffix("stomp.rabbitmq-no-colon"))
        #expect(try read("rabbitmq", #"SEND\#na:\t\#n\#n^@"#)[0].hasSuffix("stomp.rabbitmq-bad-escape"))
    }

    @Test(
        "RabbitMQ: content-length counts in SEND alone, with spaces around it; what is no number does not",
        arguments: [
            ("SEND\ncontent-length:0\n\n^@", ["message 0..<24 SEND, 0 bytes"]),
            ("SEND\ncontent-length:5\n\nhello^@", ["message 0..<29 SEND, 5 bytes"]),
            ("SEND\ncontent-length: 5 \n\nhe^@lo^@", ["message 0..<31 SEND, 5 bytes"]),
            ("SEND\ncontent-length:abc\n\nhello^@", ["message 0..<31 SEND, 5 bytes"]),
            ("SEND\ncontent-length:-1\n\nhello^@", ["undecoded 0..<30 stomp.rabbitmq-bad-length"]),
            ("SEND\ncontent-length:3\n\nhelloX^@", ["undecoded 0..<30 stomp.rabbitmq-bad-length"]),
            ("MESSAGE\ncontent-length:9\n\nhe^@", ["message 0..<29 MESSAGE, 2 bytes"]),
        ]
    )
    func rabbitLength(_ text: String, _ expected: [String]) throws {
        #expect(try read("rabbitmq", text) == expected)
    }

    @Test("Netty: CR and LF before a command are skipped, and a CR anywhere in a line")
    func nettyNoise() throws {
        #expect(
            try read("netty", "\n\r\nSE\rND\r\ndestination:/\ra\n\nx^@\n") == [
                "heartbeat 0..<1 end of line", "heartbeat 1..<2 end of line", "heartbeat 2..<3 end of line",
                "message 3..<29 SEND /a, 1 byte", "heartbeat 29..<30 end of line",
            ]
        )
    }

    @Test(
        "Netty: unknown commands and commands in small letters are errors for good",
        arguments: ["INVALID", "disconnect"]
    )
    func nettyCommand(_ command: String) throws {
        let text = command + "\n\n^@SEND\n\n^@"
        #expect(
            try read("netty", text) == ["undecoded 0..<\(octets(text).count) stomp.netty-unknown-command"]
        )
    }

    @Test("Netty: a header with a second colon, or without a name, is dropped unless headers are validated")
    func nettyHeaders() throws {
        let time = "SEND\ndestination:/a\ncurrent-time:2000-01-01T00:00:00\n\n^@"
        let empty = "SEND\ndestination:/a\n:header-value\n\n^@"
        for text in [time, empty] {
            #expect(try read("netty", text)[0].hasSuffix("SEND /a, 0 bytes"))
            #expect(try read("netty,validate=yes", text)[0].hasSuffix("stomp.netty-bad-header"))
        }
        #expect(
            try read("netty,validate=yes", #"SEND\#ndestination:\c\#n\#n^@"#)[0].hasSuffix("SEND :, 0 bytes")
        )
    }

    @Test("Netty: escapes are undone but in CONNECT and CONNECTED, and others are errors")
    func nettyEscapes() throws {
        #expect(try read("netty", #"CONNECT\#ndestination:\\\#n\#n^@"#)[0].hasSuffix(#"CONNECT \\, 0 bytes"#))
        #expect(try read("netty", #"SEND\#ndestination:\\\#n\#n^@"#)[0].hasSuffix(#"SEND \, 0 bytes"#))
        #expect(try read("netty", #"SEND\#na:\t\#n\#n^@"#)[0].hasSuffix("stomp.netty-bad-escape"))
    }

    @Test(
        "Netty: a content-length that is no number is 0, and a NUL must stand behind the body",
        arguments: [
            ("SEND\ncontent-length:17\n\nhello, queue a!!!^@", "message 0..<42 SEND, 17 bytes"),
            ("SEND\ncontent-length:4\n\nbody\u{1}", "undecoded 0..<28 stomp.netty-bad-length"),
            ("SEND\ncontent-length:abc\n\nhello^@", "undecoded 0..<31 stomp.netty-bad-length"),
            ("SEND\ncontent-length:abc\n\n^@", "message 0..<26 SEND, 0 bytes"),
        ]
    )
    func nettyLength(_ text: String, _ expected: String) throws {
        #expect(try read("netty", text) == [expected])
    }

    @Test("Netty: a line has at most 1024 bytes")
    func nettyLine() throws {
        let fits = "SEND\na:" + String(repeating: "x", count: 1022) + "\n\n^@"
        #expect(try read("netty", fits)[0].hasPrefix("message"))
        let long = "SEND\na:" + String(repeating: "x", count: 1023)
        #expect(try read("netty", long)[0].hasSuffix("stomp.netty-line-too-long"))
    }

    @Test(
        "StompKit: reads to the first NUL, takes heart-beats for the start of a frame, joins the lines of a body"
    )
    func stompkit() throws {
        #expect(
            try read("stompkit", "\n\nMESSAGE\ndestination:/a\ndestination:/b\ncontent-length:5\n\na\nb^@c^@")
                == [
                    "message 0..<62 MESSAGE /b, 2 bytes", "message 62..<64 c, 0 bytes",
                ]
        )
        #expect(try read("stompkit", "SEND\r\ndestination:\\c\r\n\n^@")[0].hasSuffix("SEND\r \\c\r, 0 bytes"))
    }

    @Test("WebsocketStompKit: several frames in one message are one, and a message of LF alone crashes it")
    func stompkitOverWebSocket() throws {
        var writer = ByteWriter()
        let texts = ["MESSAGE\ndestination:/a\n\nx^@\nMESSAGE\ndestination:/b\n\ny^@", "\n"]
        for text in texts {
            try WebSocketEncoder().encode(.init(WebSocketFrame.Opcode.text, octets(text)), into: &writer)
        }
        let units = try StackReading("websocket/stomp:dialect=stompkit", server: writer.bytes).server
        let stomp = units.filter { $0.hasPrefix("2 ") }.map { $0.split(separator: " <- ")[0] }
        #expect(
            stomp == [
                "2 message 0..<53 MESSAGE /a, 23 bytes",
                "2 message 53..<54 , 0 bytes stomp.stompkit-empty-message",
            ]
        )
    }

    /// What is said of the receivers that disagree about the frames of a text, as `netty=...`.
    private func disagreements(_ text: String) throws -> [String] {
        try FrameProbe.descriptions("stomp:version=1.2", octets(text)).map { line in
            line.split(separator: " | ").last.map(String.init) ?? ""
        }.map { fields in
            let places = ["rabbitmq=", "netty=", "stompkit="].compactMap {
                fields.firstRange(of: $0)?.lowerBound
            }
            return places.min().map { String(fields[$0...]) } ?? ""
        }
    }

    @Test("a frame says which receivers read it otherwise, and how; most frames say nothing")
    func disagreement() throws {
        #expect(try disagreements("SEND\ndestination:/a\n\nhello^@") == [""])
        #expect(
            try disagreements("SEND\ndestination:/a\nat:1:2\n\nhello^@") == ["netty=drops header at"]
        )
        #expect(
            try disagreements("SEND\ndestination:/a\ncontent-length:3\n\na^@b^@") == [
                "stompkit=ends it after 40 of 42 bytes; gets a body of 1 bytes, not 3"
            ]
        )
        #expect(
            try disagreements(
                "MESSAGE\nmessage-id:1\nsubscription:1\ndestination:/a\ncontent-length:3\n\na^@b^@"
            ) == [
                "rabbitmq=ends it after 71 of 73 bytes; gets a body of 1 bytes, not 3,"
                    + "stompkit=ends it after 71 of 73 bytes; gets a body of 1 bytes, not 3"
            ]
        )
        #expect(
            try disagreements("SEND\ndestination:/a\ndestination:/b\n\nx\ny^@") == [
                "stompkit=reads destination as /b; gets a body of 2 bytes, not 3"
            ]
        )
    }
}
