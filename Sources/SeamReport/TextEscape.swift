import SeamBytes

/// Makes bytes from a capture fit for a terminal: nothing that it would obey gets through.
///
///     43 0a e7 b2 98 ff   ->   C\x0a粘\xff
///
/// Characters stay; controls, and bytes that are no UTF-8, become `\xNN` for each byte.
public enum TextEscape {
    /// Appends `bytes` in at most `columns` columns; where that is too little, `…` stands for the rest.
    public static func append(_ bytes: RawSpan, columns: Int = .max, to rows: inout RowBuffer) {
        guard columns > 0 else { return }
        var text = WireText(bytes)
        if bytes.byteCount < columns, text.isPlain { return rows.append(bytes) }
        var used = 0
        /// Where the row ends if what comes next does not fit.
        var fitting = rows.count
        while let piece = text.next() {
            switch piece {
            case .plain(let range):
                if used < columns - range.count, isASCII(bytes, range) {
                    rows.append(bytes.clamped(range))
                    used += range.count
                    fitting = rows.count
                    continue
                }
                var place = range.lowerBound
                while place < range.upperBound {
                    let (scalar, count) = WireText.scalar(at: place, in: bytes)
                    rows.append(bytes.clamped(place..<place + count))
                    place += max(1, count)
                    used += width(scalar ?? 0)
                    guard fits(used, columns, &fitting, &rows) else { return }
                }
            case .mark(let byte):
                rows.append(byte)
                used += 1
                guard fits(used, columns, &fitting, &rows) else { return }
            case .control(_, let range), .invalid(let range):
                for index in range { rows.append(escaped: bytes.byte(at: index) ?? 0) }
                used += 4 * range.count
                guard fits(used, columns, &fitting, &rows) else { return }
            }
        }
    }

    /// Whether a plain piece is a run of ASCII: one that is not is a single character.
    private static func isASCII(_ bytes: RawSpan, _ range: Range<Int>) -> Bool {
        (bytes.byte(at: range.lowerBound) ?? 0x80) < 0x80
    }

    /// How many columns bytes take that this has written.
    static func columns(_ shown: RawSpan) -> Int {
        var place = 0
        var columns = 0
        while place < shown.byteCount {
            let (scalar, count) = WireText.scalar(at: place, in: shown)
            columns += width(scalar ?? 0)
            place += max(1, count)
        }
        return columns
    }

    /// Whether the row still fits; else it is cut where it did with room for `…`.
    private static func fits(
        _ used: Int,
        _ columns: Int,
        _ fitting: inout Int,
        _ rows: inout RowBuffer
    ) -> Bool {
        if used < columns { fitting = rows.count }
        guard used > columns else { return true }
        rows.truncate(to: fitting)
        rows.append("…")
        return false
    }

    /// The columns of a character: none for marks that stand over others, two for what is wide or full-width
    /// (Unicode Standard Annex #11), the scripts of East Asia and pictures.
    static func width(_ scalar: UInt32) -> Int {
        guard scalar >= 0x300 else { return 1 }
        switch scalar {
        case 0x300...0x36f, 0x483...0x489, 0x591...0x5bd, 0x610...0x61a, 0x64b...0x65f, 0x200b...0x200f,
            0x20d0...0x20ff, 0xfe00...0xfe0f, 0xfe20...0xfe2f, 0xe0100...0xe01ef:
            return 0
        case 0x1100...0x115f, 0x231a...0x231b, 0x23e9...0x23ec, 0x2e80...0x303e, 0x3041...0xa4cf,
            0xa960...0xa97c, 0xac00...0xd7a3, 0xf900...0xfaff, 0xfe30...0xfe6f, 0xff01...0xff60,
            0xffe0...0xffe6, 0x1f300...0x1f64f, 0x1f680...0x1f6ff, 0x1f900...0x1f9ff, 0x20000...0x3fffd:
            return 2
        default: return 1
        }
    }
}

extension RowBuffer {
    /// Appends `\xNN`.
    fileprivate mutating func append(escaped byte: UInt8) {
        append("\\x")
        append(hex: byte)
    }
}
