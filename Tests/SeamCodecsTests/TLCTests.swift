import SeamBytes
import SeamCodecs
import SeamTesting
import Testing

private func units(
    _ format: TLCFormat,
    _ bytes: [UInt8],
    sourceLocation: SourceLocation = #_sourceLocation
) -> [String] {
    lines(
        bytes,
        by: { TLCDecoder(format) },
        output: { "type \($0.type.map(String.init) ?? "none") length \($0.length)" },
        sourceLocation: sourceLocation
    )
}

@Suite struct TLCTests {
    @Test("a byte of type, a byte of length, the content")
    func standard() throws {
        #expect(
            try units(TLCFormat(), wire("01 05 \"hello\" 02 00 FF 01 41")) == [
                "message 0..<7 type 1 length 5",
                "message 7..<9 type 2 length 0",
                "message 9..<12 type 255 length 1",
            ]
        )
    }

    @Test("wider types and lengths in either order")
    func widths() throws {
        #expect(
            try units(TLCFormat(type: 2, length: 4), wire("0102 00000002 4142"))
                == ["message 0..<8 type 258 length 2"]
        )
        // RHSocketKit's demo: separator 2, type 2, length 4, all little-endian (reference/systems.md).
        #expect(
            try units(TLCFormat(type: 4, length: 4, order: .little), wire("330F 0100 02000000 4142"))
                == ["message 0..<10 type 69427 length 2"]
        )
        #expect(
            try units(TLCFormat(type: 3, length: 3, order: .little), wire("010203 020000 4142"))
                == ["message 0..<8 type 197121 length 2"]
        )
        #expect(
            try units(TLCFormat(type: 8, length: 8), wire("FFFFFFFFFFFFFFFE 0000000000000001 41"))
                == ["message 0..<17 type 18446744073709551614 length 1"]
        )
        #expect(
            try units(TLCFormat(type: 0, length: 1), wire("01 41")) == ["message 0..<2 type none length 1"]
        )
    }

    @Test("the length before the type, and a length that counts the header")
    func variants() throws {
        #expect(
            try units(TLCFormat(type: 2, length: 1, first: .length), wire("02 0103 4142 00 0104"))
                == ["message 0..<5 type 259 length 2", "message 5..<8 type 260 length 0"]
        )
        #expect(
            try units(TLCFormat(type: 2, length: 1, counts: .frame, first: .length), wire("05 0103 4142"))
                == ["message 0..<5 type 259 length 2"]
        )
        #expect(
            try units(TLCFormat(counts: .frame), wire("01 03 41 01 01 02 02"))
                == [
                    "message 0..<3 type 1 length 1",
                    "undecoded 3..<5 tlc.too-short 1",
                    "message 5..<7 type 2 length 0",
                ]
        )
    }

    @Test("a content over the limit is skipped whole, and a limit is not under it")
    func tooLong() throws {
        #expect(
            try units(TLCFormat(maximum: 2), wire("01 03 414243 02 02 4142"))
                == ["undecoded 0..<5 tlc.too-long 3 limit 2", "message 5..<9 type 2 length 2"]
        )
        #expect(
            try units(TLCFormat(length: 8), wire("01 8000000000000000 01 0000000000000000"))
                == ["undecoded 0..<9 tlc.negative 9223372036854775808", "message 9..<18 type 1 length 0"]
        )
    }

    @Test("text on a binary port and the other byte order are said as what they are")
    func meaning() throws {
        let format = try TLCFormat(type: 2, length: 4)
        let text = decode(wire("\"No Server\"")) { TLCDecoder(format) }
        #expect(text.map(\.unit.range) == [ByteRange(0, 9)])
        let number = try #require(text.first?.unit.violation?.number)
        #expect(number.value == 542_336_370)
        #expect(number.meaning(limit: 16 << 20).contains("the text \" Ser\""))
        // shared/truth i4: 66 written little-endian.
        let swapped = decode(wire("0001 42000000 4142")) { TLCDecoder(format) }
        let other = try #require(swapped.first?.unit.violation?.number)
        #expect(other.value == 1_107_296_256)
        #expect(other.meaning(limit: 16 << 20).contains("read little-endian it is 66"))
    }

    @Test("a hole in a content does not cost the messages behind it, one in a header does")
    func gaps() throws {
        var units: [Unit] = []
        var stream = try StreamDecoder(TLCDecoder(TLCFormat()))
        let receive: StreamDecoder<TLCDecoder>.Receiver = { unit, _, _ in units.append(unit) }
        stream.feed(wire("01 04 41").rawSpan, receive)
        stream.gap(2, receive)
        stream.feed(wire("44 02 01 45 03").rawSpan, receive)
        stream.gap(1, receive)
        stream.feed(wire("01 46").rawSpan, receive)
        stream.finish(.cut, receive)
        #expect(
            units == [
                Unit(.message, ByteRange(0, 6), missing: 2),
                Unit(.message, ByteRange(6, 9)),
                Unit(.undecoded, ByteRange(9, 10)),
                Unit(.gap, ByteRange(10, 11), missing: 1),
                Unit(.undecoded, ByteRange(11, 13)),
            ]
        )
    }
}

@Suite struct TLCEncoderTests {
    private func encode(_ format: TLCFormat, _ type: UInt64?, _ count: Int) throws(EncodingError) -> [UInt8] {
        var writer = ByteWriter()
        let content = [UInt8](repeating: 0x61, count: count)
        try TLCEncoder(format).encode(.init(type: type, content: content), into: &writer)
        return writer.bytes
    }

    @Test("a message is its type, its length and its content, in the order asked for")
    func layout() throws {
        #expect(try encode(TLCFormat(), 1, 2) == wire("01 02 6161"))
        #expect(try encode(TLCFormat(type: 2, length: 4, counts: .frame), 258, 1) == wire("0102 00000007 61"))
        #expect(
            try encode(TLCFormat(type: 2, length: 2, order: .little, first: .length), 258, 1)
                == wire("0100 0201 61")
        )
        #expect(try encode(TLCFormat(type: 0, length: 3), nil, 1) == wire("000001 61"))
        #expect(try encode(TLCFormat(type: 8), .max, 0) == wire("FFFFFFFFFFFFFFFF 00"))
    }

    /// The encoder of shared/truth i1 wrote contents of 300 and 700 bytes with a length of one byte.
    @Test("a content longer than its length can say is refused", arguments: [256, 300, 700])
    func contentTooLong(count: Int) throws {
        #expect(try encode(TLCFormat(), 1, 255).count == 257)
        #expect(throws: EncodingError("content of \(count) bytes: its length says at most 255, not \(count)"))
        {
            try encode(TLCFormat(), 1, count)
        }
    }

    @Test("a type that does not fit, that is missing or has no place is refused")
    func typeTooGreat() throws {
        #expect(throws: EncodingError("type 256 does not fit in 1 bytes")) { try encode(TLCFormat(), 256, 0) }
        #expect(throws: EncodingError("the type is missing")) { try encode(TLCFormat(), nil, 0) }
        #expect(throws: EncodingError("a type, but the format has none")) {
            try encode(TLCFormat(type: 0), 0, 0)
        }
        #expect(throws: EncodingError("a frame of 5 bytes is over the limit of 4")) {
            try encode(TLCFormat(maximum: 2), 1, 3)
        }
    }
}

@Suite struct TLCLawTests {
    private func format(_ random: inout SplitMix) throws -> TLCFormat {
        try TLCFormat(
            type: Int.random(in: 0...8, using: &random),
            length: [1, 2, 3, 4, 8].randomElement(using: &random) ?? 1,
            order: Bool.random(using: &random) ? .big : .little,
            counts: Bool.random(using: &random) ? .content : .frame,
            first: Bool.random(using: &random) ? .type : .length,
            maximum: Int.random(in: 0...300, using: &random)
        )
    }

    @Test(
        "what is encoded is decoded, and encoded again it is the same bytes",
        arguments: 0..<200 as Range<UInt64>
    )
    func roundTrip(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let format = try format(&random)
        let encoder = TLCEncoder(format)
        var messages: [TLCEncoder.Message] = []
        var writer = ByteWriter()
        for _ in 0..<12 {
            let type = UInt64.random(in: .min ... .max, using: &random)
            let message = TLCEncoder.Message(
                type: format.typeWidth == 0 ? nil : type >> UInt64(64 - 8 * format.typeWidth),
                content: random.stream(Int.random(in: 0...40, using: &random))
            )
            guard message.content.count <= format.maximum else { continue }
            try encoder.encode(message, into: &writer)
            messages.append(message)
        }
        let bytes = writer.bytes
        let units = decode(bytes, everyPlace: 40) { TLCDecoder(format) }
        try #require(units.count == messages.count)
        var again = ByteWriter()
        for (decoded, message) in zip(units, messages) {
            let output = try #require(decoded.output)
            let end = decoded.unit.range.end
            let read = TLCEncoder.Message(
                type: output.type,
                content: Array(bytes[(end - output.length)..<end])
            )
            #expect(read == message)
            try encoder.encode(read, into: &again)
        }
        #expect(again.bytes == bytes)
    }

    @Test("any bytes give the same units however they are cut", arguments: 0..<200 as Range<UInt64>)
    func anyBytes(seed: UInt64) throws {
        var random = SplitMix(seed: 2_000 + seed)
        let format = try format(&random)
        let bytes = random.stream(Int.random(in: 1...80, using: &random))
        #expect(!decode(bytes, by: { TLCDecoder(format) }).isEmpty)
    }
}

@Suite struct TLCSpecTests {
    private func details(_ spec: String, _ bytes: [UInt8]) throws -> (String, [String]) {
        let decoder = try CodecRegistry.factory(spec).make().client
        var batch = UnitBatch(wantsDetails: true)
        decoder.feed(bytes.rawSpan, into: &batch)
        let entry = try #require(batch.entries.first)
        return (
            String(decoding: batch.details.text[entry.summary], as: UTF8.self),
            batch.details.fields[entry.fields].map { "\($0.name) \($0.value)" }
        )
    }

    @Test("a message is described as in DESIGN section 8")
    func description() throws {
        let (summary, fields) = try details("tlc", [1, 31] + [UInt8](repeating: 0, count: 31))
        #expect(summary == "type 1, 31 bytes")
        #expect(fields == ["type number(1)", "length number(31)"])
    }

    @Test("every parameter of a spec counts")
    func parameters() throws {
        let spec = "tlc:type=2,length=4,order=little,counts=frame,first=length,max=8"
        #expect(try details(spec, wire("07000000 0201 41")).0 == "type 258, 1 byte")
        #expect(try details("tlc:type=0,length=2", wire("0000")) == ("0 bytes", ["length number(0)"]))
    }

    @Test(
        "a spec that cannot be says why",
        arguments: [
            ("tlc:length=6", "a length field is 1, 2, 3, 4 or 8 bytes wide, not 6"),
            ("tlc:type=9", "tlc: type=9 is not a whole number from 0 to 8"),
            ("tlc:first=content", "tlc: first=content is not type or length"),
            ("tlc:width=4", "tlc: no parameter 'width'; it knows type, length, order, counts, first, max"),
        ]
    )
    func wrong(spec: String, words: String) {
        #expect(throws: SpecError(words)) { try CodecRegistry.factory(spec) }
    }
}
