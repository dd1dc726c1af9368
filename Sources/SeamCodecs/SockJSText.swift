import SeamBytes

/// Reads the little JSON that SockJS frames are made of (RFC 8259).
struct SockJSText: ~Escapable {
    private let bytes: RawSpan
    private let base: Int
    private var place = 0

    /// Reads `bytes`, whose first stands at offset `base` of its stream.
    @_lifetime(copy bytes)
    init(_ bytes: RawSpan, base: Int) {
        self.bytes = bytes
        self.base = base
    }

    /// The byte in front.
    var peek: UInt8? { bytes.byte(at: place) }

    /// Whether nothing but blanks is left.
    var isAtEnd: Bool {
        var rest = place
        while let byte = bytes.byte(at: rest), Self.isBlank(byte) { rest += 1 }
        return rest == bytes.byteCount
    }

    /// Goes on behind the byte in front.
    mutating func skip() { place += 1 }

    /// Takes a sign, and blanks around it.
    mutating func take(_ sign: UInt8) -> Bool {
        skipBlanks()
        guard peek == sign else { return false }
        place += 1
        skipBlanks()
        return true
    }

    /// Takes a whole number of at most nine digits.
    mutating func number() -> Int? {
        let start = place
        var number = 0
        while let digit = peek.map({ $0 &- UInt8(ascii: "0") }), digit < 10, place - start < 9 {
            number = number * 10 + Int(digit)
            place += 1
        }
        return place > start ? number : nil
    }

    /// Takes a string and appends its text: runs without escapes byte by byte, each escape as one piece.
    mutating func string(into content: inout LayerContent) -> Bool {
        guard peek == UInt8(ascii: "\"") else { return false }
        place += 1
        var run = place
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "\""):
                append(from: run, to: &content)
                place += 1
                return true
            case UInt8(ascii: "\\"):
                append(from: run, to: &content)
                guard escape(into: &content) else { return false }
                run = place
            // Control characters must be escaped; SockJS servers in the wild send them as they are.
            default: place += 1
            }
        }
        return false
    }

    private func append(from run: Int, to content: inout LayerContent) {
        content.append(bytes.clamped(run..<place), from: base + run)
    }

    /// Takes an escape, of a surrogate pair both.
    private mutating func escape(into content: inout LayerContent) -> Bool {
        let start = place
        guard let sign = bytes.byte(at: place + 1) else { return false }
        place += 2
        let scalar: Unicode.Scalar
        switch sign {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): scalar = Unicode.Scalar(sign)
        case UInt8(ascii: "b"): scalar = "\u{8}"
        case UInt8(ascii: "f"): scalar = "\u{c}"
        case UInt8(ascii: "n"): scalar = "\n"
        case UInt8(ascii: "r"): scalar = "\r"
        case UInt8(ascii: "t"): scalar = "\t"
        case UInt8(ascii: "u"):
            guard let unit = unit(at: place) else { return false }
            place += 4
            scalar = self.scalar(of: unit)
        default: return false
        }
        let text = Array(String(scalar).utf8)
        content.append(text.rawSpan, from: ByteRange(base + start, base + place), isLinear: false)
        return true
    }

    /// The scalar of a UTF-16 unit, and of the one behind it if they are a pair; a lone surrogate is none.
    private mutating func scalar(of unit: UInt32) -> Unicode.Scalar {
        guard unit & 0xfc00 == 0xd800 else { return Unicode.Scalar(unit) ?? "\u{fffd}" }
        guard bytes.byte(at: place) == UInt8(ascii: "\\"), bytes.byte(at: place + 1) == UInt8(ascii: "u"),
            let low = self.unit(at: place + 2), low & 0xfc00 == 0xdc00
        else { return "\u{fffd}" }
        place += 6
        return Unicode.Scalar(0x10000 + (unit & 0x3ff) << 10 + low & 0x3ff) ?? "\u{fffd}"
    }

    /// Four hexadecimal digits.
    private func unit(at start: Int) -> UInt32? {
        var unit: UInt32 = 0
        for index in start..<start + 4 {
            guard let digit = bytes.byte(at: index).flatMap(HTTPChunks.hexDigit) else { return nil }
            unit = unit << 4 | UInt32(digit)
        }
        return unit
    }

    private mutating func skipBlanks() {
        while let byte = peek, Self.isBlank(byte) { place += 1 }
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d
    }
}
