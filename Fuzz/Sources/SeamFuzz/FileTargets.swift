import Seam

extension FuzzTarget {
    /// Any bytes behind the header of a pcap file: what the reader gives is what a naive reader gives.
    ///
    ///     | header 1: order, unit | snap length 2 | records |
    static let pcap = FuzzTarget(name: "pcap") { bytes in
        var input = FuzzInput(bytes)
        let flags = input.byte()
        let order: ByteOrder = flags & 1 == 0 ? .little : .big
        let snapLength = input.word()
        let records = [UInt8](copying: input.rest)
        var writer = ByteWriter()
        writer.write(flags & 2 == 0 ? 0xa1b2_c3d4 : 0xa1b2_3c4d, width: 4, order: order)
        writer.write(2, width: 2, order: order)
        writer.write(4, width: 2, order: order)
        writer.write([UInt8](repeating: 0, count: 8))
        writer.write(UInt64(snapLength), width: 4, order: order)
        writer.write(1, width: 4, order: order)
        let expected = naiveRecords(records, order, most: 262_144)
        var got = 0
        do throws(CaptureError) {
            let file = writer.bytes + records
            var reader = try CaptureReader(files: [System.file(of: file.rawSpan)])
            while let packet = try reader.next() {
                demand(got < expected.packets.count, "no more packets than there are")
                demand(packet.number == got + 1, "packets are numbered from 1")
                demand(
                    [UInt8](copying: packet.bytes) == expected.packets[got].bytes,
                    "a packet has its bytes"
                )
                let length = max(expected.packets[got].original, expected.packets[got].bytes.count)
                demand(packet.originalLength == length, "a packet has its length")
                got += 1
            }
            demand(!expected.isDamaged, "damage is told")
        } catch {
            demand(expected.isDamaged && error.packet == got, "damage is told where it is")
        }
        demand(got == expected.packets.count, "all packets before the damage are given out")
    }

    private struct Naive {
        var packets: [(bytes: [UInt8], original: Int)] = []
        var isDamaged = false
    }

    private static func naiveRecords(_ bytes: [UInt8], _ order: ByteOrder, most: Int) -> Naive {
        var naive = Naive()
        var place = 0
        func number(_ at: Int) -> Int {
            let wire = order == .big ? Array(bytes[at..<at + 4]) : bytes[at..<at + 4].reversed()
            return wire.reduce(0) { $0 << 8 | Int($1) }
        }
        while place < bytes.count {
            guard 16 <= bytes.count - place, case let count = number(place + 8), count <= most,
                count <= bytes.count - place - 16
            else {
                naive.isDamaged = true
                break
            }
            naive.packets.append((Array(bytes[place + 16..<place + 16 + count]), number(place + 12)))
            place += 16 + count
        }
        return naive
    }

    /// Blocks with any bodies as a pcapng file: read to the end or to the damage, within the limits.
    ///
    ///     | order 1 | blocks: type 1, length 2, body |
    static let pcapng = FuzzTarget(name: "pcapng") { bytes in
        var input = FuzzInput(bytes)
        let order: ByteOrder = input.byte() & 1 == 0 ? .little : .big
        var writer = ByteWriter()
        write(0x0a0d_0d0a, PcapngSeed.section(order), order, &writer)
        while !input.isEmpty {
            let type = PcapngSeed.types.pick(input.byte())
            let count = min(input.word() % 1024, input.rest.byteCount)
            let body = type == 0x0a0d_0d0a ? PcapngSeed.section(order) : input.bytes(count)
            write(type, body, order, &writer)
        }
        var last = 0
        var comments = 0
        var highest = -1
        do throws(CaptureError) {
            var reader = try CaptureReader(files: [System.file(of: writer.bytes.rawSpan)])
            while let packet = try reader.next() {
                demand(packet.number > last, "numbers go up")
                last = packet.number
                demand(packet.bytes.byteCount <= writer.count, "a packet is in its file")
                demand(packet.originalLength >= packet.bytes.byteCount, "a packet has the bytes that it has")
                highest = max(highest, packet.interface)
                comments += packet.hasOptions ? packet.comments.count : 0
            }
            demand(comments <= writer.count, "comments are in the file")
            demand(highest < reader.facts.interfaces.count, "a packet has an interface")
        } catch {
            demand(!error.description.isEmpty, "an error has words")
        }
    }

    private static func write(_ type: UInt64, _ body: [UInt8], _ order: ByteOrder, _ writer: inout ByteWriter)
    {
        let padded = body + [UInt8](repeating: 0, count: (4 - body.count % 4) % 4)
        writer.write(type, width: 4, order: order)
        writer.write(UInt64(padded.count + 12), width: 4, order: order)
        writer.write(padded)
        writer.write(UInt64(padded.count + 12), width: 4, order: order)
    }
}

/// Seeds of the target `pcap`.
enum PcapSeed {
    /// A small pcap file of this machine's usual form without its header, behind what stands for that.
    static func seed(_ file: [UInt8]) -> [UInt8]? {
        guard file.count > 24, file.count <= CaptureSeed.largest, file.starts(with: [0xd4, 0xc3, 0xb2, 0xa1])
        else {
            return nil
        }
        return [0, 0xff, 0xff] + file.dropFirst(24)
    }
}

/// Seeds of the target `pcapng`.
enum PcapngSeed {
    /// Section, interface, packets of the three kinds, names, statistics, secrets, and one that nobody knows.
    static let types: [UInt64] = [0x0a0d_0d0a, 1, 6, 3, 2, 4, 5, 10, 0x1234]

    static func section(_ order: ByteOrder) -> [UInt8] {
        var writer = ByteWriter()
        writer.write(0x1a2b_3c4d, width: 4, order: order)
        writer.write(1, width: 2, order: order)
        writer.write(0, width: 2, order: order)
        writer.write([UInt8](repeating: 0xff, count: 8))
        return writer.bytes
    }

    /// An interface with a unit and a name, a packet with a comment, a simple one, and statistics.
    static let seeds: [[UInt8]] = [
        [0]
            + block(
                1,
                [1, 0, 0, 0, 0, 0, 4, 0, 2, 0, 4, 0, 101, 116, 104, 48, 9, 0, 1, 0, 9, 0, 0, 0, 0, 0, 0, 0]
            )
            + block(
                2,
                [
                    0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 1, 2, 3, 4, 1, 0, 2, 0, 104,
                    105, 0, 0,
                ]
            )
            + block(3, [4, 0, 0, 0, 5, 6, 7, 8])
            + block(6, [0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 5, 0, 8, 0, 9, 0, 0, 0, 0, 0, 0, 0]),
        [1] + block(1, [0, 1, 0, 0, 0, 0, 0, 0]) + block(0, []) + block(2, [0, 0, 0, 0]),
    ]

    private static func block(_ type: UInt8, _ body: [UInt8]) -> [UInt8] {
        [type, UInt8(body.count >> 8), UInt8(body.count & 0xff)] + body
    }
}
