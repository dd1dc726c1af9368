internal import SeamBytes

/// How the records of a classic pcap file are laid out, from its file header.
///
///     file     magic 4 | version 2+2 | zone 4 | accuracy 4 | snap length 4 | link type 4
///     record   seconds 4 | fraction 4 | captured length 4 | original length 4 | packet
///
/// draft-ietf-opsawg-pcap, sections 4 and 5. The "modified" format of patched libpcaps of the nineties
/// has 8 bytes more in a record's header (interface, protocol, packet type): libpcap's sf-pcap.c.
struct PcapLayout {
    static let fileHeaderSize = 24

    /// The order of the bytes of all numbers.
    let order: ByteOrder
    /// Nanoseconds in a unit of a record's fraction.
    let nanosecondsPerUnit: Int
    /// Bytes of a record before its packet.
    let recordHeaderSize: Int
    /// Whether the two lengths of a record may be in the other order, as before version 2.4.
    private(set) var mayExchangeLengths = false
    /// What packets start with, a `LINKTYPE_` value.
    private(set) var linkType: Int32 = 0
    /// How much of a packet was captured at most, 0 where the file does not say.
    private(set) var snapLength = 0
    /// The largest packet that is no damage.
    private(set) var packetLimit = CaptureLimits.packet

    /// The layout of most files, before one is open.
    init() { self.init(.little, nanosecondsPerUnit: 1000) }

    /// The layout for a file whose first four bytes are these, read as big-endian; nil when it is no pcap.
    init?(magic: UInt32?) {
        switch magic {
        case 0xa1b2_c3d4: self.init(.big, nanosecondsPerUnit: 1000)
        case 0xd4c3_b2a1: self.init(.little, nanosecondsPerUnit: 1000)
        case 0xa1b2_3c4d: self.init(.big, nanosecondsPerUnit: 1)
        case 0x4d3c_b2a1: self.init(.little, nanosecondsPerUnit: 1)
        case 0xa1b2_cd34: self.init(.big, nanosecondsPerUnit: 1000, recordHeaderSize: 24)
        case 0x34cd_b2a1: self.init(.little, nanosecondsPerUnit: 1000, recordHeaderSize: 24)
        default: return nil
        }
    }

    private init(_ order: ByteOrder, nanosecondsPerUnit: Int, recordHeaderSize: Int = 16) {
        self.order = order
        self.nanosecondsPerUnit = nanosecondsPerUnit
        self.recordHeaderSize = recordHeaderSize
    }

    /// Takes what the file header says behind the magic; `input` stands at its start and has it all.
    mutating func readHeader(_ input: borrowing InputBuffer) throws(ReadFailure) {
        let (major, minor) = (input.half(4), input.half(6))
        if major < 2 { throw ReadFailure(.unsupported, "pcap of version \(major).\(minor)") }
        let link = input.word(20)
        // The lower 16 bits are the type; the upper 6 tell of a frame check sequence, which IP's length leaves out.
        if link & 0x03ff_0000 != 0 {
            throw ReadFailure(.damaged, "the link type's reserved bits are set: 0x\(String(link, radix: 16))")
        }
        mayExchangeLengths = major == 2 && minor < 4
        linkType = Int32(link & 0xffff)
        snapLength = Int(input.word(16))
        packetLimit = CaptureLimits.packet(snapLength: snapLength)
    }

    /// The captured and the original length that stand third and fourth in a record's header.
    @inline(__always)
    func lengths(_ first: UInt32, _ second: UInt32) -> (captured: Int, original: Int) {
        let isExchanged = first > second && mayExchangeLengths
        return isExchanged ? (Int(second), Int(first)) : (Int(first), Int(second))
    }
}
