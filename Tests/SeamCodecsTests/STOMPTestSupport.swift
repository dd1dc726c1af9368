import SeamBytes
import SeamCodecs
import SeamTesting
import Testing

/// Bytes as decoders.md writes them: `^@` is NUL.
func octets(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
        if byte == UInt8(ascii: "@"), bytes.last == UInt8(ascii: "^") {
            bytes[bytes.count - 1] = 0
        } else {
            bytes.append(byte)
        }
    }
    return bytes
}

/// What a decoder makes of some bytes, and proof that it does not look at how they are cut.
struct STOMPReading {
    /// One line a unit: `SEND 0..<40 body 5 stomp.raw-colon`, `LF 40..<41`, `undecoded 0..<2 stomp.x`.
    var units: [String] = []
    /// The layout of each frame.
    var layouts: [STOMPDecoder.Frame] = []
    /// The text of each frame; nil where it has none.
    var frames: [STOMPFrame?] = []

    init(
        _ bytes: [UInt8],
        _ version: STOMPVersion? = .v12,
        limits: STOMPLimits = STOMPLimits(),
        end: StreamEnd = .cut,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        var stream = StreamDecoder(STOMPDecoder(version: version, limits: limits))
        var ranges: [ByteRange] = []
        var reading = Self()
        let receive: StreamDecoder<STOMPDecoder>.Receiver = { unit, output, bytes in
            ranges.append(unit.range)
            reading.add(unit, output, bytes)
        }
        stream.feed(bytes.rawSpan, receive)
        stream.peerEnded(receive)
        stream.finish(end, receive)
        self = reading
        #expect(Rechunk.isTotal(ranges, count: bytes.count), sourceLocation: sourceLocation)
        let cut = Rechunk.counterexample(bytes, random: 8) { STOMPDecoder(version: version, limits: limits) }
        #expect(cut == nil, sourceLocation: sourceLocation)
    }

    init() {}

    mutating func add(_ unit: Unit, _ output: STOMPDecoder.Output?, _ bytes: RawSpan) {
        let violation = unit.violation.map { " \($0.rule)" } ?? ""
        switch output {
        case nil: units.append("\(unit.kind.name) \(unit.range)\(violation)")
        case .endOfLine: units.append("\(unit.range.count == 1 ? "LF" : "CRLF") \(unit.range)\(violation)")
        case .frame(let frame):
            let word = bytes.extracting(0..<frame.word.count)
            let body = frame.body.isEmpty ? "" : " body \(frame.body.count)"
            let name = String(decoding: [UInt8](copying: word), as: UTF8.self)
            units.append("\(name) \(unit.range)\(body)\(violation)")
            layouts.append(frame)
            frames.append(STOMPFrame(frame, in: bytes, at: unit.range.start))
        }
    }
}

/// The units of a text, in one line each.
func stompUnits(
    _ text: String,
    _ version: STOMPVersion? = .v12,
    sourceLocation: SourceLocation = #_sourceLocation
) -> [String] {
    STOMPReading(octets(text), version, sourceLocation: sourceLocation).units
}
