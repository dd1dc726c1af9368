import SeamBytes

/// A chunked body (RFC 9112 §7.1) on its way: each call takes the head of one chunk.
struct HTTPChunks {
    /// Longest line with a chunk's size and its extensions.
    private static let longestLine = 4096

    private var message: HTTPMessage
    /// Whether data came before, whose end of line is to be read.
    private var isBehindData = false

    init(_ message: HTTPMessage) { self.message = message }

    mutating func decode(_ input: inout ByteCursor, _ limits: HTTPLimits) -> Step<HTTPMessage> {
        let bytes = input.rest
        var start = 0
        if isBehindData {
            guard let first = bytes.byte(at: 0) else { return .needMore }
            if first == 0x0d, bytes.byteCount < 2 { return .needMore }
            start = first == 0x0d ? 2 : 1
            guard bytes.byte(at: start - 1) == 0x0a else {
                return .violation(Violation(HTTPRule.badChunk.id))
            }
        }
        let size: Int
        switch Self.size(bytes, from: start) {
        case .needMore: return .needMore
        case .violation(let violation): return .violation(violation)
        case .output(let found): (size, start) = found
        default: return .needMore
        }
        if size == 0 { return trailers(&input, from: start, limits) }
        guard input.take(start) != nil else { return .needMore }
        let (sum, overflow) = message.bodySize.addingReportingOverflow(size)
        message.bodySize = overflow ? .max : sum
        message.chunkCount += 1
        isBehindData = true
        return .part(count: size)
    }

    /// The size that a chunk's line says, and where the line ends.
    static func size(_ bytes: RawSpan, from start: Int) -> Step<(size: Int, end: Int)> {
        var size = 0
        var index = start
        while let digit = bytes.byte(at: index).flatMap(hexDigit) {
            guard size <= Int.max >> 5, index - start < 16 else { return broken }
            size = size << 4 | Int(digit)
            index += 1
        }
        guard let next = bytes.byte(at: index) else { return .needMore }
        // Blanks before the end of the line, or an extension.
        guard index > start, [0x0a, 0x0d, 0x20, 0x09, UInt8(ascii: ";")].contains(next) else { return broken }
        guard let feed = ByteSearch.firstIndex(of: 0x0a, in: bytes, from: index) else {
            return bytes.byteCount - start > longestLine ? broken : .needMore
        }
        return feed - start > longestLine ? broken : .output((size, feed + 1))
    }

    private static var broken: Step<(size: Int, end: Int)> { .violation(Violation(HTTPRule.badChunk.id)) }

    static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// Reads the lines behind the last chunk, up to an empty one.
    private mutating func trailers(
        _ input: inout ByteCursor,
        from start: Int,
        _ limits: HTTPLimits
    ) -> Step<HTTPMessage> {
        let bytes = input.rest
        var line = start
        var count = 0
        while true {
            let feed = ByteSearch.firstIndex(of: 0x0a, in: bytes, from: line)
            guard (feed ?? bytes.byteCount) - start < limits.head else {
                return .violation(Violation(HTTPRule.trailersTooLong.id, limit: limits.head))
            }
            guard let feed else { return .needMore }
            let isEmpty = feed == line || (feed == line + 1 && bytes.byte(at: line) == 0x0d)
            line = feed + 1
            if isEmpty { break }
            count += 1
        }
        guard input.take(line) != nil else { return .needMore }
        message.trailerCount = count
        return .output(message)
    }

    /// Appends the data of a chunked body, which stands in `bytes` from `start` on; the stream's offset there is `base`.
    static func data(of bytes: RawSpan, from start: Int, base: Int, into content: inout LayerContent) {
        var place = start
        while case .output(let chunk) = size(bytes, from: place), chunk.size > 0 {
            guard chunk.size <= bytes.byteCount - chunk.end else { return }
            let end = chunk.end + chunk.size
            content.append(bytes.clamped(chunk.end..<end), from: base + chunk.end)
            place = end + (bytes.byte(at: end) == 0x0d ? 2 : 1)
        }
    }
}
