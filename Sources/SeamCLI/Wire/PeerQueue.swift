import Seam

/// What a peer on this machine has received and not read yet, from the system's table of sockets.
///
///     sl local_address rem_address   st tx_queue:rx_queue ...        (proc(5), /proc/net/tcp)
///     0: 0100007F:2328 0100007F:9C40 01 00000000:00000005
enum PeerQueue {
    /// How many bytes the other end of the connection has not read; nil when it is on another machine, or unknown.
    ///
    /// A socket that nobody has accepted yet counts too: its bytes are read by nobody.
    static func unread(local: Endpoint, peer: Endpoint) -> Int? {
        // An IPv6 listener keeps IPv4 clients in its own table, under mapped addresses.
        for isIPv6 in local.address.isIPv4 ? [false, true] : [true] {
            let key = Array("\(key(peer, isIPv6)) \(key(local, isIPv6)) ".utf8)
            guard let table = try? Directory.contents(isIPv6 ? "/proc/net/tcp6" : "/proc/net/tcp"),
                let place = ByteSearch.firstIndex(of: key, in: table.rawSpan)
            else { continue }
            let rest = String(decoding: table[(place + key.count)...].prefix(24), as: UTF8.self)
            // The state, then both queues.
            let words = rest.split(whereSeparator: { $0 == " " || $0 == ":" })
            return words.count > 2 ? Int(words[2], radix: 16) : nil
        }
        return nil
    }

    private static func key(_ end: Endpoint, _ isIPv6: Bool) -> String {
        let words: [UInt32] =
            isIPv6
            ? [
                UInt32(truncatingIfNeeded: end.address.high >> 32),
                UInt32(truncatingIfNeeded: end.address.high),
                UInt32(truncatingIfNeeded: end.address.low >> 32),
                end.address.ipv4Bits,
            ] : [end.address.ipv4Bits]
        // The kernel prints each word of the address as this machine's number, whatever its order.
        let address = words.map { hexadecimal($0.bigEndian, digits: 8) }.joined()
        return "\(address):\(hexadecimal(UInt32(end.port), digits: 4))"
    }

    private static func hexadecimal(_ number: UInt32, digits: Int) -> String {
        let text = String(number, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
