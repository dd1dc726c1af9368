import Seam

@testable import SeamCLI

/// A capture of one or more connections to 10.0.0.2:9999, made packet by packet; packets are a millisecond apart.
struct TestCapture {
    private var writer = PcapWriter(linkType: LinkType.ethernet.rawValue)
    /// 2023-11-14T22:13:20Z, when the first packet is captured.
    private var time = Timestamp(nanoseconds: 1_700_000_000_000_000_000)

    /// The sequence number of a client's and a server's SYN.
    static let initial: (client: UInt32, server: UInt32) = (999, 4999)

    /// Adds a packet of a side; `offset` is the place in the stream of its first byte.
    ///
    /// The client of connection n has port 40000 + n. `captured` bytes of the payload are in the capture, all when nil.
    mutating func add(
        _ side: Side,
        _ payload: String = "",
        at offset: Int = 0,
        acknowledges: Int = 0,
        flags: TCPFlags = [.psh, .ack],
        connection: UInt16 = 0,
        captured: Int? = nil
    ) throws {
        try add(
            side,
            bytes: Array(payload.utf8),
            at: offset,
            acknowledges: acknowledges,
            flags: flags,
            connection: connection,
            captured: captured
        )
    }

    /// The same with a payload that is no text.
    mutating func add(
        _ side: Side,
        bytes payload: [UInt8],
        at offset: Int = 0,
        acknowledges: Int = 0,
        flags: TCPFlags = [.psh, .ack],
        connection: UInt16 = 0,
        captured: Int? = nil
    ) throws {
        let client = Endpoint(address: IPAddress(ipv4: 0x0A00_0001), port: 40_000 + connection)
        let server = Endpoint(address: IPAddress(ipv4: 0x0A00_0002), port: 9999)
        let isClient = side == .client
        let first = isClient ? Self.initial.client : Self.initial.server
        let peer = isClient ? Self.initial.server : Self.initial.client
        let header = TCPHeader(
            from: isClient ? client : server,
            to: isClient ? server : client,
            flags: flags,
            sequence: first + (flags.contains(.syn) ? 0 : 1) + UInt32(offset),
            acknowledgment: flags.contains(.ack) ? peer + 1 + UInt32(acknowledges) : 0
        )
        let bytes = try PacketTemplate(header, payload: payload).bytes()
        let kept = captured.map { bytes.count - payload.count + $0 } ?? bytes.count
        writer.append(time: time, bytes: Array(bytes.prefix(kept)), originalLength: bytes.count)
        time.nanoseconds += 1_000_000
    }

    /// Adds the three packets that open a connection.
    mutating func open(connection: UInt16 = 0) throws {
        try add(.client, flags: .syn, connection: connection)
        try add(.server, flags: [.syn, .ack], connection: connection)
        try add(.client, flags: .ack, connection: connection)
    }

    /// The file, without its last `cut` bytes.
    func file(cut: Int = 0) throws -> Scratch {
        let scratch = try Scratch()
        try OutputFile.with(scratch.path) { $0.write(Array(writer.bytes.dropLast(cut))) }
        return scratch
    }
}
