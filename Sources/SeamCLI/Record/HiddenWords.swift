import Seam

/// Words that must not be left in payload, each with what stands for it wherever it is met.
struct HiddenWords {
    /// By their first four bytes, as a number; the longest first.
    private var words: [UInt32: [(old: [UInt8], new: [UInt8])]] = [:]

    /// Whether there is none.
    var isEmpty: Bool { words.isEmpty }

    /// Addresses as text and in binary, and the names that hosts have.
    init(hosts: [IPAddress], cards: [MACAddress], names: [String]) {
        for host in hosts where !Self.namesNobody(host) {
            let text = Array("\(host)".utf8)
            add(text, Replacements.address(text))
            if host.isIPv4 {
                let bytes = Self.bytes(UInt64(host.ipv4Bits), 4)
                // Addresses for benchmarks (RFC 2544 §12.1), and for documentation (RFC 3849).
                add(binary: bytes, Replacements.address(bytes, startingWith: [198, 18]))
            } else {
                add(Self.uppercase(text), Self.uppercase(Replacements.address(text)))
                let bytes = Self.bytes(host.high, 8) + Self.bytes(host.low, 8)
                add(binary: bytes, Replacements.address(bytes, startingWith: [0x20, 0x01, 0x0D, 0xB8]))
            }
        }
        for card in cards {
            let bytes = Self.bytes(card.rawValue, 6)
            add(binary: bytes, Replacements.address(bytes, startingWith: [0x06, 0x00]))
            let digits = String(card.rawValue | 1 << 48, radix: 16).dropFirst().utf8.map { $0 }
            for separator in [UInt8(ascii: ":"), UInt8(ascii: "-")] {
                let pairs = stride(from: 0, to: 12, by: 2).map { digits[$0..<$0 + 2] }
                let text = Array(pairs.joined(separator: [separator]))
                add(text, Replacements.address(text))
                add(Self.uppercase(text), Self.uppercase(Replacements.address(text)))
            }
        }
        for name in names { add(Array(name.utf8), Replacements.letters(Array(name.utf8))) }
        for key in words.keys { words[key]?.sort { $0.old.count > $1.old.count } }
    }

    /// Whether an address is that of many or of none: broadcast, multicast, or of this network (RFC 6890 §2.2).
    private static func namesNobody(_ host: IPAddress) -> Bool {
        guard host.isIPv4 else { return host.high >> 56 == 0xFF }
        let first = host.ipv4Bits >> 24
        return first == 0 || first >= 224
    }

    /// An address of less than three different bytes, as 1.1.1.1, is met in anything.
    private mutating func add(binary old: [UInt8], _ new: [UInt8]) {
        if Set(old).count > 2 { add(old, new) }
    }

    private static func bytes(_ number: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
    }

    /// A word of less than four bytes, as `::1`, names nobody.
    private mutating func add(_ old: [UInt8], _ new: [UInt8]) {
        guard let key = Self.key(old[...]) else { return }
        if words[key]?.contains(where: { $0.old == old }) == true { return }
        words[key, default: []].append((old, new))
    }

    private static func key(_ bytes: ArraySlice<UInt8>) -> UInt32? {
        bytes.count < 4 ? nil : bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    }

    private static func uppercase(_ text: [UInt8]) -> [UInt8] {
        text.map { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) ? $0 & 0xDF : $0 }
    }

    /// The bytes with others for each word in them.
    func hidden(_ bytes: [UInt8]) -> [UInt8] {
        var hidden = bytes
        var key: UInt32 = 0
        var place = -3
        for byte in bytes {
            key = key << 8 | UInt32(byte)
            defer { place += 1 }
            guard place >= 0, let candidates = words[key] else { continue }
            let rest = bytes[place...]
            guard let word = candidates.first(where: { rest.starts(with: $0.old) }) else { continue }
            hidden.replaceSubrange(place..<place + word.old.count, with: word.new)
        }
        return hidden
    }
}
