import SeamPackets

/// Packets written by hand: built by an independent script and checked with tshark 4.0 (fields and checksums).
///
/// All carry the same segment unless they say otherwise: port 40000 to 9999, sequence 1000, acknowledgment
/// 2000, PSH and ACK, window 501, the payload "hello".
enum Samples {
    static let ipv4 =
        "4500002d12344000400614950a0000010a0000029c40270f000003e8000007d0501801f586f6000068656c6c6f"
    static let ipv6 =
        "600000000019064020010db800000000000000000000000120010db80000000000000000000000029c40270f000003e8"
        + "000007d0501801f53f84000068656c6c6f"
    /// The TCP packet alone, with the checksum of the IPv4 packet and of the IPv6 packet.
    static let tcpOverIPv4 = "9c40270f000003e8000007d0501801f586f6000068656c6c6f"
    static let tcpOverIPv6 = "9c40270f000003e8000007d0501801f53f84000068656c6c6f"
    /// 2001:db8::1, 2001:db8::2 and 2001:db8::99.
    static let one = "20010db8000000000000000000000001"
    static let two = "20010db8000000000000000000000002"
    static let stop = "20010db8000000000000000000000099"
    /// A SYN with the options that Linux sends: MSS, SACK permitted, timestamps, window scale.
    static let syn =
        "4500003c12344000400614860a0000010a0000029c40270f000003e700000000a002faf071720000"
        + "020405b40402080a000000640000000001030307"
    /// An ACK with timestamps and three SACK blocks.
    static let sack =
        "4500005012344000400614720a0000010a0000029c40270f000003e8000007d0f01001f5025800000101080a00000065"
        + "000000c80101051a000003f3000003f8000003fd000004020000040700000411"

    /// What the segment in `ipv4` is, when `offset` bytes stand before its IP header of `headerLength` bytes.
    static func segment(behind offset: Int, headerLength: Int = 20) -> TCPPacket {
        let end = offset + headerLength + 20
        return TCPPacket(
            source: Endpoint(address: IPAddress(ipv4: 0x0A00_0001), port: 40_000),
            destination: Endpoint(address: IPAddress(ipv4: 0x0A00_0002), port: 9999),
            sequence: 1000,
            acknowledgment: 2000,
            flags: [.psh, .ack],
            window: 501,
            identification: 0x1234,
            timeToLive: 64,
            options: end..<end,
            payload: end..<end + 5,
            payloadLength: 5
        )
    }

    /// What the segment in `ipv6` is, when `offset` bytes stand before it, the IP header among them.
    static func segmentV6(behind offset: Int) -> TCPPacket {
        var packet = segment(behind: offset, headerLength: 0)
        packet.source.address = IPAddress(high: 0x2001_0DB8_0000_0000, low: 1)
        packet.destination.address = IPAddress(high: 0x2001_0DB8_0000_0000, low: 2)
        packet.segment.identification = nil
        return packet
    }
}

/// The bytes that a text of hex digits writes; spaces are skipped.
func bytes(_ hex: String) -> [UInt8] {
    let digits = hex.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

/// Parses captured bytes; the original length is their count unless it is given.
func parse(_ bytes: [UInt8], _ linkType: LinkType = .raw, originalLength: Int? = nil) -> PacketContent {
    unsafe PacketParser.parse(
        bytes.span.bytes,
        originalLength: originalLength ?? bytes.count,
        linkType: linkType
    )
}

/// Parses a packet in hex.
func parse(_ hex: String, _ linkType: LinkType = .raw, originalLength: Int? = nil) -> PacketContent {
    parse(bytes(hex), linkType, originalLength: originalLength)
}

extension PacketContent {
    /// The TCP packet, nil when there is none.
    var packet: TCPPacket? { if case .tcp(let packet) = self { packet } else { nil } }
    /// The issue, nil when there is none.
    var issue: PacketIssue? { if case .other(let issue) = self { issue } else { nil } }
}

/// Reproducible random numbers, by SplitMix64.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }
}
