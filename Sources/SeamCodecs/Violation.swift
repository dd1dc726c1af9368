public import SeamBytes

/// A rule that a protocol makes, as violations name it.
public struct Rule: Sendable {
    /// The stable name, the codec's in front: `stomp.missing-nul`.
    public var id: StaticString
    /// What is wrong when it is broken, as a clause.
    public var text: StaticString
    /// Where it is written, as `STOMP 1.2, "Body"`; empty for a limit of our own.
    public var source: StaticString

    /// A rule with its words and its source.
    public init(_ id: StaticString, _ text: StaticString, source: StaticString = "") {
        self.id = id
        self.text = text
        self.source = source
    }
}

/// Something that a protocol forbids and that a stream holds all the same: a value, never a crash.
public struct Violation: Equatable, Sendable {
    /// The `id` of the rule that was broken.
    public var rule: StaticString
    /// The number on the wire that broke it, where one did.
    public var number: WireNumber?
    /// The bytes that the number, or the message so far, may have at most; 0 where no limit is at stake.
    public var limit: Int

    /// A violation of `rule`.
    public init(_ rule: StaticString, number: WireNumber? = nil, limit: Int = 0) {
        self.rule = rule
        self.number = number
        self.limit = limit
    }

    /// Whether both name the same rule with the same numbers.
    public static func == (left: Violation, right: Violation) -> Bool {
        left.rule.description == right.rule.description && left.number == right.number
            && left.limit == right.limit
    }
}

/// An integer as it stood on the wire, so that it can be shown as what it is.
public struct WireNumber: Equatable, Sendable {
    /// The value as the format reads it.
    public var value: UInt64
    /// How many bytes it has on the wire, at most 8; 0 where it is no integer of a fixed width.
    public var width: UInt8
    /// The order in which the format reads them.
    public var order: ByteOrder

    /// A number that stood on the wire in another form than a binary integer: a varint, decimal digits.
    public init(_ value: UInt64) { self.init(value, width: 0, order: .big) }

    /// A binary integer read from the wire.
    public init(_ value: UInt64, width: Int, order: ByteOrder) {
        self.value = value
        self.width = UInt8(clamping: min(width, 8))
        self.order = order
    }

    /// The bytes as they stood on the wire; none where `width` is 0.
    public var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.write(value, width: Int(width), order: order)
        return writer.bytes
    }

    /// The value when its bytes are read in the other order.
    public var swapped: UInt64 {
        let wire = order == .big ? bytes.reversed() : bytes
        return wire.reduce(0) { sum, byte in sum << 8 | UInt64(byte) }
    }
}

extension WireNumber {
    /// What people should know of the number: 542336370 is the text " Ser" on a binary port.
    ///
    /// Empty where it is just a number. `limit` is what the format allows, to tell whether the other byte
    /// order would make sense.
    public func meaning(limit: Int) -> String {
        switch suspicion(limit: limit) {
        case .text:
            let text = String(decoding: bytes.map { $0 < 0x20 ? UInt8(ascii: ".") : $0 }, as: UTF8.self)
            return "its bytes are the text \"\(text)\": text, or another protocol, on a binary port?"
        case .format(let format):
            return "its bytes begin \(format): another protocol on this port?"
        case .otherOrder(let other):
            return "read \(order == .big ? "little" : "big")-endian it is \(other): wrong byte order?"
        case .none:
            return ""
        }
    }

    /// What a number that is no sensible length may be.
    public enum Suspicion: Sendable {
        /// Its bytes are text.
        case text
        /// Its bytes begin this format.
        case format(StaticString)
        /// In the other byte order it would be this.
        case otherOrder(UInt64)
        /// Just a number.
        case none
    }

    /// What the number may be; `limit` is what the format allows.
    public func suspicion(limit: Int) -> Suspicion {
        let wire = bytes
        if wire.count >= 2, wire.allSatisfy({ (0x20...0x7e).contains($0) || [9, 10, 13].contains($0) }) {
            return .text
        }
        if let format = Self.format(wire) { return .format(format) }
        let other = swapped
        if width > 1, other != value, other <= UInt64(clamping: limit) { return .otherOrder(other) }
        return .none
    }

    /// The binary formats whose first bytes were reported as absurd lengths (369295616 is TLS, 3120627712 MPEG).
    private static func format(_ wire: [UInt8]) -> StaticString? {
        guard wire.count >= 3 else { return nil }
        // RFC 8446 §5.1: content types 20 to 23, legacy_record_version 03 01 to 03 04 and SSL's 03 00.
        if (20...23).contains(wire[0]), wire[1] == 3, wire[2] <= 4 { return "a TLS record" }
        // ISO/IEC 13818-1, pack_start_code.
        if wire == [0, 0, 1, 0xba] { return "an MPEG program stream" }
        return nil
    }
}
