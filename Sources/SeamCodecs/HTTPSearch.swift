import SeamBytes

/// Looks for a message of HTTP where none is expected: behind a gap, or behind bytes that are none.
struct HTTPSearch {
    /// Longest line that is taken for a start line.
    private static let longestLine = 8 << 10

    /// Hint: where the search goes on, and whether a line may start right there.
    private var hint = (position: -1, mayStart: false)

    /// Where the next line starts that is a start line; `isHere` tells whether one may start at the cursor when the
    /// search begins.
    mutating func startLine(_ input: inout ByteCursor, isHere: Bool) -> Resynchronisation {
        let bytes = input.rest
        var mayStart = hint.position == input.position ? hint.mayStart : isHere
        var line = 0
        while let feed = ByteSearch.firstIndex(of: 0x0a, in: bytes, from: line) {
            if mayStart, feed - line <= Self.longestLine,
                HTTPHead.startLine(bytes.clamped(line..<feed)) != nil
            {
                hint.position = -1
                return .skip(line)
            }
            line = feed + 1
            mayStart = true
        }
        if bytes.byteCount - line > Self.longestLine {
            mayStart = false
            line = bytes.byteCount
        }
        _ = input.take(line)
        hint = (input.position, mayStart)
        return .needMore
    }
}
