import Seam

/// The bytes of a half around an offset, with a bar where a segment ends.
struct BytesAround {
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
            hex +=
                (hex.isEmpty || window.ends.contains(offset) ? "" : " ") + (digits.count < 2 ? "0" : "")
                + digits
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
        for place in max(offset, range.lowerBound)..<max(offset, range.lowerBound, min(end, range.upperBound))
        {
            self.bytes[place] = bytes.byte(at: place - offset)
        }
    }
}
