import Foundation

/// The addresses and network cards of a capture, read without seam, to be looked for in what `record` wrote.
struct Names {
    /// What is looked for, and what it is called.
    private var words: [Data: String] = [:]

    /// Reads a classic pcap file, or a pcapng file of enhanced packet blocks, of either byte order.
    ///
    /// Of a packet the Ethernet header is read, VLAN tags and all, or that of Linux cooked v2, and the IP header behind it.
    init(of path: String) throws {
        let file = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        for (link, packet) in Self.packets(file) { add(packet, link) }
    }

    /// Which of them stand in the files of a fixture.
    func found(in name: String) throws -> [String] {
        let capture = try Data(contentsOf: URL(fileURLWithPath: name + ".pcap"))
        let expectation = try Data(contentsOf: URL(fileURLWithPath: name + ".expect.jsonl"))
        return words.filter { capture.range(of: $0.key) != nil || expectation.range(of: $0.key) != nil }.map(
            \.value
        )
    }

    private static func packets(_ file: [UInt8]) -> [(link: Int, bytes: ArraySlice<UInt8>)] {
        func number(_ place: Int, _ count: Int, _ isBig: Bool) -> Int {
            let bytes = file[place..<place + count]
            return (isBig ? Array(bytes) : bytes.reversed()).reduce(0) { $0 << 8 | Int($1) }
        }
        var packets: [(link: Int, bytes: ArraySlice<UInt8>)] = []
        if file.starts(with: [0x0A, 0x0D, 0x0D, 0x0A]) {
            let isBig = file[8] == 0x1A
            var place = 0
            var link = 1
            while place + 20 <= file.count {
                let length = number(place + 4, 4, isBig)
                let type = number(place, 4, isBig)
                if type == 1 { link = number(place + 8, 2, isBig) }
                if type == 6 {
                    packets.append((link, file[place + 28..<place + 28 + number(place + 20, 4, isBig)]))
                }
                place += max(12, length)
            }
        } else {
            let isBig = file[0] == 0xA1
            let link = number(20, 4, isBig)
            var place = 24
            while place + 16 <= file.count {
                let count = number(place + 8, 4, isBig)
                packets.append((link, file[place + 16..<min(file.count, place + 16 + count)]))
                place += 16 + count
            }
        }
        return packets
    }

    private mutating func add(_ packet: ArraySlice<UInt8>, _ link: Int) {
        var rest = packet
        if link == 276 {
            addCard(rest.dropFirst(12).prefix(6))
            rest = rest.dropFirst(20)
        } else {
            for start in [0, 6] { addCard(rest.dropFirst(start).prefix(6)) }
            rest = rest.dropFirst(12)
            while rest.starts(with: [0x81, 0x00]) { rest = rest.dropFirst(4) }
            rest = rest.dropFirst(2)
        }
        switch rest.first.map({ $0 >> 4 }) {
        case 4: for start in [12, 16] { addHost(rest.dropFirst(start).prefix(4)) }
        case 6: for start in [8, 24] { addHost(rest.dropFirst(start).prefix(16)) }
        default: break
        }
    }

    private mutating func addCard(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count == 6, Set(bytes) != [0], Set(bytes) != [0xFF] else { return }
        let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        add(bytes, digits.joined(separator: ":"))
        words[Data(digits.joined(separator: "-").uppercased().utf8)] = digits.joined(separator: "-")
    }

    /// Loopback's addresses are looked for as text only: `7f 00 00 01` is also the end of one checksum in 256, an urgent
    /// pointer of zero and the option that follows.
    private mutating func addHost(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count == 4 || bytes.count == 16, Set(bytes) != [0] else { return }
        guard bytes.count == 4 else {
            words[Data(bytes)] = "\(Array(bytes))"
            return
        }
        let text = bytes.map { "\($0)" }.joined(separator: ".")
        if bytes.first == 127 { words[Data(text.utf8)] = text } else { add(bytes, text) }
    }

    private mutating func add(_ bytes: ArraySlice<UInt8>, _ text: String) {
        words[Data(bytes)] = "\(text) in binary"
        words[Data(text.utf8)] = text
    }
}
