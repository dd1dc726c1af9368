public import SeamBytes

/// Generic routing encapsulation (RFC 2784, RFC 2890), its source routes (RFC 1701), and its version 1 of PPTP (RFC 2637 §4.1).
///
///     | flags, version 2 | type 2 | checksum, offset 4 | key 4 | sequence 4 | acknowledgment 4, in version 1 |
///
/// NVGRE is GRE with a key and Ethernet inside (RFC 7637).
public struct GRE: Sendable {
    /// The length of a header without its optional fields, in bytes.
    public static let minimumLength = 4

    private static let hasChecksum: UInt16 = 0x8000
    private static let hasRoute: UInt16 = 0x4000
    private static let hasKey: UInt16 = 0x2000
    private static let hasSequence: UInt16 = 0x1000
    private static let hasAcknowledgment: UInt16 = 0x0080

    /// What is carried.
    public var type: EtherType
    /// What tells tunnels between the same ends apart.
    public var key: UInt32?
    /// The number of the packet in its tunnel.
    public var sequence: UInt32?

    /// A header of version 0 for a payload of type `type`.
    public init(_ type: EtherType, key: UInt32? = nil, sequence: UInt32? = nil) {
        self.type = type
        self.key = key
        self.sequence = sequence
    }

    @inline(never)
    static func parse(_ bytes: RawSpan, _ walk: inout PacketWalk) throws(PacketIssue) -> PacketLayer {
        let header = try walk.rest.header(minimumLength, of: .gre, in: bytes)
        let flags = header.word(0)
        let type = header.word(2)
        let version = UInt8(truncatingIfNeeded: flags & 0x07)
        guard version <= 1 else { throw .badVersion(.gre, version) }
        var length = minimumLength
        if flags & (hasChecksum | hasRoute) != 0 { length += 4 }
        if flags & hasKey != 0 { length += 4 }
        if flags & hasSequence != 0 { length += 4 }
        if version == 1, flags & hasAcknowledgment != 0 { length += 4 }
        try walk.rest.pass(length, of: .gre)
        if version == 0, flags & hasRoute != 0 { try passRoute(bytes, &walk) }
        switch type {
        // Without a number there is no header of ERSPAN: its first type.
        case ERSPAN.type: return flags & hasSequence != 0 ? .erspan : .ethernet
        case ERSPAN.type3: return .erspan
        default: return try EtherType(rawValue: type).next(after: .gre)
        }
    }

    /// Goes behind source route entries, each with its length in the last byte of four; one of length 0 is the last.
    private static func passRoute(_ bytes: RawSpan, _ walk: inout PacketWalk) throws(PacketIssue) {
        var length: Int
        repeat {
            length = Int(try walk.rest.header(4, of: .gre, in: bytes)[3])
            try walk.rest.pass(4 + length, of: .gre)
        } while length > 0
    }

    /// Writes the header in front of `payload`, and its checksum over both where that is wanted.
    public func emit(payload: [UInt8], withChecksum: Bool = false, into writer: inout ByteWriter) {
        let start = writer.count
        var flags = withChecksum ? GRE.hasChecksum : 0
        if key != nil { flags |= GRE.hasKey }
        if sequence != nil { flags |= GRE.hasSequence }
        writer.write(bigEndian: flags)
        writer.write(bigEndian: type.rawValue)
        if withChecksum { writer.write(bigEndian: 0 as UInt32) }
        if let key { writer.write(bigEndian: key) }
        if let sequence { writer.write(bigEndian: sequence) }
        writer.write(payload)
        guard withChecksum else { return }
        var checksum = InternetChecksum()
        checksum.add(writer.bytes[start...])
        writer.patch(checksum.value, at: start + GRE.minimumLength)
    }
}
