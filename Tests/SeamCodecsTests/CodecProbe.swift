import SeamBytes
import SeamCodecs
import SeamTesting
import Testing

/// Runs a codec of the registry over bytes, the way seam does.
enum CodecProbe {
    /// The units of what `side` sends, as `range summary`, with the kind where it is no message and the rule
    /// that is broken; every other way of cutting must agree.
    static func units(
        _ spec: String,
        _ bytes: [UInt8],
        from side: Side = .client,
        end: StreamEnd = .cut
    ) throws
        -> [String]
    {
        let factory = try CodecRegistry.factory(spec)
        func make() -> any UnitDecoder { side == .client ? factory.make().client : factory.make().server }
        let found = Rechunk.counterexample(bytes, random: 4, everyPlace: 100, unitDecoder: make)
        #expect(found == nil, "\(found.map { "\($0)" } ?? "")")
        var batch = UnitBatch(wantsDetails: true)
        let decoder = make()
        decoder.feed(bytes.rawSpan, into: &batch)
        decoder.finish(end, into: &batch)
        #expect(Rechunk.isTotal(batch.units.map(\.range), count: bytes.count))
        return zip(batch.units, batch.entries).map { unit, entry in
            let summary = String(decoding: batch.details.text[entry.summary], as: UTF8.self)
            let kind = unit.kind == .message ? "" : " \(unit.kind.name)"
            let said = summary.isEmpty ? "" : " \(summary)"
            return "\(unit.range)\(kind)\(said)" + (unit.violation.map { " \($0.rule)" } ?? "")
        }
    }

    static func units(
        _ spec: String,
        _ text: String,
        from side: Side = .client,
        end: StreamEnd = .cut
    ) throws
        -> [String]
    { try units(spec, Array(text.utf8), from: side, end: end) }

    /// Bytes from hexadecimal digits, in which spaces do not matter and 'x' stands for text.
    static func hex(_ digits: String) -> [UInt8] {
        var bytes: [UInt8] = []
        for word in digits.split(separator: " ") {
            if word.hasPrefix("'") {
                bytes += word.dropFirst().dropLast().utf8
            } else {
                var rest = Substring(word)
                while let byte = UInt8(rest.prefix(2), radix: 16) {
                    bytes.append(byte)
                    rest = rest.dropFirst(2)
                }
            }
        }
        return bytes
    }
}
