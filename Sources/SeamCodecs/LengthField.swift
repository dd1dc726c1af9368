public import SeamBytes

/// A number in a frame's header that says how long the frame is, and all that has to be known to read it.
///
///     frame   | offset bytes | number | trailing bytes | content ... |
///             |----------------- header ---------------|
///
/// The frame has `number + adjustment` bytes, and those of the header as well when the number counts
/// the content only. These are the rules of Netty's `LengthFieldBasedFrameDecoder`
/// (reference/decoders.md, 2a), in which its `lengthAdjustment` is `adjustment`.
public struct LengthField: Equatable, Sendable {
    /// How the number is written.
    public enum Number: Equatable, Sendable {
        /// 1, 2, 3, 4 or 8 bytes, unsigned but for 8, where the highest bit makes it negative.
        case binary(width: Int, ByteOrder)
        /// So many decimal digits, padded with zeros in front or with spaces or NUL on either side.
        case digits(Int)
        /// Decimal digits up to this byte, padded as `digits`; a CR before an LF is padding too.
        case until(UInt8)
        /// Base-128, low bits first, at most 5 bytes: the length of protobuf streams and of MQTT.
        case varint
    }

    /// What the number counts.
    public enum Counts: Equatable, Sendable {
        /// The bytes behind the header.
        case content
        /// All bytes, the header's too.
        case frame
    }

    /// Longest frame in bytes, or content where a codec says so, when a spec does not say.
    public static let defaultMaximum = 16 << 20
    /// The greatest number that is a length: swift-nio-extras takes no greater one, whatever its width.
    static let greatest = UInt64(Int32.max)
    /// The most bytes that are searched for the end of a decimal number.
    static let longestText = 20
    /// The most bytes of a base-128 number.
    static let longestVarint = 5

    /// How many bytes stand before the number.
    public let offset: Int
    /// How the number is written.
    public let number: Number
    /// How many bytes of the header stand behind the number.
    public let trailing: Int
    /// What the number counts.
    public let counts: Counts
    /// What is added to the number, in bytes.
    public let adjustment: Int
    /// The most bytes that a frame may have, its header too.
    public let maximum: Int
    /// The bytes of the header, without those of a number that says itself where it ends.
    let fixedSize: Int
    /// Where a binary number stands, if in the first 8 bytes.
    private let part: WordPart?
    /// What is added to a binary number to have the bytes of the frame.
    private let added: Int

    /// A length field; throws for one that no frame could hold, or that no width of number can say.
    public init(
        offset: Int = 0,
        _ number: Number,
        trailing: Int = 0,
        counts: Counts = .content,
        adjustment: Int = 0,
        maximum: Int = defaultMaximum
    ) throws(SpecError) {
        self.offset = offset
        self.number = number
        self.trailing = trailing
        self.counts = counts
        self.adjustment = adjustment
        self.maximum = maximum
        let bound = Int(Int32.max)
        guard (0...bound).contains(offset), (0...8).contains(trailing) else {
            throw SpecError("a length field cannot stand at offset \(offset)")
        }
        guard (-bound...bound).contains(adjustment) else {
            throw SpecError("a length cannot be adjusted by \(adjustment) bytes")
        }
        switch number {
        case .binary(let width, _) where ![1, 2, 3, 4, 8].contains(width):
            throw SpecError("a length field is 1, 2, 3, 4 or 8 bytes wide, not \(width)")
        case .digits(let count) where !(1...Self.longestText).contains(count):
            throw SpecError("a decimal length has 1 to \(Self.longestText) digits, not \(count)")
        case .until(UInt8(ascii: "0")...UInt8(ascii: "9")):
            throw SpecError("a digit cannot end the digits of a length")
        case .binary, .digits, .until, .varint:
            break
        }
        let width: Int
        var part: WordPart?
        switch number {
        case .binary(let count, let order):
            width = count
            part = WordPart(offset: offset, width: count, order)
        case .digits(let count): width = count
        case .until, .varint: width = 0
        }
        self.part = part
        fixedSize = offset + width + trailing
        added = adjustment + (counts == .content ? fixedSize : 0)
        guard fixedSize <= maximum else {
            throw SpecError("a frame of at most \(maximum) bytes cannot hold its header of \(fixedSize)")
        }
    }
}

extension LengthField {
    /// What a header says.
    package struct Header {
        /// The number as it is written.
        package var number: Int
        /// The bytes of the header.
        package var size: Int
        /// The bytes of the frame; not less than `size`, not more than `maximum`.
        package var frame: Int
    }

    /// What can be wrong with a length; the codec has a rule for each.
    package enum Fault {
        case negative
        case tooShort
        case tooLong
        case notANumber
    }

    /// What the bytes at a cursor are.
    package enum Reading {
        case needMore
        case header(Header)
        case fault(Fault, WireNumber?, Resynchronisation)
    }

    /// Reads the header at the cursor, taking nothing, if it is as nearly all are.
    ///
    /// That is a sensible binary number in the first 8 bytes, which are here; nil of any other, which `read` judges.
    @inline(__always)
    package func usual(_ input: borrowing ByteCursor) -> Header? {
        guard let part, fixedSize <= input.available, let word = input.peek(0, bigEndian: UInt64.self) else {
            return nil
        }
        let value = part.value(in: word)
        guard value <= Self.greatest else { return nil }
        // Each of the two is under 2^33, so the sum cannot overflow.
        let number = Int(truncatingIfNeeded: value)
        let frame = number &+ added
        guard frame >= fixedSize, frame <= maximum else { return nil }
        return Header(number: number, size: fixedSize, frame: frame)
    }

    /// Reads the header at the cursor, taking nothing.
    @inline(__always)
    package func read(_ input: borrowing ByteCursor) -> Reading {
        usual(input).map { .header($0) } ?? readAny(input)
    }

    @inline(never)
    private func readAny(_ input: borrowing ByteCursor) -> Reading {
        guard case .binary(let width, let order) = number else { return readText(input) }
        guard fixedSize <= input.available, let value = input.unsigned(at: offset, width: width, order) else {
            return .needMore
        }
        if let reading = judge(value, size: fixedSize) { return reading }
        return fault(WireNumber(value, width: width, order: order), fixedSize)
    }

    /// Where to go on behind the frame at the cursor that broke a rule, and nowhere behind a gap.
    ///
    /// As Netty does: where the length makes no sense behind the header, where it is too long behind the
    /// frame that it announces. Behind text that is no number there is no place to go on.
    func resynchronise(_ input: borrowing ByteCursor, after violation: Violation?) -> Resynchronisation {
        // Where the header itself is too long to wait for, there is nothing to read.
        guard let violation, violation.rule.description != StreamRule.windowFull.id.description else {
            return .stop
        }
        switch read(input) {
        case .needMore: return .stop
        case .header(let header): return .skip(header.frame)
        case .fault(_, _, let next): return next
        }
    }

    /// What a number says in a header of `size` bytes; nil where it cannot be so.
    private func judge(_ value: UInt64, size: Int) -> Reading? {
        guard value <= Self.greatest else { return nil }
        // Each of the three is under 2^32, so the sum cannot overflow.
        let frame = Int(value) + adjustment + (counts == .content ? size : 0)
        guard frame >= size, frame <= maximum else { return nil }
        return .header(Header(number: Int(value), size: size, frame: frame))
    }

    /// What is wrong with a number that cannot be.
    private func fault(_ number: WireNumber, _ size: Int) -> Reading {
        guard let value = Int(exactly: number.value) else { return .fault(.negative, number, .skip(size)) }
        let (sum, overflow) = value.addingReportingOverflow(adjustment + (counts == .content ? size : 0))
        let frame = overflow ? .max : sum
        guard frame >= size else { return .fault(.tooShort, number, .skip(size)) }
        return .fault(.tooLong, number, .skip(frame))
    }

    private func readText(_ input: borrowing ByteCursor) -> Reading {
        if case .varint = number { return readVarint(input) }
        var count = 0
        var size = fixedSize
        if case .digits(let digits) = number {
            count = digits
        } else if case .until(let end) = number {
            while let byte = input.peek(offset + count), byte != end, count < Self.longestText { count += 1 }
            if count == Self.longestText { return .fault(.notANumber, nil, .stop) }
            size += count + 1
        }
        guard size <= input.available else { return .needMore }
        guard let value = Self.decimal(input, at: offset, count: count) else {
            return .fault(.notANumber, nil, .stop)
        }
        // A width of 0: the number does not stand on the wire as the bytes of an integer.
        return judge(value, size: size) ?? fault(WireNumber(value, width: 0, order: .big), size)
    }

    private func readVarint(_ input: borrowing ByteCursor) -> Reading {
        var value: UInt64 = 0
        var count = 0
        var isLast = false
        while !isLast {
            guard count < Self.longestVarint else { return .fault(.tooLong, WireNumber(value), .stop) }
            guard let byte = input.peek(offset + count) else { return .needMore }
            value |= UInt64(byte & 0x7f) << UInt64(7 * count)
            isLast = byte < 0x80
            count += 1
        }
        guard fixedSize + count <= input.available else { return .needMore }
        return judge(value, size: fixedSize + count) ?? fault(WireNumber(value), fixedSize + count)
    }

    /// The number that `count` bytes write in decimal, at most `Int64.max`; nil when they write none.
    private static func decimal(_ input: borrowing ByteCursor, at start: Int, count: Int) -> UInt64? {
        var value: Int64?
        var isOver = false
        for index in start..<start + count {
            switch input.peek(index) {
            case .some(let byte) where (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) && !isOver:
                let (product, tooLarge) = (value ?? 0).multipliedReportingOverflow(by: 10)
                let (sum, overflow) = product.addingReportingOverflow(Int64(byte - UInt8(ascii: "0")))
                value = tooLarge || overflow ? .max : sum
            // C programs pad with spaces ("%4d", "%-4d") or leave the NULs of a cleared buffer.
            case UInt8(ascii: " "), UInt8(ascii: "\r"), 0: isOver = value != nil
            default: return nil
            }
        }
        return value.map { UInt64($0) }
    }
}

extension SpecParameters {
    /// What a length counts, `content` (the default) or `frame`.
    mutating func counts() throws(SpecError) -> LengthField.Counts {
        try choice("counts", ["content": .content, "frame": .frame], default: .content)
    }
}

extension ByteCursor {
    /// The unsigned integer of `width` bytes (0 to 8) that starts `index` bytes behind the next one, nil
    /// when it is not all here yet.
    @inline(__always)
    package func unsigned(at index: Int, width: Int, _ order: ByteOrder) -> UInt64? {
        // One load and a shift where 8 bytes are here, which is nearly always.
        if width > 0, let word = peek(index, bigEndian: UInt64.self) {
            let unused = UInt64(truncatingIfNeeded: 64 - 8 * width)
            return (order == .big ? word : word.byteSwapped &<< unused) &>> unused
        }
        var value: UInt64 = 0
        for place in 0..<width {
            guard let byte = peek(index + (order == .big ? place : width - 1 - place)) else { return nil }
            value = value << 8 | UInt64(byte)
        }
        return value
    }
}
