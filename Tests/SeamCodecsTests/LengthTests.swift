import SeamBytes
import SeamCodecs
import SeamTesting
import Testing

private func big(_ width: Int) -> LengthField.Number { .binary(width: width, .big) }
private func little(_ width: Int) -> LengthField.Number { .binary(width: width, .little) }

private func units(
    _ field: LengthField,
    strip: Int? = nil,
    _ bytes: [UInt8],
    end: StreamEnd = .closed,
    sourceLocation: SourceLocation = #_sourceLocation
) -> [String] {
    lines(
        bytes,
        end: end,
        by: { LengthDecoder(field, strip: strip) },
        output: { "declared \($0.declared) length \($0.length)" },
        sourceLocation: sourceLocation
    )
}

/// The vectors of Netty's `LengthFieldBasedFrameDecoder` (reference/decoders.md, 2a).
@Suite struct LengthNettyTests {
    let text = "\"HELLO, WORLD\""

    @Test("doc1, doc2: a length of two bytes, its header kept or stripped")
    func header() throws {
        let field = try LengthField(big(2))
        #expect(units(field, strip: 0, wire("000C \(text)")) == ["message 0..<14 declared 12 length 14"])
        #expect(units(field, strip: 2, wire("000C \(text)")) == ["message 0..<14 declared 12 length 12"])
        #expect(units(field, wire("000C \(text)")) == ["message 0..<14 declared 12 length 12"])
    }

    @Test("doc3: the length counts its header")
    func countsFrame() throws {
        let expected = ["message 0..<14 declared 14 length 14"]
        #expect(try units(LengthField(big(2), adjustment: -2), strip: 0, wire("000E \(text)")) == expected)
        #expect(try units(LengthField(big(2), counts: .frame), strip: 0, wire("000E \(text)")) == expected)
    }

    @Test("doc4, doc5: another header before and behind the length")
    func headers() throws {
        let behind = try LengthField(offset: 2, big(3))
        #expect(
            units(behind, strip: 0, wire("CAFE 00000C \(text)")) == ["message 0..<17 declared 12 length 17"]
        )
        let before = try LengthField(big(3), adjustment: 2)
        #expect(
            units(before, strip: 0, wire("00000C CAFE \(text)")) == ["message 0..<17 declared 12 length 17"]
        )
    }

    @Test("doc6, doc7: headers before and behind, of which the second is kept")
    func bothHeaders() throws {
        let content = try LengthField(offset: 1, big(2), adjustment: 1)
        #expect(
            units(content, strip: 3, wire("CA 000C FE \(text)")) == ["message 0..<16 declared 12 length 13"]
        )
        let frame = try LengthField(offset: 1, big(2), adjustment: -3)
        #expect(
            units(frame, strip: 3, wire("CA 0010 FE \(text)")) == ["message 0..<16 declared 16 length 13"]
        )
    }

    @Test("tooLong1, tooLong2: a frame over the limit is skipped whole, wherever it was cut")
    func tooLong() throws {
        let bytes = wire("00000020") + Array(0..<32) + wire("00000001 \"a\"")
        #expect(
            try units(LengthField(big(4), maximum: 16), strip: 0, bytes) == [
                "undecoded 0..<36 length.too-long 32 limit 16",
                "message 36..<41 declared 1 length 5",
            ]
        )
    }

    @Test("slow, fast: the limit counts the header, and the next frame is found both times")
    func tooLongTwice() throws {
        let round = "00000002 0000 00000001 \"A\""
        #expect(
            try units(LengthField(big(4), maximum: 5), strip: 4, wire(round + round)) == [
                "undecoded 0..<6 length.too-long 2 limit 5",
                "message 6..<11 declared 1 length 1",
                "undecoded 11..<17 length.too-long 2 limit 5",
                "message 17..<22 declared 1 length 1",
            ]
        )
    }

    @Test("a negative length and one smaller than its header cost the header alone")
    func corrupted() throws {
        #expect(
            try units(LengthField(offset: 1, big(8)), wire("AA FFFFFFFFFFFFFFFF AA 0000000000000001 42")) == [
                "undecoded 0..<9 length.negative 18446744073709551615",
                "message 9..<19 declared 1 length 1",
            ]
        )
        #expect(
            try units(LengthField(offset: 1, big(1), counts: .frame), wire("AA 01 AA 03 42")) == [
                "undecoded 0..<2 length.too-short 1",
                "message 2..<5 declared 3 length 1",
            ]
        )
    }

    @Test("a frame shorter than what is stripped of it is skipped whole")
    func stripTooLong() throws {
        #expect(
            try units(LengthField(big(1)), strip: 3, wire("01 41 02 42 43")) == [
                "undecoded 0..<2 length.strip-too-long",
                "message 2..<5 declared 2 length 0",
            ]
        )
    }

    @Test("a length near the end of 64 bits is too long, not an overflow")
    func overflow() throws {
        let field = try LengthField(big(8), adjustment: Int(Int32.max))
        #expect(
            units(field, wire("7FFFFFFFFFFFFFFF 0102")) == [
                "undecoded 0..<10 length.too-long 9223372036854775807 limit 16777216"
            ]
        )
    }
}

/// The vectors of swift-nio-extras (reference/decoders.md, 2b).
@Suite struct LengthNIOTests {
    @Test(
        "every width in either order",
        arguments: [
            (little(1), "04 0A141E28", 5), (little(2), "0500 \"abcde\"", 7), (big(2), "0005 \"abcde\"", 7),
            (big(3), "000005 \"abcde\"", 8), (little(3), "050000 \"abcde\"", 8),
            (little(4), "05000000 \"abcde\"", 9), (big(4), "00000005 \"abcde\"", 9),
            (little(8), "0500000000000000 \"abcde\"", 13), (big(8), "0000000000000005 \"abcde\"", 13),
        ]
    )
    func widths(number: LengthField.Number, bytes: String, end: Int) throws {
        let length = end == 5 ? 4 : 5
        #expect(
            try units(LengthField(number), wire(bytes)) == [
                "message 0..<\(end) declared \(length) length \(length)"
            ]
        )
    }

    @Test("two frames in one piece, and an empty one")
    func several() throws {
        #expect(
            try units(LengthField(big(1)), wire("05 \"abcde\" 03 \"123\" 00")) == [
                "message 0..<6 declared 5 length 5",
                "message 6..<10 declared 3 length 3",
                "message 10..<11 declared 0 length 0",
            ]
        )
    }

    @Test("what the end leaves over holds the header, which swift-nio-extras has consumed")
    func leftover() throws {
        #expect(try units(LengthField(little(2)), [5]) == ["leftover 0..<1 stream.unfinished"])
        #expect(
            try units(LengthField(little(2)), wire("0700 \"abcde\"")) == [
                "leftover 0..<7 stream.unfinished limit 9"
            ]
        )
    }

    @Test(
        "2^31 - 1 is a length that waits for its content, 2^31 is an error",
        arguments: [
            (little(4), "FFFFFF7F", "00000080"), (big(4), "7FFFFFFF", "80000000"),
            (little(8), "FFFFFF7F00000000", "0000008000000000"),
            (big(8), "000000007FFFFFFF", "0000000080000000"),
        ]
    )
    func greatest(number: LengthField.Number, most: String, over: String) throws {
        let field = try LengthField(number, maximum: 1 << 40)
        let end = most.count / 2
        #expect(units(field, wire(most), end: .cut) == ["leftover 0..<\(end)"])
        #expect(
            units(field, wire(over)) == ["undecoded 0..<\(end) length.too-long 2147483648 limit 2147483647"]
        )
    }
}

@Suite struct LengthTextTests {
    @Test(
        "digits of a fixed width, padded in the ways of real systems",
        arguments: ["0012", "  12", "12  ", "12\0\0"]
    )
    func digits(number: String) throws {
        let bytes = Array((number + "HELLO, WORLD").utf8)
        #expect(try units(LengthField(.digits(4)), bytes) == ["message 0..<16 declared 12 length 12"])
    }

    @Test("digits that count themselves")
    func digitsOfFrame() throws {
        #expect(
            try units(LengthField(.digits(4), counts: .frame), wire("\"0016HELLO, WORLD0004\"")) == [
                "message 0..<16 declared 16 length 12",
                "message 16..<20 declared 4 length 0",
            ]
        )
    }

    @Test("digits up to a space, as RFC 6587 §3.4.1 counts octets")
    func octetCounting() throws {
        #expect(
            try units(LengthField(.until(0x20)), wire("\"5 hello13 <34>1 - - - -\"")) == [
                "message 0..<7 declared 5 length 5",
                "message 7..<23 declared 13 length 13",
            ]
        )
    }

    @Test("netstrings: digits, a colon, the content, a comma")
    func netstrings() throws {
        #expect(
            try units(LengthField(.until(0x3a), adjustment: 1), wire("\"12:hello world!,0:,\"")) == [
                "message 0..<16 declared 12 length 13",
                "message 16..<19 declared 0 length 1",
            ]
        )
    }

    @Test("a line of digits, with CR LF or LF")
    func line() throws {
        #expect(
            try units(LengthField(.until(0x0a)), wire("\"2\" 0D0A \"ok2\" 0A \"ok\"")) == [
                "message 0..<5 declared 2 length 2",
                "message 5..<9 declared 2 length 2",
            ]
        )
    }

    @Test(
        "text that is no number ends the decoding",
        arguments: ["GET / HTTP", "1 2 hello", "    hello", "-001x", "+001x", "0x10x", "1e01x"]
    )
    func notANumber(text: String) throws {
        let bytes = Array("0001a".utf8) + Array(text.utf8)
        #expect(
            try units(LengthField(.digits(4)), bytes) == [
                "message 0..<5 declared 1 length 1",
                "undecoded 5..<\(bytes.count) length.not-a-number",
            ]
        )
    }

    @Test("the end of the digits is awaited for 20 bytes")
    func endless() throws {
        let field = try LengthField(.until(0x0a))
        #expect(units(field, Array(repeating: 0x30, count: 19)) == ["leftover 0..<19 stream.unfinished"])
        #expect(units(field, Array(repeating: 0x30, count: 25)) == ["undecoded 0..<25 length.not-a-number"])
        #expect(units(field, [0x0a, 0x0a]) == ["undecoded 0..<2 length.not-a-number"])
    }

    @Test("a number of more than 64 bits is too long")
    func huge() throws {
        #expect(
            try units(LengthField(.digits(20)), wire("\"99999999999999999999\"")) == [
                "undecoded 0..<20 length.too-long 9223372036854775807 limit 16777216"
            ]
        )
    }
}

@Suite struct LengthSpecTests {
    @Test("what a spec says is what the decoder does")
    func spec() throws {
        let decoder = try CodecRegistry.factory(
            "length:offset=2,width=4,order=little,adjust=-6,max=1k,strip=6,counts=content"
        ).make().client
        var batch = UnitBatch(wantsDetails: true)
        decoder.feed(wire("CAFE 08000000 \"ab\" CAFE 01040000").rawSpan, into: &batch)
        decoder.finish(.cut, into: &batch)
        #expect(
            batch.units == [
                Unit(.message, ByteRange(0, 8)),
                Unit(
                    .undecoded,
                    ByteRange(8, 14),
                    violation: Violation(
                        "length.too-long",
                        number: WireNumber(1025, width: 4, order: .little),
                        limit: 1024
                    )
                ),
            ]
        )
        let summary = batch.entries.first.map {
            String(decoding: batch.details.text[$0.summary], as: UTF8.self)
        }
        #expect(summary == "2 bytes")
        #expect(batch.details.fields.map(\.name.description) == ["length", "declared"])
        #expect(batch.details.fields.map(\.value) == [.number(2), .number(8)])
        #expect(
            decoder.rule("length.too-long")?.text.description == "the length announces a frame over the limit"
        )
    }

    @Test(
        "text lengths have specs",
        arguments: ["length:digits=4", "length:end=20", "length:end=0a,adjust=1"]
    )
    func text(spec: String) throws {
        #expect(try CodecRegistry.factory(spec).name == "length")
    }

    @Test(
        "a spec that cannot be says why",
        arguments: [
            ("length:width=5", "a length field is 1, 2, 3, 4 or 8 bytes wide, not 5"),
            (
                "length:offset=4,width=4,max=7",
                "a frame of at most 7 bytes cannot hold its header of 8"
            ),
            ("length:width=9", "length: width=9 is not 1, 2, 3, 4, 8 or varint"),
            (
                "length:digits=4,width=2",
                "length: give width= and order=, or digits=, or end=; they exclude each other"
            ),
            (
                "length:digits=4,end=20",
                "length: give width= and order=, or digits=, or end=; they exclude each other"
            ),
            ("length:end=0d0a", "length: end=0d0a is not one byte in hexadecimal such as 0a"),
            ("length:end=31", "a digit cannot end the digits of a length"),
            ("length:strip=9,max=8", "length: strip=9 is more than a frame may have (max=8)"),
            ("length:counts=all", "length: counts=all is not content or frame"),
            (
                "length:adjust=9999999999",
                "length: adjust=9999999999 is not a whole number from -2147483647 to 2147483647"
            ),
        ]
    )
    func wrong(spec: String, words: String) {
        #expect(throws: SpecError(words)) { try CodecRegistry.factory(spec) }
    }
}
