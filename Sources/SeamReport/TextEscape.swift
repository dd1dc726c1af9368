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
        var used = 0
        /// Where the row ends if what comes next does not fit.
        var fitting = rows.count
        while let piece = text.next() {
            switch piece {
            case .plain(let range):
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

    /// The columns of a character: two from the CJK scripts on.
    private static func width(_ scalar: UInt32) -> Int { scalar < 0x2e80 ? 1 : 2 }
}

extension RowBuffer {
    /// Appends `\xNN`.
    fileprivate mutating func append(escaped byte: UInt8) {
        append("\\x")
        append(hex: byte)
    }
}
