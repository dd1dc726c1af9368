import Seam
import SeamReport

/// The first line in which a fixture differs from its expectation, and the bytes around it.
struct FixtureDifference {
    /// The difference as indented lines.
    let text: String

    /// Compares; nil when nothing differs.
    init?(_ fixture: Fixture) throws(CommandError) {
        let (header, expected) = try fixture.expected()
        let printed = try fixture.printed(header)
        guard printed != expected else { return nil }
        let place =
            zip(expected, printed).enumerated().first { $1.0 != $1.1 }?.offset
            ?? min(expected.count, printed.count)
        let wanted = place < expected.count ? JSONValue(expected[place]) : nil
        let got = place < printed.count ? JSONValue(printed[place]) : nil
        let gotUnit = got.flatMap { ExpectedUnit($0) }
        let wantedUnit = wanted.flatMap { ExpectedUnit($0) }
        var text = "  line \(place + 2) of \(expected.count + 1)"
        if let unit = gotUnit ?? wantedUnit { text += ": unit \(unit.index) of the \(unit.key)" }
        text += expected.count == printed.count ? "\n" : "; \(printed.count + 1) lines are printed\n"
        text += Self.members(wanted, got)
        text += "  expected  \(Self.line(expected, place))\n  got       \(Self.line(printed, place))\n"
        if let unit = gotUnit ?? wantedUnit {
            let border = Self.border(wantedUnit, gotUnit)
            text += try BytesAround(fixture, header, unit.key, border ?? unit.range.start).text
        }
        self.text = text
    }

    /// Where the two units part: the first border that differs, or the start.
    private static func border(_ wanted: ExpectedUnit?, _ got: ExpectedUnit?) -> Int? {
        guard let wanted, let got, wanted.key == got.key else { return nil }
        if wanted.range.start != got.range.start { return min(wanted.range.start, got.range.start) }
        return wanted.range.end != got.range.end ? min(wanted.range.end, got.range.end) : wanted.range.start
    }

    private static func line(_ lines: [[UInt8]], _ place: Int) -> String {
        place < lines.count ? String(decoding: lines[place], as: UTF8.self) : "no more units"
    }

    /// A line for each member that differs.
    private static func members(_ wanted: JSONValue?, _ got: JSONValue?) -> String {
        guard case .object(let first)? = wanted, case .object(let second)? = got else { return "" }
        let names = first.map(\.name) + second.map(\.name).filter { name in !first.contains { $0.name == name } }
        var text = ""
        for name in names where wanted?[name] != got?[name] {
            let pad = String(repeating: " ", count: max(1, 10 - name.count))
            let sides = (wanted?[name]?.description ?? "nothing", got?[name]?.description ?? "nothing")
            text += "    \(name)\(pad)expected \(sides.0), got \(sides.1)\n"
        }
        return text
    }
}

/// The bytes of a half around an offset, with a bar where a segment ends.
private struct BytesAround {
    private static let columns = 16
    private static let rows = 4

    let text: String

    init(_ fixture: Fixture, _ header: FixtureOptions, _ key: HalfKey, _ offset: Int) throws(CommandError) {
        let start = max(0, offset / Self.columns - 1) * Self.columns
        let window = BytesWindow(key, start..<(start + Self.columns * Self.rows))
        var run = try fixture.run(header)
        run.analysis.decodes = false
        try run.read(window, while: { true })
        var text = "  bytes of the \(key) around \(offset); | is where a segment ends\n"
        for row in stride(from: start, to: start + Self.columns * Self.rows, by: Self.columns) {
            text += Self.row(row, window)
        }
        self.text = text
    }

    private static func row(_ start: Int, _ window: BytesWindow) -> String {
        var hex = ""
        var words = ""
        for offset in start..<(start + columns) {
            guard let byte = window.bytes[offset] else { continue }
            let digits = String(byte, radix: 16)
            hex += (hex.isEmpty || window.ends.contains(offset) ? "" : " ") + (digits.count < 2 ? "0" : "") + digits
            if window.ends.contains(offset + 1) { hex += "|" }
            words.unicodeScalars.append((0x20...0x7E).contains(byte) ? Unicode.Scalar(byte) : ".")
            if window.ends.contains(offset + 1) { words += "|" }
        }
        guard !hex.isEmpty else { return "" }
        let place = "\(start)"
        let left = String(repeating: " ", count: max(0, 8 - place.count)) + place
        let pad = String(repeating: " ", count: max(2, 3 * columns + 4 - hex.count))
        return "  \(left)  \(hex)\(pad)\(words)\n"
    }
}

/// Keeps a few bytes of one half.
private final class BytesWindow: Observer {
    private let key: HalfKey
    private let range: Range<Int>
    private(set) var bytes: [Int: UInt8] = [:]
    /// Where segments ended.
    private(set) var ends: Set<Int> = []

    init(_ key: HalfKey, _ range: Range<Int>) {
        self.key = key
        self.range = range
    }

    func bytes(_ bytes: RawSpan, at offset: Int, stream: Int, from side: Side) {
        guard stream == key.stream, side == key.side, bytes.byteCount > 0 else { return }
        let end = offset + bytes.byteCount
        ends.insert(end)
        for place in max(offset, range.lowerBound)..<max(offset, range.lowerBound, min(end, range.upperBound)) {
            self.bytes[place] = bytes.byte(at: place - offset)
        }
    }
}
