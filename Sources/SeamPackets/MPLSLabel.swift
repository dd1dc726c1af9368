public import SeamBytes

/// An entry of an MPLS label stack (RFC 3032 §2.1).
///
///     | label 20 bits | class 3 bits | bottom 1 bit | time to live 1 |
///
/// Nothing tells what is behind the bottom but its first 4 bits: 4 and 6 are IP, 0 the control word of a
/// pseudowire, which is taken to carry Ethernet (RFC 4385 §2), and what else there is Ethernet without one.
public struct MPLSLabel: Hashable, Sendable {
    /// The entry's length in bytes.
    public static let headerLength = 4
    /// The lowest label that has no meaning of its own (RFC 3032 §2.1).
    static let firstFree: UInt32 = 16

    /// The label, 20 bits.
    public var value: UInt32
    /// How many routers the packet may pass.
    public var timeToLive: UInt8

    /// An entry with this label.
    public init(_ value: UInt32, timeToLive: UInt8 = 64) {
        self.value = value
        self.timeToLive = timeToLive
    }

    @inline(never)
    static func parse(_ bytes: RawSpan, _ walk: inout PacketWalk) throws(PacketIssue) -> PacketLayer {
        let entry = try walk.rest.header(headerLength, of: .mpls, in: bytes)
        let isBottom = entry[2] & 0x01 != 0
        try walk.rest.pass(headerLength, of: .mpls)
        guard isBottom else { return .mpls }
        switch try walk.rest.header(1, of: .mpls, in: bytes)[0] >> 4 {
        case 4: return .ipv4
        case 6: return .ipv6
        case 0:
            try walk.rest.pass(headerLength, of: .mpls)
            return .ethernet
        default: return .ethernet
        }
    }

    /// Writes a stack, the outermost entry first.
    public static func emit(_ stack: [MPLSLabel], into writer: inout ByteWriter) {
        for (place, entry) in stack.enumerated() {
            let bottom: UInt32 = place + 1 == stack.count ? 0x100 : 0
            writer.write(bigEndian: entry.value << 12 | bottom | UInt32(entry.timeToLive))
        }
    }
}
