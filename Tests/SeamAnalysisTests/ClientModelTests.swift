import SeamAnalysis
import SeamBytes
import SeamCodecs
import SeamStreams
import Testing

/// What each client would have got, counted by hand from the bytes of each read.
@Suite("Modelled clients")
struct ClientModelTests {
    /// A half: what each read brought, nil for a byte that is not in the capture.
    struct Half: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var codec: String
        var reads: [String?]
        /// `client right/merged/torn/lost`, and `@` the index of the first message that it got wrong.
        var expected: [String]
    }

    static func results(
        _ reads: [[UInt8]?],
        _ codec: String,
        _ choice: ClientChoice = .all
    ) throws -> [ClientResult] {
        var half = HalfAnalysis(
            stream: 0,
            side: .client,
            decoder: CodecDecoder(NoDecoder()),
            wantsPicture: false,
            clients: choice
        )
        let factory = try CodecRegistry.factory(codec)
        half.start(factory.name, factory.make().client, at: Timestamp(nanoseconds: 0))
        var batch = UnitBatch(wantsDetails: false)
        var offset = 0
        for (place, bytes) in reads.enumerated() {
            guard let bytes else {
                half.gap(1, &batch, nil)
                offset += 1
                continue
            }
            let range = ByteRange(offset, offset + bytes.count)
            var carrier = Carrier(range, packet: place + 1, time: Timestamp(nanoseconds: place))
            half.carry(&carrier)
            _ = half.feed(bytes.rawSpan, &batch, nil)
            offset = range.end
        }
        half.finish(.closed, &batch, nil)
        return half.clientResults
    }

    static func lines(_ results: [ClientResult]) -> [String] {
        results.map { result in
            let counts = "\(result.right)/\(result.merged)/\(result.torn)/\(result.lost)"
            return "\(result.name) \(counts)" + (result.first.map { " @\($0.index) \($0.outcome)" } ?? "")
        }
    }

    static let halves = [
        Half(
            testDescription: "each message in a read of its own: all are right",
            codec: "line",
            reads: ["a\n", "bb\n"],
            expected: [
                "naive 2/0/0/0", "max-buffer:1024 2/0/0/0", "buffer-limit:8192 2/0/0/0", "drop-rest 2/0/0/0",
            ]
        ),
        Half(
            testDescription: "three messages in one read: one is seen, two are forgotten",
            codec: "line",
            reads: ["a\nb\nc\n", "d\n"],
            expected: [
                "naive 1/3/0/0 @0 merged", "max-buffer:1024 1/3/0/0 @0 merged", "buffer-limit:8192 4/0/0/0",
                "drop-rest 2/0/0/2 @1 lost",
            ]
        ),
        Half(
            testDescription: "a message in two reads: torn, but not for who keeps what is not complete",
            codec: "line",
            reads: ["a\n", "b", "b\n"],
            expected: [
                "naive 1/0/1/0 @1 torn", "max-buffer:1024 1/0/1/0 @1 torn", "buffer-limit:8192 2/0/0/0",
                "drop-rest 2/0/0/0",
            ]
        ),
        Half(
            testDescription: "the head of a message forgotten with the rest of a read",
            codec: "line",
            reads: ["a\nb", "b\nc\n", "d\n"],
            expected: [
                "naive 1/2/1/0 @0 merged", "max-buffer:1024 1/2/1/0 @0 merged", "buffer-limit:8192 4/0/0/0",
                "drop-rest 2/0/1/1 @1 torn",
            ]
        ),
        Half(
            testDescription: "behind a byte that is missing a read begins anew",
            codec: "line",
            reads: ["a\n", nil, "b\n", "c\nd\n"],
            // Behind the gap the rest of the line that it cut is undecoded.
            expected: [
                "naive 1/2/0/0 @3 merged", "max-buffer:1024 1/2/0/0 @3 merged", "buffer-limit:8192 3/0/0/0",
                "drop-rest 2/0/0/1 @4 lost",
            ]
        ),
        Half(
            testDescription: "one JSON in each read: two in one, or one in two, are not JSON at all",
            codec: "line",
            reads: ["{\"a\":1}\n", "{\"b\":2}\n20\n", "{\"c\"", ":3}\n", "{\"d\":4}\n"],
            expected: [
                "naive 2/2/1/0 @1 merged", "max-buffer:1024 2/2/1/0 @1 merged", "buffer-limit:8192 5/0/0/0",
                "drop-rest 4/0/0/1 @2 lost", "one-json 2/0/0/3 @1 lost",
            ]
        ),
        Half(
            testDescription:
                "a NUL in a counted body ends the frame for StompKit; a heart-beat harms only naive clients",
            codec: "stomp",
            reads: [
                "CONNECT\naccept-version:1.2\nhost:/\n\n\0",
                "SEND\ndestination:/a\ncontent-length:3\n\na\0b\0",
                "SEND\ndestination:/a\n\nhi\0\n",
                "\n",
            ],
            expected: [
                "naive 2/1/0/0 @2 merged", "max-buffer:1024 2/1/0/0 @2 merged", "buffer-limit:8192 3/0/0/0",
                "drop-rest 3/0/0/0", "stompkit 2/0/1/0 @1 torn",
            ]
        ),
    ]

    @Test("get what the reads let them", arguments: halves)
    func clients(_ half: Half) throws {
        let reads = half.reads.map { $0.map { Array($0.utf8) } }
        #expect(Self.lines(try Self.results(reads, half.codec)) == half.expected)
    }

    private func only(_ client: String) throws -> ClientChoice {
        var choice = ClientChoice.none
        try choice.add(client)
        return choice
    }

    /// A line of so many bytes, its end included.
    private func line(_ count: Int) -> [UInt8] { [UInt8](repeating: 0x61, count: count - 1) + [0x0a] }

    @Test("max-buffer waits for more when a message fills its buffer, and takes what follows for its rest")
    func fullBuffer() throws {
        let choice = try only("max-buffer:4")
        // aaa LF fills the buffer, so that b LF is read behind it: one message of six bytes.
        #expect(
            Self.lines(try Self.results([line(4), line(2), line(3)], "line", choice)) == [
                "max-buffer:4 1/2/0/0 @0 merged"
            ]
        )
        // 4 + 2 bytes by two reads: the second does not fill the buffer.
        #expect(Self.lines(try Self.results([line(6)], "line", choice)) == ["max-buffer:4 1/0/0/0"])
        // aaaa | aa LF: the cut stands where the buffer was full, and the client went on reading.
        let pieces: [[UInt8]?] = [Array(line(7)[..<4]), Array(line(7)[4...]), line(2)]
        #expect(Self.lines(try Self.results(pieces, "line", choice)) == ["max-buffer:4 2/0/0/0"])
        // Nothing follows: the end of the stream ends the message.
        #expect(Self.lines(try Self.results([line(8)], "line", choice)) == ["max-buffer:4 1/0/0/0"])
    }

    @Test("buffer-limit gives up when many small messages exceed it together, as when one does")
    func bufferLimit() throws {
        let choice = try only("buffer-limit:8")
        // 2 bytes, then 10 in one read though no line has more than 5; nothing is got after it.
        let burst = line(5) + line(5)
        #expect(
            Self.lines(try Self.results([line(2), burst, line(2)], "line", choice))
                == ["buffer-limit:8 1/0/0/3 @1 lost"]
        )
        // A line of 9 in pieces of 4, 4 and 1: exceeded with the last.
        let nine = line(9)
        let pieces: [[UInt8]?] = [Array(nine[..<4]), Array(nine[4..<8]), Array(nine[8...]), line(2)]
        #expect(Self.lines(try Self.results(pieces, "line", choice)) == ["buffer-limit:8 0/0/0/2 @0 lost"])
        // 8 bytes of 3 messages, the last of which goes on: 2 wait when 6 come.
        let kept: [[UInt8]?] = [line(3) + line(3) + [0x61, 0x61], line(6)]
        #expect(Self.lines(try Self.results(kept, "line", choice)) == ["buffer-limit:8 3/0/0/0"])
        // With one byte more in the second read it is too much.
        #expect(
            Self.lines(try Self.results([line(3) + line(3) + [0x61, 0x61], line(7)], "line", choice))
                == ["buffer-limit:8 2/0/0/1 @2 lost"]
        )
    }

    @Test("u8-length ends at the message with which its offset would pass 255, wherever reads end")
    func smallOffset() throws {
        let choice = try only("u8-length")
        func message(_ length: UInt8) -> [UInt8] {
            [1, length] + [UInt8](repeating: 0x61, count: Int(length))
        }
        // 100 + 100 + 55 bytes in one read: the offset reaches 255, which a UInt8 holds.
        #expect(
            Self.lines(try Self.results([message(98) + message(98) + message(53)], "tlc", choice))
                == ["u8-length 3/0/0/0"]
        )
        // One more, and the third is not got, nor anything later: the addition traps.
        #expect(
            Self.lines(
                try Self.results([message(98) + message(98) + message(54), message(1)], "tlc", choice)
            ) == ["u8-length 2/0/0/2 @2 lost"]
        )
        // In reads of their own the offset begins at 0 each time.
        #expect(
            Self.lines(try Self.results([message(98), message(98), message(98)], "tlc", choice))
                == ["u8-length 3/0/0/0"]
        )
        // One message of 2 + 254 bytes is too much by itself.
        #expect(
            Self.lines(try Self.results([message(254), message(1)], "tlc", choice)) == [
                "u8-length 0/0/0/2 @0 lost"
            ]
        )
    }

    @Test("clients that do not speak the protocol are left out")
    func applicable() throws {
        func names(_ reads: [String], _ codec: String) throws -> [String] {
            try Self.results(reads.map { Array($0.utf8) }, codec).map(\.model.name.description).filter {
                !["naive", "max-buffer", "buffer-limit", "drop-rest"].contains($0)
            }
        }
        #expect(try names(["\u{1}\u{1}{"], "tlc") == ["u8-length"])
        #expect(try names(["{\"a\":1}\n"], "line") == ["one-json"])
        #expect(try names(["[1]\n"], "line") == ["one-json"])
        #expect(try names(["{not json}\n"], "line").isEmpty)
        #expect(try names(["hello\n"], "line").isEmpty)
        // 0x7b and 0x22 are a length and a type here.
        #expect(try names(["\u{7b}\"" + String(repeating: "a", count: 122)], "varint").isEmpty)
        #expect(try names(["\n", "SEND\ndestination:/a\n\n\0"], "stomp") == ["stompkit"])
        // Nothing was decoded.
        #expect(try names(["abc"], "line").isEmpty)
    }

    @Test("specs name the clients, once each, with a size where they have one")
    func specs() throws {
        var choice = ClientChoice.none
        try choice.add("max-buffer:8k")
        #expect(choice.size(of: .maxBuffer) == 8192)
        #expect(choice.contains(.maxBuffer) && !choice.contains(.naive))
        #expect(throws: SpecError("is a second max-buffer")) { try choice.add("max-buffer") }
        #expect(throws: SpecError("has a size, but naive takes none")) { try choice.add("naive:4") }
        for spec in ["buffer-limit:0", "buffer-limit:", "buffer-limit:x", "buffer-limit:99G"] {
            #expect(throws: SpecError("has no size such as 1024 or 8k behind the colon")) {
                try only(spec)
            }
        }
        #expect(throws: SpecError.self) { try choice.add("Naive") }
    }

    @Test("segments that are delivered at once are one read", arguments: [true, false])
    func announced(_ isAtOnce: Bool) throws {
        var half = HalfAnalysis(
            stream: 0,
            side: .client,
            decoder: CodecDecoder(NoDecoder()),
            wantsPicture: false,
            clients: .all
        )
        let factory = try CodecRegistry.factory("line")
        half.start(factory.name, factory.make().client, at: Timestamp(nanoseconds: 0))
        var batch = UnitBatch(wantsDetails: false)
        // ab| cd|      two segments, each a message: the second came first and waited
        if isAtOnce { half.announce(ByteRange(0, 6)) }
        for (place, line) in ["ab\n", "cd\n"].enumerated() {
            let range = ByteRange(3 * place, 3 * place + 3)
            var carrier = Carrier(range, packet: 2 - place, time: Timestamp(nanoseconds: 2))
            half.carry(&carrier)
            _ = half.feed(Array(line.utf8).rawSpan, &batch, nil)
        }
        half.finish(.closed, &batch, nil)
        let expected =
            isAtOnce
            ? [
                "naive 0/2/0/0 @0 merged", "max-buffer:1024 0/2/0/0 @0 merged", "buffer-limit:8192 2/0/0/0",
                "drop-rest 1/0/0/1 @1 lost",
            ]
            : ["naive 2/0/0/0", "max-buffer:1024 2/0/0/0", "buffer-limit:8192 2/0/0/0", "drop-rest 2/0/0/0"]
        #expect(Self.lines(half.clientResults) == expected)
    }
}
