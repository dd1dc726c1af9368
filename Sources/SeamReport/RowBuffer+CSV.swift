import SeamBytes

// Comma-separated values (RFC 4180), for spreadsheets. Controls are escaped as on a terminal.

extension RowBuffer {
    /// Appends a field; the first of a row has nothing before it.
    @inline(__always)
    mutating func field(_ write: (inout RowBuffer) -> Void) {
        if let last, last != UInt8(ascii: "\n") { append(UInt8(ascii: ",")) }
        write(&self)
    }

    /// Appends a field with a number.
    @inline(__always)
    mutating func field(_ number: Int) { field { $0.append(decimal: number) } }

    /// Appends a field with a word of the program.
    @inline(__always)
    mutating func field(_ word: StaticString) { field { $0.append(word) } }

    /// Appends a field with a text, in quotation marks; one that a spreadsheet would calculate gets a `'` in front.
    mutating func field(text: RawSpan) {
        if WireText(text).isPlain { return field { $0.append(quoted: text) } }
        var shown = RowBuffer()
        TextEscape.append(text, to: &shown)
        field { $0.append(quoted: shown.bytes) }
    }

    /// Appends a text that may be shown, in quotation marks.
    private mutating func append(quoted shown: RawSpan) {
        append(UInt8(ascii: "\""))
        if let first = shown.byte(at: 0), Self.isFormulaSign(first) { append(UInt8(ascii: "'")) }
        var start = 0
        while let mark = ByteSearch.firstIndex(of: UInt8(ascii: "\""), in: shown, from: start) {
            append(shown.clamped(start..<mark + 1))
            append(UInt8(ascii: "\""))
            start = mark + 1
        }
        append(shown.clamped(start..<shown.byteCount))
        append(UInt8(ascii: "\""))
    }

    private static func isFormulaSign(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"): true
        default: false
        }
    }
}
