import SeamBytes
import SeamCodecs
import SeamTesting
import Testing

/// Both verifiers over messages that encoders write at random, for every codec of the registry.
///
/// `PresetTests` has those with a plain encoder; here are the others, layers included.
@Suite struct EveryCodecTests {
    /// What both halves say.
    struct Talk {
        var spec: String
        var client: [UInt8]
        var server: [UInt8]
    }

    typealias Make = @Sendable (inout SplitMix) throws -> Talk

    /// Bytes of any kind, or of a text with what codecs treat specially.
    private static func bytes(_ limit: Int, _ random: inout SplitMix) -> [UInt8] {
        (0..<Int.random(in: 0...limit, using: &random)).map { _ in .random(in: .min ... .max, using: &random)
        }
    }

    private static func text(_ limit: Int, _ random: inout SplitMix) -> String {
        let signs = Array("abc 09:\\\"{}[],\n\ré中")
        let count = Int.random(in: 0...limit, using: &random)
        return String((0..<count).map { _ in signs.randomElement(using: &random) ?? "a" })
    }

    /// So many messages, written by `write`.
    private static func messages(
        _ random: inout SplitMix,
        _ write: (inout SplitMix, inout ByteWriter) throws -> Void
    ) rethrows -> [UInt8] {
        var writer = ByteWriter()
        for _ in 0..<Int.random(in: 1...6, using: &random) { try write(&random, &writer) }
        return writer.bytes
    }

    private static func both(
        _ spec: String,
        _ random: inout SplitMix,
        _ write: (inout SplitMix, inout ByteWriter) throws -> Void
    ) rethrows -> Talk {
        Talk(spec: spec, client: try messages(&random, write), server: try messages(&random, write))
    }

    private static func line(_ random: inout SplitMix) -> [UInt8] { bytes(40, &random).filter { $0 != 0x0a } }

    private static func stomp(_ random: inout SplitMix, _ writer: inout ByteWriter) throws {
        if Bool.random(using: &random) { return try STOMPEncoder().encode(.heartbeat, into: &writer) }
        let frame = STOMPFrame(.send, ["destination": text(9, &random)], body: bytes(30, &random))
        try STOMPEncoder().encode(.frame(frame), into: &writer)
    }

    /// An upgrade, and messages behind it, deflated in one of the ways that can be agreed on.
    private static func webSocket(
        _ spec: String,
        _ random: inout SplitMix,
        _ content: (inout SplitMix) throws -> [UInt8]
    ) throws -> Talk {
        var deflate = WebSocketDeflate()
        deflate.clientForgets = Bool.random(using: &random)
        deflate.serverForgets = Bool.random(using: &random)
        deflate.clientBits = Int.random(in: 8...15, using: &random)
        deflate.serverBits = Int.random(in: 8...15, using: &random)
        let isDeflated = Bool.random(using: &random)
        let agreed =
            "permessage-deflate; client_max_window_bits=\(deflate.clientBits); "
            + "server_max_window_bits=\(deflate.serverBits)"
            + (deflate.clientForgets ? "; client_no_context_takeover" : "")
            + (deflate.serverForgets ? "; server_no_context_takeover" : "")
        var halves = [WebSocketTests.ask, WebSocketTests.agree(isDeflated ? agreed : "")]
        for side in Side.allCases {
            let encoder = WebSocketMessageEncoder(side, deflate: isDeflated ? deflate : nil)
            let control = WebSocketEncoder(mask: side == .client ? 7 : nil)
            halves[side.place] += try messages(&random) { random, writer in
                let frames = Int.random(in: 1...3, using: &random)
                try encoder.encode(2, content(&random), frames: frames, into: &writer)
                if Bool.random(using: &random) {
                    try control.encode(.init(9, bytes(9, &random)), into: &writer)
                }
            }
        }
        return Talk(spec: spec, client: halves[0], server: halves[1])
    }

    // MARK: - One generator a codec

    private static func delimiter(_ random: inout SplitMix) throws -> Talk {
        try both("delimiter:bytes=0d0a", &random) { random, writer in
            try DelimiterEncoder([[13, 10]]).encode(line(&random).filter { $0 != 13 }, into: &writer)
        }
    }

    private static func lines(_ random: inout SplitMix) throws -> Talk {
        try both("line", &random) { random, writer in
            try LineEncoder(end: .crlf).encode(line(&random).filter { $0 != 13 }, into: &writer)
        }
    }

    private static func fixed(_ random: inout SplitMix) throws -> Talk {
        both("fixed:size=7", &random) { random, writer in
            for _ in 0..<7 { writer.write(UInt8.random(in: .min ... .max, using: &random)) }
        }
    }

    private static func varint(_ random: inout SplitMix) throws -> Talk {
        try both("varint", &random) { try VarintEncoder().encode(bytes(200, &$0), into: &$1) }
    }

    private static func length(_ random: inout SplitMix) throws -> Talk {
        let field = try LengthField(offset: 2, .binary(width: 2, .little), counts: .frame)
        return try both("length:offset=2,width=2,order=little,counts=frame", &random) { random, writer in
            let message = LengthEncoder.Message(prefix: [1, 2], content: bytes(99, &random))
            try LengthEncoder(field).encode(message, into: &writer)
        }
    }

    private static func tlc(_ random: inout SplitMix) throws -> Talk {
        let format = try TLCFormat(type: 2, length: 4)
        return try both("tlc:type=2,length=4", &random) { random, writer in
            let message = TLCEncoder.Message(type: 9, content: bytes(99, &random))
            try TLCEncoder(format).encode(message, into: &writer)
        }
    }

    private static func stompOverTCP(_ random: inout SplitMix) throws -> Talk {
        try both("stomp:version=1.2", &random, stomp)
    }

    private static func http(_ random: inout SplitMix) throws -> Talk {
        var writers = [ByteWriter(), ByteWriter()]
        for number in 0..<Int.random(in: 1...5, using: &random) {
            let method = ["GET", "HEAD", "POST"].randomElement(using: &random) ?? "GET"
            let asked: HTTPEncoder.Body = method == "POST" ? .length(bytes(50, &random)) : .none
            let ask = HTTPEncoder.Message("\(method) /\(number) HTTP/1.1", ["Host": "a"], body: asked)
            try HTTPEncoder().encode(ask, into: &writers[0])
            var body = HTTPEncoder.Body.length(method == "HEAD" ? [] : bytes(50, &random))
            if method != "HEAD", Bool.random(using: &random) {
                body = .chunks([[7], [8] + bytes(20, &random)])
            }
            try HTTPEncoder().encode(HTTPEncoder.Message("HTTP/1.1 200 OK", body: body), into: &writers[1])
        }
        return Talk(spec: "http", client: writers[0].bytes, server: writers[1].bytes)
    }

    private static func frames(_ random: inout SplitMix) throws -> Talk {
        try webSocket("websocket", &random) { bytes(300, &$0) }
    }

    private static func auto(_ random: inout SplitMix) throws -> Talk {
        try webSocket("websocket/auto", &random) { random in
            var writer = ByteWriter()
            try stomp(&random, &writer)
            return writer.bytes
        }
    }

    private static func sockJS(_ random: inout SplitMix) throws -> Talk {
        try webSocket("websocket/sockjs/stomp", &random) { random in
            var writer = ByteWriter()
            try stomp(&random, &writer)
            let text = String(decoding: writer.bytes, as: UTF8.self)
            let frames: [SockJSEncoder.Message] = [.array([text, "\n"]), .heartbeat, .open]
            var frame = ByteWriter()
            try SockJSEncoder().encode(frames.randomElement(using: &random) ?? .open, into: &frame)
            return frame.bytes
        }
    }

    private static func base64(_ random: inout SplitMix) throws -> Talk {
        both("line/base64", &random) { random, writer in
            writer.write(["Zm9v", "Zg==", "", "!", "Zm9vYmFy"].randomElement(using: &random) ?? "")
            writer.write("\n")
        }
    }

    private static func texts(_ random: inout SplitMix) throws -> Talk {
        try both("varint/text", &random) { random, writer in
            let isText = Bool.random(using: &random)
            let content = isText ? Array(text(20, &random).utf8) : bytes(20, &random)
            try VarintEncoder().encode(content, into: &writer)
        }
    }

    private static func rpcId(_ random: inout SplitMix) throws -> Talk {
        try both("varint/rpc-id/json", &random) { random, writer in
            try VarintEncoder().encode([1, 2, 3, 4] + Array(#"{"a":[1]} "#.utf8), into: &writer)
        }
    }

    private static func ssh(_ random: inout SplitMix) throws -> Talk {
        let hello = Array("SSH-2.0-OpenSSH_9.6\r\n".utf8)
        return Talk(spec: "ssh", client: hello + bytes(99, &random), server: hello + bytes(99, &random))
    }

    private static let generators: [String: Make] = [
        "delimiter": delimiter, "line": lines, "fixed": fixed, "varint": varint, "length": length, "tlc": tlc,
        "stomp": stompOverTCP, "http": http, "websocket": frames, "auto": auto, "sockjs": sockJS,
        "base64": base64, "text": texts, "rpc-id": rpcId, "ssh": ssh,
    ]

    private static let words: [String: [String]] = [
        "smtp": ["MAIL FROM:<a@b>", "DATA", "250 OK", "."], "ftp": ["USER a", "220 hi", "RETR x"],
        "imap": ["a1 LOGIN x y", "* OK hi", "a1 OK"], "irc": ["NICK a", ":b PRIVMSG #c :d", "PING x"],
    ]

    /// What both halves of a codec say.
    private static func talk(_ name: String, _ random: inout SplitMix) throws -> Talk {
        if let make = generators[name] { return try make(&random) }
        let lines = words[name] ?? []
        return both(name, &random) { random, writer in
            writer.write((lines.randomElement(using: &random) ?? "") + "\r\n")
        }
    }

    @Test("every codec of the registry has messages to be verified with")
    func complete() {
        let covered = Array(Self.generators.keys) + Array(Self.words.keys) + PresetTests.encoded
        #expect(Set(CodecRegistry.all.map(\.name)) == Set(covered))
    }

    @Test(
        "neither how the halves are cut nor which is seen first matters",
        arguments: (Array(generators.keys) + Array(words.keys)).sorted()
    )
    func verify(_ name: String) throws {
        var random = SplitMix(seed: 11)
        for _ in 0..<6 {
            let talk = try Self.talk(name, &random)
            let factory = try CodecRegistry.factory(talk.spec)
            for (side, bytes) in [(Side.client, talk.client), (.server, talk.server)] {
                let found = Rechunk.counterexample(bytes, random: 6, everyPlace: 48) {
                    side == .client ? factory.make().client : factory.make().server
                }
                #expect(found == nil, "\(talk.spec) \(found.map { "\($0)" } ?? "")")
            }
            let found = Interleave.counterexample(client: talk.client, server: talk.server, random: 12) {
                factory.make()
            }
            #expect(found == nil, "\(talk.spec) \(found.map { "\($0)" } ?? "")")
        }
    }

    @Test("what the encoder of WebSocket's messages deflates is inflated, in every way that can be agreed on")
    func deflate() throws {
        for bits in 8...15 {
            for forgets in [false, true] {
                var deflate = WebSocketDeflate()
                deflate.serverBits = bits
                deflate.serverForgets = forgets
                let encoder = WebSocketMessageEncoder(.server, deflate: deflate)
                var writer = ByteWriter()
                // Longer than the smallest windows, with what repeats within and without them.
                let contents = [
                    Array("Hello".utf8), Array("Hello".utf8), [],
                    (0..<2000).map { UInt8($0 % 7) } + (0..<1000).map { UInt8(truncatingIfNeeded: $0 * $0) },
                ]
                for content in contents { try encoder.encode(2, content, frames: 2, into: &writer) }
                let agreed =
                    "permessage-deflate; server_max_window_bits=\(bits)"
                    + (forgets ? "; server_no_context_takeover" : "")
                let reading = try StackReading(
                    "websocket",
                    client: WebSocketTests.ask,
                    server: WebSocketTests.agree(agreed) + writer.bytes
                )
                let sizes = reading.server.filter { $0.hasPrefix("1 ") }.map { line in
                    line.split(separator: ", ")[1].prefix { $0 != " " }
                }
                #expect(sizes == ["5", "5", "0", "3000"], "\(bits) \(forgets)")
                #expect(!reading.server.contains { $0.contains("websocket.") }, "\(bits) \(forgets)")
            }
        }
    }
}
