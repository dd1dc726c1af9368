import SeamBytes

// What the simple framers hand to a layer above: the message without its framing, as their receivers get it.

extension DelimiterDecoder {
    /// The content, without the delimiter unless it is kept.
    public static func content(
        of output: Output,
        in bytes: RawSpan,
        at start: Int,
        into content: inout LayerContent
    ) { content.append(output.content, of: bytes, at: start) }
}

extension LineDecoder {
    /// The line, without its end unless it is kept.
    public static func content(
        of output: Output,
        in bytes: RawSpan,
        at start: Int,
        into content: inout LayerContent
    ) { content.append(output.content, of: bytes, at: start) }
}

extension VarintDecoder {
    /// What follows the length.
    public static func content(
        of output: Output,
        in bytes: RawSpan,
        at start: Int,
        into content: inout LayerContent
    ) { content.append(output.content, of: bytes, at: start) }
}

extension LengthDecoder {
    /// What is left when the front is stripped.
    public static func content(
        of output: Output,
        in bytes: RawSpan,
        at start: Int,
        into content: inout LayerContent
    ) { content.append(last: output.length, of: bytes, at: start) }
}

extension TLCDecoder {
    /// What follows type and length.
    public static func content(
        of output: Output,
        in bytes: RawSpan,
        at start: Int,
        into content: inout LayerContent
    ) { content.append(last: output.length, of: bytes, at: start) }
}

extension STOMPDecoder {
    /// The body of a frame; nothing of an end of line.
    public static func content(
        of output: Output,
        in bytes: RawSpan,
        at start: Int,
        into content: inout LayerContent
    ) {
        guard case .frame(let frame) = output else { return }
        content.append(frame.body, of: bytes, at: start)
    }
}

extension LayerContent {
    /// Appends the bytes `range` of the stream out of a message's, which start at offset `start`.
    mutating func append(_ range: ByteRange, of bytes: RawSpan, at start: Int) {
        append(bytes.clamped(range.start - start..<range.end - start), from: range.start)
    }

    /// Appends the last `count` bytes of a message, which starts at offset `start`.
    mutating func append(last count: Int, of bytes: RawSpan, at start: Int) {
        let first = max(0, bytes.byteCount - count)
        append(bytes.clamped(first..<bytes.byteCount), from: start + first)
    }
}
