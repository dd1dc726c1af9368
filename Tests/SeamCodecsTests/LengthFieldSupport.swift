import SeamBytes
import SeamCodecs
import SeamTesting
import Testing

/// A unit with what its decoder made of it.
struct DecodedUnit<Output: Equatable & Sendable> {
    var unit: Unit
    var output: Output?
}

/// What a decoder makes of a stream, having proved that no way of cutting changes it and that it is total.
func decode<D: Decoder>(
    _ bytes: [UInt8],
    end: StreamEnd = .closed,
    everyPlace: Int = 2048,
    by make: () -> D,
    sourceLocation: SourceLocation = #_sourceLocation
) -> [DecodedUnit<D.Output>] {
    var units: [DecodedUnit<D.Output>] = []
    var stream = StreamDecoder(make())
    let receive: StreamDecoder<D>.Receiver = { unit, output, buffered in
        units.append(DecodedUnit(unit: unit, output: output))
        #expect(output == nil || buffered.byteCount == 0, "content is not buffered")
    }
    stream.feed(bytes.rawSpan, receive)
    stream.finish(end, receive)
    let counterexample = Rechunk.counterexample(bytes, random: 8, everyPlace: everyPlace, make)
    #expect(counterexample == nil, sourceLocation: sourceLocation)
    let ranges = units.map(\.unit.range)
    #expect(Rechunk.isTotal(ranges, count: bytes.count), sourceLocation: sourceLocation)
    return units
}

/// The units of a stream as lines: `message 0..<14 declared 12 length 14`.
func lines<D: Decoder>(
    _ bytes: [UInt8],
    end: StreamEnd = .closed,
    by make: () -> D,
    output describe: (D.Output) -> String,
    sourceLocation: SourceLocation = #_sourceLocation
) -> [String] {
    decode(bytes, end: end, by: make, sourceLocation: sourceLocation).map { decoded in
        var line = "\(decoded.unit.kind.name) \(decoded.unit.range)"
        if let output = decoded.output { line += " " + describe(output) }
        if let violation = decoded.unit.violation {
            line += " \(violation.rule)"
            if let number = violation.number { line += " \(number.value)" }
            if violation.limit > 0 { line += " limit \(violation.limit)" }
        }
        return line
    }
}

/// Bytes from hexadecimal digits, spaces left out, and texts in double quotes: `00 0c "HELLO, WORLD"`.
func wire(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var digits = ""
    for (index, part) in text.split(separator: "\"", omittingEmptySubsequences: false).enumerated() {
        guard index.isMultiple(of: 2) else {
            bytes += part.utf8
            continue
        }
        for digit in part where digit != " " {
            digits.append(digit)
            guard digits.count == 2 else { continue }
            #expect(UInt8(digits, radix: 16) != nil, "not hexadecimal: \(digits)")
            bytes.append(UInt8(digits, radix: 16) ?? 0)
            digits = ""
        }
    }
    return bytes
}

/// The same random numbers on every machine: SplitMix64, after Steele, Lea and Flood (OOPSLA 2014).
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
        return mixed ^ mixed >> 31
    }

    /// Bytes of which many are small numbers, digits or padding, so that lengths happen in them.
    mutating func stream(_ count: Int) -> [UInt8] {
        let likely = Array("  0123456789\r\n".utf8) + [0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 0xff]
        return (0..<count).map { _ in likely.randomElement(using: &self) ?? 0 }
    }
}
