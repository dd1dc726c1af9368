import SeamBytes
import Testing

@testable import SeamPackets

@Suite struct FragmentTableTests {
    private static let second = 1_000_000_000

    /// A fragment of a UDP packet with these bytes behind `offset`, of which `captured` were captured.
    private func piece(
        _ text: String,
        at offset: Int,
        isLast: Bool = false,
        identification: UInt32 = 7,
        captured: Int? = nil
    ) -> IPFragment {
        IPFragment(
            source: IPAddress(ipv4: 0x0A00_0001),
            destination: IPAddress(ipv4: 0x0A00_0002),
            identification: identification,
            protocolNumber: .udp,
            hasMore: !isLast,
            offset: offset,
            payload: 0..<(captured ?? text.utf8.count),
            payloadLength: text.utf8.count,
            timeToLive: 60
        )
    }

    /// Adds the fragments one second apart, as packets from 1 on; all datagrams that come out.
    @discardableResult
    private func add(_ pieces: [(String, IPFragment)], to table: inout FragmentTable) -> [Datagram] {
        pieces.enumerated().compactMap { place, piece in
            unsafe table.add(
                piece.1,
                Array(piece.0.utf8).span.bytes,
                path: PacketPath(),
                packets: [place + 1],
                time: Timestamp(nanoseconds: place * Self.second)
            )
        }
    }

    private func put(_ pieces: [(text: String, offset: Int, isLast: Bool)]) -> Datagram? {
        var table = FragmentTable()
        let found = add(
            pieces.map { ($0.text, piece($0.text, at: $0.offset, isLast: $0.isLast)) },
            to: &table
        )
        return found.count == 1 ? found[0] : nil
    }

    private func text(_ datagram: Datagram?) -> String? {
        datagram.map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    @Test("fragments in any order give the datagram, and the packets that brought it")
    func orders() {
        let pieces = [("abcdefgh", 0, false), ("ijklmnop", 8, false), ("qr", 16, true)]
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let datagram = put(order.map { pieces[$0] })
            #expect(text(datagram) == "abcdefghijklmnopqr", "\(order)")
            #expect(datagram?.packets == [1, 2, 3])
            #expect(datagram?.length == 18)
            #expect(datagram?.identification == 7)
            #expect(datagram?.timeToLive == 60)
            #expect(datagram?.hasConflict == false)
        }
    }

    @Test("nothing comes out before the last fragment, or while one is missing")
    func incomplete() {
        #expect(put([("abcdefgh", 0, false), ("ijklmnop", 8, false)]) == nil)
        #expect(put([("abcdefgh", 0, false), ("qr", 16, true)]) == nil)
        #expect(put([("ijklmnop", 8, false), ("qr", 16, true)]) == nil)
    }

    @Test("the first copy of a byte wins, and different bytes are noted; equal ones are not")
    func overlaps() {
        let conflict = put([("abcdefgh", 0, false), ("GHIJKLMN", 4, false), ("mnop", 12, true)])
        #expect(text(conflict) == "abcdefghKLMNmnop")
        #expect(conflict?.hasConflict == true)
        let same = put([("abcdefgh", 0, false), ("efghijkl", 4, false), ("mnop", 12, true)])
        #expect(text(same) == "abcdefghijklmnop")
        #expect(same?.hasConflict == false)
        // One fragment around two that are there fills what is left in front, between and behind.
        let around = put([("CC", 2, false), ("FF", 5, false), ("abcdefgh", 0, true)])
        #expect(text(around) == "abCCeFFh")
        #expect(around?.packets == [1, 2, 3])
    }

    @Test("a copy that brings nothing is no packet of the datagram, unless it is the one that ends it")
    func copies() {
        let copied = put([("abcdefgh", 0, false), ("abcdefgh", 0, false), ("ij", 8, true)])
        #expect(copied?.packets == [1, 3])
        let ended = put([("abcdefgh", 0, false), ("efgh", 4, true)])
        #expect(text(ended) == "abcdefgh")
        #expect(ended?.packets == [1, 2])
    }

    @Test("the first word on the length counts; bytes beyond it, or another word, are a conflict")
    func ends() {
        let beyond = put([("abcdefgh", 0, false), ("ijklmnop", 8, false), ("ef", 4, true)])
        #expect(text(beyond) == "abcdef")
        #expect(beyond?.hasConflict == true)
        let twice = put([("ijklmnop", 8, true), ("ij", 8, true), ("abcdefgh", 0, false)])
        #expect(text(twice) == "abcdefghijklmnop")
        #expect(twice?.hasConflict == true)
    }

    @Test("bytes that the snap length cut off end what there is, but not the length")
    func snapLength() {
        var table = FragmentTable()
        let found = add(
            [
                ("abcdefgh", piece("abcdefgh", at: 0)),
                ("ijkl", piece("ijklmnop", at: 8, captured: 4)),
                ("qr", piece("qr", at: 16, isLast: true)),
            ],
            to: &table
        )
        #expect(text(found.first) == "abcdefghijkl")
        #expect(found.first?.length == 18)
    }

    @Test("fragments of different packets do not mix")
    func keys() {
        let first = piece("abcdefgh", at: 0)
        var others = [IPFragment](repeating: piece("ij", at: 8, isLast: true), count: 4)
        others[0].identification = 8
        others[1].protocolNumber = .gre
        others[2].source = IPAddress(ipv4: 0x0A00_0003)
        others[3].destination = IPAddress(ipv4: 0x0A00_0003)
        var table = FragmentTable()
        #expect(add([("abcdefgh", first)] + others.map { ("ij", $0) }, to: &table).isEmpty)
        #expect(table.waitingCount == 5)
    }

    @Test("an identification used again 30 seconds later is another datagram")
    func age() {
        var table = FragmentTable()
        let start = [("abcdefgh", piece("abcdefgh", at: 0))]
        let filler = (0..<29).map { ("x", piece("x", at: 8, identification: UInt32(100 + $0))) }
        let end = [("ij", piece("ij", at: 8, isLast: true))]
        #expect(add(start + filler + end, to: &table).count == 1)
        var later = FragmentTable()
        #expect(add(start + filler + [filler[0]] + end, to: &later).isEmpty)
        #expect(later.counts.aged == 1)
    }

    @Test("too many bytes, or datagrams: the one that has waited longest is given up")
    func crowds() {
        var limits = FragmentLimits()
        limits.datagrams = 2
        var table = FragmentTable(limits: limits)
        let starts = (0..<3).map { ("abcdefgh", piece("abcdefgh", at: 0, identification: UInt32($0))) }
        let ends = (0..<3).map { ("ij", piece("ij", at: 8, isLast: true, identification: UInt32($0))) }
        #expect(add(starts + ends.suffix(2), to: &table).count == 2)
        #expect(table.counts.crowdedOut == 1)

        limits = FragmentLimits()
        limits.held = 4 * (8 + 2 * FragmentTable.overhead)
        var small = FragmentTable(limits: limits)
        add((0..<100).map { ("abcdefgh", piece("abcdefgh", at: 0, identification: $0)) }, to: &small)
        #expect(small.waitingCount <= 4)
        #expect(small.counts.crowdedOut + small.counts.aged == 100 - small.waitingCount)
    }

    @Test("a datagram of more than 64 KiB, or in more fragments than the limit, is refused")
    func sizes() {
        var limits = FragmentLimits()
        limits.fragments = 2
        var table = FragmentTable(limits: limits)
        #expect(limits.datagram == 65_536)
        add(
            [("abcdefgh", piece("abcdefgh", at: 65_528)), ("abcdefghi", piece("abcdefghi", at: 65_528))],
            to: &table
        )
        #expect(table.counts.refused == 1)
        add([("a", piece("a", at: 0)), ("b", piece("b", at: 8))], to: &table)
        #expect(table.counts.refused == 2)
    }

    @Test("random fragments give what laying the first copies of their bytes side by side gives")
    func model() {
        var random = SeededGenerator(seed: 4)
        for _ in 0..<300 {
            let total = Int.random(in: 1...40, using: &random)
            var table = FragmentTable()
            var laid = [UInt8?](repeating: nil, count: total)
            var isEnded = false
            var datagram: Datagram?
            while datagram == nil {
                let start = Int.random(in: 0..<total, using: &random)
                let end = Int.random(in: start + 1...total, using: &random)
                let bytes = (start..<end).map { _ in UInt8.random(in: 97...122, using: &random) }
                let text = String(decoding: bytes, as: UTF8.self)
                for index in start..<end where laid[index] == nil { laid[index] = bytes[index - start] }
                if end == total { isEnded = true }
                datagram = unsafe table.add(
                    piece(text, at: start, isLast: end == total),
                    bytes.span.bytes,
                    path: PacketPath(),
                    packets: [1],
                    time: Timestamp(nanoseconds: 0)
                )
                #expect((datagram != nil) == (isEnded && !laid.contains(nil)))
            }
            #expect(datagram?.bytes == laid.compactMap { $0 })
        }
    }
}
