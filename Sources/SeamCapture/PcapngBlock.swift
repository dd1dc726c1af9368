/// The types of pcapng blocks that mean something here: draft-ietf-opsawg-pcapng, section 4 and its registry.
///
///     type 4 | length 4 | body, a multiple of 4 bytes | length 4
enum PcapngBlock: UInt32 {
    case sectionHeader = 0x0a0d_0d0a
    case interface = 1
    /// Obsolete since 2009.
    case packet = 2
    case simplePacket = 3
    case names = 4
    case statistics = 5
    case enhancedPacket = 6
    case secrets = 10
    case journal = 9
    case custom = 0x0000_0bad
    case customNotCopied = 0x4000_0bad
    case sysdigEvent = 0x204
    case sysdigEvent2 = 0x216
    case sysdigLargeEvent2 = 0x221

    /// Type and both lengths.
    static let frameSize = 12
    /// Type and first length.
    static let headSize = 8
    /// How a section's first number reads in its own byte order.
    static let byteOrderMagic: UInt32 = 0x1a2b_3c4d
    /// The smallest section header, the framing included.
    static let sectionHeaderSize = 28
    /// Where the packet starts in an Enhanced Packet or an obsolete Packet Block.
    static let packetStart = 28
    /// Where the packet starts in a Simple Packet Block.
    static let simplePacketStart = 12

    /// Whether Wireshark numbers it as if it were a packet; established with tshark 4.0.
    var isNumbered: Bool {
        switch self {
        case .journal, .custom, .customNotCopied, .sysdigEvent, .sysdigEvent2, .sysdigLargeEvent2: true
        default: isPacket
        }
    }

    /// Whether it holds a packet that is read.
    var isPacket: Bool { self == .enhancedPacket || self == .packet || self == .simplePacket }

    /// What the draft calls it, for messages.
    var name: String {
        switch self {
        case .sectionHeader: "Section Header Block"
        case .interface: "Interface Description Block"
        case .packet: "Packet Block"
        case .simplePacket: "Simple Packet Block"
        case .names: "Name Resolution Block"
        case .statistics: "Interface Statistics Block"
        case .enhancedPacket: "Enhanced Packet Block"
        case .secrets: "Decryption Secrets Block"
        case .journal: "Systemd Journal Export Block"
        case .custom, .customNotCopied: "Custom Block"
        case .sysdigEvent, .sysdigEvent2, .sysdigLargeEvent2: "Sysdig Event Block"
        }
    }
}
