import SeamBytes

// Saying a length: the way back from a content to the number that announces it.

extension LengthField {
    /// The number that announces a frame with `content` bytes behind its header; throws when there is none.
    func announce(_ content: Int) throws(EncodingError) -> Int {
        let width = width(for: content)
        let frame = content + headerSize(width)
        let value = value(for: content, width: width)
        guard value >= 0 else {
            throw EncodingError("content of \(content) bytes: its length, adjusted, would be \(value)")
        }
        guard value <= greatest else {
            throw EncodingError(
                "content of \(content) bytes: its length says at most \(greatest), not \(value)"
            )
        }
        guard frame <= maximum else {
            throw EncodingError("a frame of \(frame) bytes is over the limit of \(maximum)")
        }
        return value
    }

    /// Writes the number alone.
    func write(_ value: Int, into writer: inout ByteWriter) {
        var text: [UInt8] = []
        switch number {
        case .binary(let width, let order):
            writer.write(UInt64(value), width: width, order: order)
        case .digits(let count):
            text.appendDecimal(unsigned: UInt(value), digits: count)
        case .until(let end):
            text.appendDecimal(value)
            text.append(end)
        case .varint:
            for place in 0..<Self.varintWidth(value) {
                let isLast = place == Self.varintWidth(value) - 1
                text.append(UInt8(value >> (7 * place) & 0x7f) | (isLast ? 0 : 0x80))
            }
        }
        writer.write(text)
    }

    /// The greatest number that the field can say and that decoders take.
    private var greatest: Int {
        let most = Int(Self.greatest)
        switch number {
        case .binary(let width, _): return width < 4 ? 1 << (8 * width) - 1 : most
        case .digits(let count): return count < 10 ? Self.powerOfTen(count) - 1 : most
        case .until, .varint: return most
        }
    }

    /// The bytes of the number that announces `content` bytes, its end not counted.
    ///
    /// A decimal number without fixed width may count its own digits: the first width that holds it is it.
    private func width(for content: Int) -> Int {
        switch number {
        case .binary(let width, _): return width
        case .digits(let count): return count
        case .until:
            var width = 1
            while width < 10, value(for: content, width: width) >= Self.powerOfTen(width) { width += 1 }
            return width
        case .varint:
            var width = 1
            while width < Self.varintWidth(value(for: content, width: width)) { width += 1 }
            return width
        }
    }

    /// The bytes of a base-128 number.
    private static func varintWidth(_ value: Int) -> Int {
        (1..<longestVarint).first { value < 1 << (7 * $0) } ?? longestVarint
    }

    private func value(for content: Int, width: Int) -> Int {
        content + (counts == .frame ? headerSize(width) : 0) - adjustment
    }

    private func headerSize(_ width: Int) -> Int {
        switch number {
        case .binary, .digits: fixedSize
        case .until: fixedSize + width + 1
        case .varint: fixedSize + width
        }
    }

    private static func powerOfTen(_ exponent: Int) -> Int {
        (0..<exponent).reduce(1) { power, _ in power * 10 }
    }
}
