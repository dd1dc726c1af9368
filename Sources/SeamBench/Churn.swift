import Seam

/// Writes a capture without end to standard output, to see that memory does not grow with it: short connections, each of
/// other endpoints, of ten packets with two messages a side.
enum Churn {
    private static let packetsPerConnection = 10

    /// Writes so many packets.
    static func write(_ packets: Int) throws {
        var file = try PcapFileWriter(path: "-", linkType: LinkType.ethernet.rawValue)
        var time = Timestamp(seconds: 1_700_000_000, nanoseconds: 0)
        let server = Endpoint(address: IPAddress(ipv4: 0x0A01_0001), port: 9000)
        for connection in 0..<packets / packetsPerConnection {
            // 20 000 ports of as many addresses as are needed.
            let address = IPAddress(ipv4: 0x0B00_0000 &+ UInt32(truncatingIfNeeded: connection / 20_000))
            let client = Endpoint(address: address, port: UInt16(10_000 + connection % 20_000))
            for packet in try packetsOfConnection(client, server) {
                time.nanoseconds += 10_000
                try file.append(time: time, bytes: packet.rawSpan)
            }
        }
        try file.flush()
    }

    private static func packetsOfConnection(_ client: Endpoint, _ server: Endpoint) throws -> [[UInt8]] {
        let line = Array("a message of a line\n".utf8)
        let count = UInt32(line.count)
        var packets: [[UInt8]] = []
        func add(
            _ isClient: Bool,
            _ flags: TCPFlags,
            _ own: UInt32,
            _ peer: UInt32,
            _ payload: [UInt8] = []
        ) throws {
            let header = TCPHeader(
                from: isClient ? client : server,
                to: isClient ? server : client,
                flags: flags,
                sequence: own,
                acknowledgment: peer
            )
            packets.append(try PacketTemplate(header, payload: payload).bytes())
        }
        try add(true, .syn, 99, 0)
        try add(false, [.syn, .ack], 499, 100)
        try add(true, .ack, 100, 500)
        try add(true, [.psh, .ack], 100, 500, line)
        try add(false, [.psh, .ack], 500, 100 + count, line)
        try add(true, [.psh, .ack], 100 + count, 500 + count, line)
        try add(false, [.psh, .ack], 500 + count, 100 + 2 * count, line)
        try add(true, [.fin, .ack], 100 + 2 * count, 500 + 2 * count)
        try add(false, [.fin, .ack], 500 + 2 * count, 101 + 2 * count)
        try add(true, .ack, 101 + 2 * count, 501 + 2 * count)
        return packets
    }
}
