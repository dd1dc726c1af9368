/// What a reader takes from a file at most; files are hostile, and a length in them is a claim.
enum CaptureLimits {
    /// Bytes of a pcapng block, and of a packet whatever the snap length; as in libpcap and Wireshark.
    static let block = 16 << 20
    /// Bytes of a packet in a file that does not announce a larger snap length; as in libpcap and Wireshark.
    static let packet = 262_144
    /// Interfaces in all files of a capture; beyond it a file is refused.
    static let interfaces = 65_536
    /// Sections that are described; the packets of others are read all the same.
    static let sections = 65_536
    /// Bytes of names, comments and secrets that are kept; what is beyond is counted.
    static let keptBytes = 4 << 20
    /// What a kept thing costs besides its own bytes.
    static let keptOverhead = 64
    /// Comments of one packet; what is beyond is left out.
    static let commentsPerPacket = 64

    /// The largest packet of a file or interface with this snap length, 0 meaning that none was given.
    static func packet(snapLength: Int) -> Int {
        snapLength == 0 ? block : min(max(snapLength, packet), block)
    }
}
