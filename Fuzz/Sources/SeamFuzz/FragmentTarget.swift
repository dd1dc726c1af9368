import Seam

extension FuzzTarget {
    /// Bytes as fragments of a few datagrams, put together within limits.
    ///
    ///     | limits 1 | fragments 6 each: flags 1, offset 1, length 1, cut 1, time 2 |
    static let fragments = FuzzTarget(name: "fragments") { bytes in
        var input = FuzzInput(bytes)
        var run = FragmentRun(&input)
        while !input.isEmpty { run.take(&input) }
    }
}

/// A fragment table under test.
private struct FragmentRun {
    private static let client = IPAddress(ipv4: 0x0A00_0001)
    private static let server = IPAddress(ipv4: 0x0A00_0002)

    private var table: FragmentTable
    private var number = 0
    private var time = 0
    private var met = 0

    init(_ input: inout FuzzInput) {
        let bits = input.byte()
        var limits = FragmentLimits()
        if bits & 1 != 0 { limits.held = 4096 }
        if bits & 2 != 0 { limits.datagrams = 2 }
        if bits & 4 != 0 { limits.fragments = 3 }
        if bits & 8 != 0 { limits.datagram = 512 }
        if bits & 16 != 0 { limits.age = 1_000_000_000 }
        table = FragmentTable(limits: limits)
    }

    /// The byte at a place of a datagram, in one of two copies.
    private static func byte(_ place: Int, _ copy: Int) -> UInt8 { UInt8((place * 7 + copy * 128) & 0xff) }

    mutating func take(_ input: inout FuzzInput) {
        number += 1
        let flags = input.byte()
        let (offset, length) = (Int(input.byte()) * 8, Int(input.byte()))
        let cut = min(Int(input.byte()) % 32, length)
        time += input.word() * 100_000
        var header = IPv4Header(
            source: Self.client,
            destination: Self.server,
            protocolNumber: .tcp,
            identification: UInt16(flags & 3)
        )
        header.fragmentOffset = offset
        header.hasMore = flags & 4 == 0
        let copy = Int(flags >> 3 & 1)
        var writer = ByteWriter()
        header.emit(payloadLength: length, into: &writer)
        writer.write((0..<length - cut).map { Self.byte(offset + $0, copy) })
        let packet = writer.bytes
        let parsed = PacketParser.parse(packet.rawSpan, originalLength: packet.count + cut, linkType: .raw)
        guard case .other(.fragment(let fragment)) = parsed else { return }
        let path = PacketParser.path(of: packet.rawSpan, originalLength: packet.count + cut, linkType: .raw)
        met += 1
        let datagram = table.add(
            fragment,
            packet.rawSpan,
            path: path,
            packets: [number],
            time: Timestamp(nanoseconds: time)
        )
        demand(table.counts.fragments == met, "every fragment is counted")
        demand(table.waitingCount <= table.limits.datagrams, "no more datagrams wait than may")
        if let datagram { check(datagram) }
    }

    private func check(_ datagram: Datagram) {
        demand(datagram.length <= table.limits.datagram, "a datagram is no longer than it may be")
        demand(datagram.bytes.count <= datagram.length, "no more bytes than the datagram has")
        demand(datagram.packets.last == number, "the last of a datagram's packets completes it")
        demand(datagram.packets.count <= table.limits.fragments, "no more fragments than may be")
        let isInOrder = zip(datagram.packets, datagram.packets.dropFirst()).allSatisfy { $0 < $1 }
        demand(isInOrder, "packets are in order")
        for (place, byte) in datagram.bytes.enumerated() {
            let isSent = byte == Self.byte(place, 0) || byte == Self.byte(place, 1)
            demand(isSent, "a byte of a datagram is one that a fragment brought to its place")
        }
        _ = PacketParser.parse(datagram)
    }
}

/// Seeds of the target `fragments`: in order, the other way round, overlapping, and the second one missing.
enum FragmentSeed {
    static let seeds: [[UInt8]] = [
        [0, 0, 0, 64, 0, 0, 1, 4, 8, 20, 0, 0, 1],
        [0, 4, 8, 20, 0, 0, 1, 0, 0, 64, 0, 0, 1],
        [0, 0, 0, 64, 0, 0, 1, 8, 4, 64, 0, 0, 1, 4, 12, 9, 3, 0, 1],
        [0x1f, 0, 0, 64, 0, 0, 1, 1, 0, 64, 0, 0, 1, 2, 0, 64, 0, 0xff, 0xff, 4, 16, 9, 0, 0, 1],
    ]
}
