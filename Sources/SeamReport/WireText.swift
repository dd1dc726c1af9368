import SeamBytes

/// Bytes from the wire that may be UTF-8, cut into pieces that are safe to print and pieces that are not.
///
/// The one place that decides it, for JSON and for terminals.
struct WireText: ~Escapable {
    enum Piece {
        /// A run that can be printed as it is.
        case plain(Range<Int>)
        /// A quotation mark or a backslash, which may need an escape.
        case mark(UInt8)
        /// A character that a terminal would obey or that hides or turns around what stands near it.
        case control(UInt32, Range<Int>)
        /// Bytes that are not UTF-8: the longest part of a character that broke off (Unicode 16.0, §3.9.6).
        case invalid(Range<Int>)
    }

    private let bytes: RawSpan
    private var place = 0

    @_lifetime(copy bytes)
    init(_ bytes: RawSpan) { self.bytes = bytes }

    /// Whether all bytes are plain, as most texts are.
    var isPlain: Bool {
        @inline(__always) get { plainEnd(from: 0) == bytes.byteCount }
    }

    /// The next piece, nil at the end.
    @_lifetime(self: copy self)
    mutating func next() -> Piece? {
        let start = place
        place = plainEnd(from: start)
        if place > start { return .plain(start..<place) }
        guard let byte = bytes.byte(at: place) else { return nil }
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
            place &+= 1
            return .mark(byte)
        }
        let (scalar, count) = Self.scalar(at: place, in: bytes)
        place &+= count
        guard let scalar else { return .invalid(start..<place) }
        return Self.isControl(scalar) ? .control(scalar, start..<place) : .plain(start..<place)
    }

    /// Where the run of plain bytes ends that starts at `start`: eight are looked at at a time where there are so many.
    @inline(__always)
    private func plainEnd(from start: Int) -> Int {
        var place = start
        while let word = bytes.littleEndian(at: place, as: UInt64.self), Self.arePlain(word) { place &+= 8 }
        while let byte = bytes.byte(at: place), Self.isPlain(byte) { place &+= 1 }
        return place
    }

    /// Whether all eight bytes are plain.
    ///
    /// To subtract from all bytes at once sets the highest bit of one that was less, if none above it had it set.
    @inline(__always)
    private static func arePlain(_ word: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let controls = (word &- ones &* 0x20) & ~word
        let quotes = word ^ ones &* UInt64(UInt8(ascii: "\""))
        let backslashes = word ^ ones &* UInt64(UInt8(ascii: "\\"))
        let deletes = word ^ ones &* 0x7f
        let marks = (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes
        return (word | controls | marks | (deletes &- ones) & ~deletes) & (ones &* 0x80) == 0
    }

    @inline(__always)
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte < 0x7f && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    /// Controls (C0, DEL, C1), line separators, and the invisible characters that change direction or join.
    private static func isControl(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0..<0x20, 0x7f..<0xa0, 0x61c, 0x200b...0x200f, 0x2028...0x202e, 0x2060...0x206f, 0xfeff,
            0xfff9...0xfffb, 0xe0000...0xe0fff:
            true
        default: false
        }
    }

    /// The character that starts at `place` and its length, or nil and how many bytes are wrong (Unicode 16.0, table 3-7).
    static func scalar(at place: Int, in bytes: RawSpan) -> (scalar: UInt32?, count: Int) {
        guard let lead = bytes.byte(at: place) else { return (nil, 0) }
        let count: Int
        var second: ClosedRange<UInt8> = 0x80...0xbf
        switch lead {
        case 0..<0x80: return (UInt32(lead), 1)
        case 0xc2...0xdf: count = 2
        case 0xe0...0xef: count = 3
        case 0xf0...0xf4: count = 4
        default: return (nil, 1)
        }
        switch lead {
        case 0xe0: second = 0xa0...0xbf
        case 0xed: second = 0x80...0x9f
        case 0xf0: second = 0x90...0xbf
        case 0xf4: second = 0x80...0x8f
        default: break
        }
        var scalar = UInt32(lead) & (0x7f >> UInt32(count))
        for index in 1..<count {
            guard let byte = bytes.byte(at: place + index) else { return (nil, index) }
            guard index == 1 ? second.contains(byte) : byte & 0xc0 == 0x80 else { return (nil, index) }
            scalar = scalar << 6 | UInt32(byte & 0x3f)
        }
        return (scalar, count)
    }
}
