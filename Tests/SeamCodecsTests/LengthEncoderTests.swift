import SeamBytes
import SeamCodecs
import SeamTesting
import Testing

private func big(_ width: Int) -> LengthField.Number { .binary(width: width, .big) }
private func little(_ width: Int) -> LengthField.Number { .binary(width: width, .little) }

@Suite struct LengthEncoderTests {
    private func encode(
        _ field: LengthField,
        prefix: [UInt8] = [],
        _ count: Int
    ) throws(EncodingError) -> [UInt8] {
        var writer = ByteWriter()
        let content = [UInt8](repeating: 0x61, count: count)
        try LengthEncoder(field).encode(.init(prefix: prefix, content: content), into: &writer)
        return writer.bytes
    }

    @Test("a frame is its prefix, its number and its content")
    func layout() throws {
        #expect(
            try encode(LengthField(offset: 2, little(3)), prefix: [0xca, 0xfe], 2) == wire("CAFE 020000 6161")
        )
        #expect(try encode(LengthField(big(2), counts: .frame), 1) == wire("0003 61"))
        #expect(try encode(LengthField(.digits(4)), 1) == wire("\"0001a\""))
        #expect(try encode(LengthField(.until(0x20), counts: .frame), 6) == wire("\"8 aaaaaa\""))
        #expect(try encode(LengthField(.until(0x20), counts: .frame), 8) == wire("\"11 aaaaaaaa\""))
    }

    @Test("a content that its length cannot say is refused, and nothing is written")
    func refused() throws {
        #expect(throws: EncodingError("content of 300 bytes: its length says at most 255, not 300")) {
            try encode(LengthField(big(1)), 300)
        }
        #expect(throws: EncodingError("content of 254 bytes: its length says at most 255, not 256")) {
            try encode(LengthField(offset: 1, big(1), counts: .frame), prefix: [1], 254)
        }
        #expect(throws: EncodingError("content of 1000 bytes: its length says at most 999, not 1000")) {
            try encode(LengthField(.digits(3)), 1000)
        }
        #expect(throws: EncodingError("content of 1 bytes: its length, adjusted, would be -1")) {
            try encode(LengthField(big(1), adjustment: 2), 1)
        }
        #expect(throws: EncodingError("a frame of 9 bytes is over the limit of 8")) {
            try encode(LengthField(big(1), maximum: 8), 8)
        }
        #expect(throws: EncodingError("1 bytes before a length that stands at offset 2")) {
            try encode(LengthField(offset: 2, big(1)), prefix: [1], 8)
        }
        var writer = ByteWriter()
        let encoder = try LengthEncoder(LengthField(big(1)), strip: 3)
        #expect(throws: EncodingError("a frame of 2 bytes, of which 3 are to be stripped")) {
            try encoder.encode(.init(content: [1]), into: &writer)
        }
        #expect(writer.count == 0)
    }
}

@Suite struct LengthLawTests {
    /// A field of any shape; nil where the shape is refused.
    private func field(_ random: inout SplitMix) -> LengthField? {
        let numbers: [LengthField.Number] =
            [1, 2, 3, 4, 8].flatMap { [big($0), little($0)] }
            + [.digits(1), .digits(3), .digits(12), .until(0x20), .until(0x0a), .until(0)]
        return try? LengthField(
            offset: Int.random(in: 0...4, using: &random),
            numbers.randomElement(using: &random) ?? big(1),
            counts: Bool.random(using: &random) ? .content : .frame,
            adjustment: Int.random(in: -6...6, using: &random),
            maximum: Int.random(in: 4...300, using: &random)
        )
    }

    @Test(
        "what is encoded is decoded, and encoded again it is the same bytes",
        arguments: 0..<200 as Range<UInt64>
    )
    func roundTrip(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        guard let field = field(&random) else { return }
        let strip = Bool.random(using: &random) ? nil : Int.random(in: 0...9, using: &random)
        let encoder = LengthEncoder(field, strip: strip)
        var messages: [LengthEncoder.Message] = []
        var writer = ByteWriter()
        for _ in 0..<12 {
            let message = LengthEncoder.Message(
                prefix: random.stream(field.offset),
                content: random.stream(Int.random(in: 0...40, using: &random))
            )
            guard (try? encoder.encode(message, into: &writer)) != nil else { continue }
            messages.append(message)
        }
        let bytes = writer.bytes
        let units = decode(bytes, everyPlace: 40) { LengthDecoder(field, strip: strip) }
        try #require(units.count == messages.count)
        var again = ByteWriter()
        for (decoded, message) in zip(units, messages) {
            let range = decoded.unit.range
            let content = bytes[(range.end - message.content.count)..<range.end]
            #expect(decoded.unit.kind == .message)
            #expect(Array(content) == message.content)
            let prefix = Array(bytes[range.start..<range.start + field.offset])
            try encoder.encode(.init(prefix: prefix, content: Array(content)), into: &again)
        }
        #expect(again.bytes == bytes)
    }

    @Test("most shapes and contents of the round trip are encoded")
    func coverage() {
        var fields = 0
        for seed in 0..<100 as Range<UInt64> {
            var random = SplitMix(seed: seed)
            if field(&random) != nil { fields += 1 }
        }
        #expect(fields > 90)
    }

    @Test("any bytes give the same units however they are cut", arguments: 0..<200 as Range<UInt64>)
    func anyBytes(seed: UInt64) {
        var random = SplitMix(seed: 1_000 + seed)
        guard let field = field(&random) else { return }
        let strip = Bool.random(using: &random) ? nil : Int.random(in: 0...9, using: &random)
        let bytes = random.stream(Int.random(in: 1...80, using: &random))
        #expect(!decode(bytes, by: { LengthDecoder(field, strip: strip) }).isEmpty)
    }
}
