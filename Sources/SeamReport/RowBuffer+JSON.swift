public import SeamBytes

// JSON (RFC 8259), written as it comes, without a String for a record.
//
//     rows.beginObject()
//     rows.member("start", 40)
//     rows.endObject()
//     rows.endLine()
//
// Commas come by themselves: one is due unless something has just begun.

extension RowBuffer {
    /// Opens an object, as an element or on a line of its own.
    public mutating func beginObject() {
        separate()
        append(UInt8(ascii: "{"))
    }

    /// Opens an object that is a member.
    @inline(__always)
    public mutating func beginObject(_ name: StaticString) {
        append(name: name)
        append(UInt8(ascii: "{"))
    }

    /// Closes an object.
    @inline(__always)
    public mutating func endObject() { append(UInt8(ascii: "}")) }

    /// Opens an array that is a member.
    @inline(__always)
    public mutating func beginArray(_ name: StaticString) {
        append(name: name)
        append(UInt8(ascii: "["))
    }

    /// Closes an array.
    @inline(__always)
    public mutating func endArray() { append(UInt8(ascii: "]")) }

    /// Ends a line of JSON Lines.
    @inline(__always)
    public mutating func endLine() { append(UInt8(ascii: "\n")) }

    /// A member with a number.
    @inline(__always)
    public mutating func member(_ name: StaticString, _ value: Int) {
        append(name: name)
        append(decimal: value)
    }

    /// A member with a truth.
    public mutating func member(_ name: StaticString, _ value: Bool) {
        append(name: name)
        append(value ? "true" : "false")
    }

    /// A member with a word of the program, which needs no escapes.
    @inline(__always)
    public mutating func member(_ name: StaticString, word: StaticString) {
        append(name: name)
        append(UInt8(ascii: "\""))
        append(word)
        append(UInt8(ascii: "\""))
    }

    /// A member with a text; bytes that are no UTF-8 become U+FFFD.
    public mutating func member(_ name: StaticString, text: RawSpan) {
        append(name: name)
        append(json: text)
    }

    /// A member with a text.
    public mutating func member(_ name: StaticString, text: String) {
        unsafe member(name, text: text.utf8.span.bytes)
    }

    /// A member with a text, `null` where it is empty.
    public mutating func member(_ name: StaticString, textOrNull text: String) {
        if !text.isEmpty { return member(name, text: text) }
        append(name: name)
        append("null")
    }

    /// A member with bytes as a string of hexadecimal digits.
    public mutating func member(_ name: StaticString, hex bytes: RawSpan) {
        append(name: name)
        append(UInt8(ascii: "\""))
        for index in 0..<bytes.byteCount { append(hex: bytes.byte(at: index) ?? 0) }
        append(UInt8(ascii: "\""))
    }

    /// A member with a moment, as RFC 3339 writes it.
    public mutating func member(_ name: StaticString, _ time: Timestamp) {
        append(name: name)
        append(UInt8(ascii: "\""))
        append(time)
        append(UInt8(ascii: "\""))
    }

    /// A member with a span of time in seconds.
    public mutating func member(_ name: StaticString, seconds nanoseconds: Int) {
        append(name: name)
        append(seconds: nanoseconds)
    }

    /// An element that is a number.
    @inline(__always)
    public mutating func element(_ value: Int) {
        separate()
        append(decimal: value)
    }

    /// An element that is a text.
    public mutating func element(text: String) {
        separate()
        unsafe append(json: text.utf8.span.bytes)
    }

    /// An element that is a span of time in seconds.
    public mutating func element(seconds nanoseconds: Int) {
        separate()
        append(seconds: nanoseconds)
    }

    /// An element that is a word of the program, which needs no escapes.
    public mutating func element(word: StaticString) {
        separate()
        append(UInt8(ascii: "\""))
        append(word)
        append(UInt8(ascii: "\""))
    }

    /// Appends the comma that is due.
    @inline(__always)
    private mutating func separate() {
        if isCommaDue { append(UInt8(ascii: ",")) }
    }

    /// Appends a string with its quotation marks, escaped (RFC 8259 §7).
    ///
    /// More is escaped than JSON asks for, so that a terminal obeys none of it either.
    public mutating func append(json bytes: RawSpan) {
        append(UInt8(ascii: "\""))
        var text = WireText(bytes)
        if text.isPlain {
            append(bytes)
            return append(UInt8(ascii: "\""))
        }
        while let piece = text.next() {
            switch piece {
            case .plain(let range): append(bytes.clamped(range))
            case .mark(let byte):
                append(UInt8(ascii: "\\"))
                append(byte)
            case .control(let scalar, _): append(escaping: scalar)
            case .invalid: append("\u{FFFD}")
            }
        }
        append(UInt8(ascii: "\""))
    }

    /// Appends `\uNNNN`, twice for what UTF-16 needs two words for.
    private mutating func append(escaping scalar: UInt32) {
        guard scalar > 0xffff else { return append(escapingWord: UInt16(scalar)) }
        let offset = scalar - 0x10000
        append(escapingWord: 0xd800 + UInt16(offset >> 10))
        append(escapingWord: 0xdc00 + UInt16(offset & 0x3ff))
    }

    private mutating func append(escapingWord word: UInt16) {
        append("\\u")
        append(hex: UInt8(word >> 8))
        append(hex: UInt8(word & 0xff))
    }

    /// Appends two hexadecimal digits.
    mutating func append(hex byte: UInt8) {
        append(hexDigit: byte >> 4)
        append(hexDigit: byte & 0xf)
    }

    private mutating func append(hexDigit digit: UInt8) {
        append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
}
