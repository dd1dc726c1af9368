import SeamBytes

/// Makes text that is ready fit an output: lines broken where they are too wide, and signs replaced that it lacks.
///
/// Colours (ECMA-48 SGR) take no columns and stay.
public struct TextFit: Sendable {
    /// The most columns of a line; a word that is longer stays whole.
    public var width: Int
    /// Whether only ASCII may be written: each sign becomes one of as many columns.
    public var isASCII: Bool

    /// For lines of `width` columns.
    public init(width: Int, isASCII: Bool = false) {
        self.width = width
        self.isASCII = isASCII
    }

    /// Appends a text of whole lines.
    public func append(_ text: RawSpan, to rows: inout RowBuffer) {
        var plain = RowBuffer()
        if isASCII { Self.translate(text, to: &plain) } else { plain.append(text) }
        let bytes = plain.bytes
        var start = 0
        while start < bytes.byteCount {
            let end = ByteSearch.firstIndex(of: UInt8(ascii: "\n"), in: bytes, from: start) ?? bytes.byteCount
            line(bytes.clamped(start..<end), to: &rows)
            rows.endLine()
            start = end + 1
        }
    }

    private func line(_ line: RawSpan, to rows: inout RowBuffer) {
        guard Self.columns(line) > width else { return rows.append(line) }
        var indent = 0
        while line.byte(at: indent) == .space { indent += 1 }
        var column = 0
        var start = indent
        while start < line.byteCount {
            let end = ByteSearch.firstIndex(of: .space, in: line, from: start) ?? line.byteCount
            let word = line.clamped(start..<end)
            start = end + 1
            guard word.byteCount > 0 else { continue }
            let columns = Self.columns(word)
            if column == 0 {
                rows.append(spaces: indent)
                column = indent
            } else if column + 1 + columns > width {
                rows.endLine()
                rows.append(spaces: indent + 2)
                column = indent + 2
            } else {
                rows.append(.space)
                column += 1
            }
            rows.append(word)
            column += columns
        }
    }

    /// The columns of a text, colours left out.
    static func columns(_ text: RawSpan) -> Int {
        var columns = 0
        var place = 0
        while place < text.byteCount {
            // By far most bytes are ASCII.
            if let byte = text.byte(at: place), byte >= 0x20, byte < 0x7f {
                columns += 1
                place += 1
                continue
            }
            if text.byte(at: place) == 0x1b, let end = endOfColor(text, place) {
                place = end
                continue
            }
            let (scalar, count) = WireText.scalar(at: place, in: text)
            columns += TextEscape.width(scalar ?? 0)
            place += max(1, count)
        }
        return columns
    }

    /// Where a colour that begins at `place` ends.
    private static func endOfColor(_ text: RawSpan, _ place: Int) -> Int? {
        ByteSearch.firstIndex(of: UInt8(ascii: "m"), in: text, from: place).map { $0 + 1 }
    }

    /// Signs of the program that have one in ASCII; other signs become `?`.
    private static let signs: [UInt32: UInt8] = [
        0x2500: UInt8(ascii: "-"), 0x253c: UInt8(ascii: "+"), 0x252c: UInt8(ascii: "v"),
        0x2534: UInt8(ascii: "^"),
        0x2026: UInt8(ascii: "~"), 0x22ef: UInt8(ascii: "~"), 0x2665: UInt8(ascii: "*"),
        0x00b7: UInt8(ascii: "."),
    ]

    private static func translate(_ text: RawSpan, to rows: inout RowBuffer) {
        var place = 0
        while place < text.byteCount {
            if let end = endOfGloss(text, place) {
                place = end
                continue
            }
            let (scalar, count) = WireText.scalar(at: place, in: text)
            if let scalar, scalar < 0x80 {
                rows.append(UInt8(scalar))
            } else if let sign = scalar.flatMap({ signs[$0] }) {
                rows.append(sign)
            } else {
                for _ in 0..<TextEscape.width(scalar ?? 0) { rows.append(UInt8(ascii: "?")) }
            }
            place += max(1, count)
        }
    }

    /// Where a gloss in Chinese that begins here ends, ` (拆包, 半包)`: the words before it say the same in English.
    private static func endOfGloss(_ text: RawSpan, _ start: Int) -> Int? {
        guard text.byte(at: start) == .space, text.byte(at: start + 1) == UInt8(ascii: "("),
            let end = ByteSearch.firstIndex(of: UInt8(ascii: ")"), in: text, from: start)
        else { return nil }
        var isForeign = false
        for place in start + 2..<end {
            let byte = text.byte(at: place) ?? 0
            if byte >= 0x80 {
                isForeign = true
            } else if byte != .space, byte != UInt8(ascii: ",") {
                return nil
            }
        }
        return isForeign ? end + 1 : nil
    }
}
