import SeamBytes
import SeamCodecs
import SeamTesting
import Testing

/// An output that tells which bytes of the stream a receiver is handed.
protocol HasContent {
    var content: ByteRange { get }
}

extension DelimiterDecoder.Output: HasContent {}
extension FixedDecoder.Output: HasContent {}
extension VarintDecoder.Output: HasContent {}

/// What the tests of the simple codecs have in common.
enum FrameProbe {
    /// Feeds pieces and shows each unit: the range and, of a message, its content in angle brackets, else
    /// what it is and the rule that it breaks.
    static func units<D: Decoder>(
        _ decoder: D,
        _ pieces: [[UInt8]],
        end: StreamEnd = .cut
    ) -> [String] where D.Output: HasContent {
        let bytes = Array(pieces.joined())
        var units: [String] = []
        var ranges: [ByteRange] = []
        var stream = StreamDecoder(decoder)
        let receive: StreamDecoder<D>.Receiver = { unit, output, _ in
            let said =
                output.map { "<\(show(bytes[$0.content.start..<$0.content.end]))>" } ?? "\(unit.kind.name)"
            units.append("\(unit.range) \(said)" + (unit.violation.map { " \($0.rule)" } ?? ""))
            ranges.append(unit.range)
        }
        for piece in pieces { stream.feed(piece.rawSpan, receive) }
        stream.finish(end, receive)
        #expect(Rechunk.isTotal(ranges, count: bytes.count))
        return units
    }

    /// The same for a text, given in pieces; every other way of cutting it must agree.
    static func units<D: Decoder>(_ decoder: D, _ pieces: String..., end: StreamEnd = .cut) -> [String]
    where D.Output: HasContent {
        let bytes = pieces.map { Array($0.utf8) }
        #expect(Rechunk.counterexample(Array(bytes.joined())) { decoder } == nil)
        return units(decoder, bytes, end: end)
    }

    /// The contents of the messages in `bytes`.
    static func contents<D: Decoder>(_ decoder: D, _ bytes: [UInt8]) -> [[UInt8]]
    where D.Output: HasContent {
        var contents: [[UInt8]] = []
        var stream = StreamDecoder(decoder)
        stream.feed(bytes.rawSpan) { _, output, _ in
            if let range = output?.content { contents.append(Array(bytes[range.start..<range.end])) }
        }
        return contents
    }

    /// What the encoder appends for the message.
    static func encode<E: Encoder>(_ encoder: E, _ message: E.Message) throws(EncodingError) -> [UInt8] {
        var writer = ByteWriter()
        try encoder.encode(message, into: &writer)
        return writer.bytes
    }

    /// The words and fields that a codec has for the units of `bytes`, as `summary | name=value,...`.
    static func descriptions(_ spec: String, _ bytes: [UInt8]) throws -> [String] {
        let decoder = try CodecRegistry.factory(spec).make().client
        var batch = UnitBatch(wantsDetails: true)
        decoder.feed(bytes.rawSpan, into: &batch)
        return batch.entries.map { entry in
            let fields = batch.details.fields[entry.fields].map { field in
                switch field.value {
                case .number(let number): "\(field.name)=\(number)"
                case .flag(let flag): "\(field.name)=\(flag)"
                case .text(let range), .bytes(let range): "\(field.name)=\(show(batch.details.text[range]))"
                }
            }
            return "\(show(batch.details.text[entry.summary])) | \(fields.joined(separator: ","))"
        }
    }

    /// Random streams of up to `longest` bytes from an alphabet: a format's special bytes, so that they meet.
    static func streams(
        of alphabet: [UInt8],
        count: Int = 300,
        longest: Int = 32,
        seed: UInt64 = 1
    ) -> [[UInt8]] {
        var random = SplitMix(seed: seed)
        return (0..<count).map { _ in
            (0..<Int.random(in: 0...longest, using: &random)).map { _ in
                alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
            }
        }
    }

    private static func show(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes, as: UTF8.self)
    }
}
