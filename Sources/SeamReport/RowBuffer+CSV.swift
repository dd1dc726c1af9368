import SeamBytes

// Comma-separated values (RFC 4180), for spreadsheets. Controls are escaped as on a terminal.

extension RowBuffer {
    /// Appends a field; the first of a row has nothing before it.
    mutating func field(_ write: (inout RowBuffer) -> Void) {
        if let last, last != UInt8(ascii: "\n") { append(UInt8(ascii: ",")) }
        write(&self)
    }

    /// Appends a field with a number.
    mutating func field(_ number: Int) { field { $0.append(decimal: number) } }

    /// Appends a field with a word of the program.
    mutating func field(_ word: StaticString) { field { $0.append(word) } }

    /// Appends a field with a text, in quotation marks; one that a spreadsheet would calculate gets a `'` in front.
    mutating func field(text: RawSpan) {
        var shown = RowBuffer()
        TextEscape.append(text, to: &shown)
        field { rows in
            rows.append(UInt8(ascii: "\""))
            if let first = shown.bytes.byte(at: 0), Self.formulaSigns.contains(first) {
                rows.append(UInt8(ascii: "'"))
            }
            for index in 0..<shown.count {
                let byte = shown.bytes.byte(at: index) ?? 0
                if byte == UInt8(ascii: "\"") { rows.append(byte) }
                rows.append(byte)
            }
            rows.append(UInt8(ascii: "\""))
        }
    }

    private static let formulaSigns: [UInt8] = Array("=+-@".utf8)
}
