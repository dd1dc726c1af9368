/// The control bits of a TCP header (RFC 9293 §3.1).
///
/// The raw value is the low 12 bits of the header's word at byte 12, so reserved bits survive a round trip.
public struct TCPFlags: OptionSet, Hashable, BitwiseCopyable, Sendable {
    /// The bits as they stand in the header.
    public var rawValue: UInt16

    /// The flags with these bits.
    @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The sender has no more data.
    @inlinable public static var fin: TCPFlags { TCPFlags(rawValue: 0x01) }
    /// Sequence numbers start here.
    @inlinable public static var syn: TCPFlags { TCPFlags(rawValue: 0x02) }
    /// The connection is given up.
    @inlinable public static var rst: TCPFlags { TCPFlags(rawValue: 0x04) }
    /// The receiver should hand on what it has.
    @inlinable public static var psh: TCPFlags { TCPFlags(rawValue: 0x08) }
    /// The acknowledgment number counts.
    @inlinable public static var ack: TCPFlags { TCPFlags(rawValue: 0x10) }
    /// The urgent pointer counts.
    @inlinable public static var urg: TCPFlags { TCPFlags(rawValue: 0x20) }
    /// Congestion was met on the way (RFC 3168 §6.1).
    @inlinable public static var ece: TCPFlags { TCPFlags(rawValue: 0x40) }
    /// The sender has slowed down (RFC 3168 §6.1).
    @inlinable public static var cwr: TCPFlags { TCPFlags(rawValue: 0x80) }
}

extension TCPFlags: CustomStringConvertible {
    /// One letter a flag that is set, from the lowest bit on: F S R P A U E C.
    ///
    /// SYN with ACK is `SA`, PSH with ACK `PA`; E is ECE and C is CWR. Reserved bits have no letter.
    public var description: String {
        var text: [UInt8] = []
        append(to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends the letters as ASCII (at most 8 bytes) without making a String.
    public func append(to text: inout [UInt8]) {
        for bit in 0..<8 where rawValue & 1 << UInt16(bit) != 0 { text.append(TCPFlags.letter(of: bit)) }
    }

    /// Reads letters in any order; nil when one of them is none of F S R P A U E C.
    public init?(letters: some StringProtocol) {
        self.init(rawValue: 0)
        for letter in letters.utf8 {
            guard let bit = (0..<8).first(where: { TCPFlags.letter(of: $0) == letter }) else { return nil }
            rawValue |= 1 << UInt16(bit)
        }
    }

    /// The letter of a flag, by the place of its bit.
    public static func letter(of bit: Int) -> UInt8 {
        switch bit {
        case 0: UInt8(ascii: "F")
        case 1: UInt8(ascii: "S")
        case 2: UInt8(ascii: "R")
        case 3: UInt8(ascii: "P")
        case 4: UInt8(ascii: "A")
        case 5: UInt8(ascii: "U")
        case 6: UInt8(ascii: "E")
        default: UInt8(ascii: "C")
        }
    }
}
