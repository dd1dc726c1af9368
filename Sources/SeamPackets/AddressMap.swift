import SeamBytes

/// Which address, card and port stands for which: the same one for the same one, wherever it is met.
struct AddressMap: Sendable {
    private var hosts: [IPAddress: IPAddress] = [:]
    /// The hosts, in the order in which they were met.
    private(set) var order: [IPAddress] = []
    private var cards: [MACAddress: MACAddress] = [:]
    /// The cards, in the order in which they were met.
    private(set) var cardOrder: [MACAddress] = []
    /// Hosts and cards that nothing may be replaced by, though they are not replaced themselves.
    var others: (hosts: Set<IPAddress>, cards: Set<MACAddress>) = ([], [])
    private var ports: [UInt16: UInt16] = [:]
    private var tunnelPorts: [UInt16: UInt16] = [:]
    private var isSettled = false

    /// Chooses replacements for all that has been asked for so far: none of them is one of the originals.
    mutating func settle() {
        isSettled = true
        let known = others.hosts.union(order)
        var next: (ipv4: UInt32, ipv6: UInt64) = (0, 0)
        for host in order {
            var other: IPAddress
            repeat {
                if host.isIPv4 {
                    next.ipv4 += 1
                    // Addresses for benchmarks (RFC 2544 §12.1), then those that are reserved.
                    other = IPAddress(
                        ipv4: next.ipv4 < 1 << 17 ? 0xC612_0000 + next.ipv4 : 0xF000_0000 + next.ipv4
                    )
                } else {
                    next.ipv6 += 1
                    // Addresses for documentation (RFC 3849).
                    other = IPAddress(high: 0x2001_0DB8_0000_0000, low: next.ipv6)
                }
            } while known.contains(other)
            hosts[host] = other
        }
        let knownCards = others.cards.union(cardOrder)
        var card = MACAddress(rawValue: 0x0600_0000_0000)
        for original in cardOrder {
            repeat { card.rawValue += 1 } while knownCards.contains(card)
            cards[original] = card
        }
        settlePorts()
    }

    /// Ports keep their order, since without a SYN the lower one is taken for the server's.
    private mutating func settlePorts() {
        let first = ports.count <= 50_000 ? 10_000 : 1
        for (place, port) in ports.keys.sorted().enumerated() {
            ports[port] = UInt16(truncatingIfNeeded: first + place)
        }
        var next: UInt16 = 50_000
        for port in tunnelPorts.keys.sorted() {
            repeat { next &+= 1 } while UDPHeader.layer(next) != nil || next == 0
            tunnelPorts[port] = next
        }
    }

    /// What stands for a host; `0.0.0.0` and `::` are no hosts and stand for themselves.
    mutating func host(_ host: IPAddress) -> IPAddress {
        guard host != .unspecified, host != IPAddress(ipv4: 0) else { return host }
        if !isSettled, hosts.updateValue(host, forKey: host) == nil { order.append(host) }
        return hosts[host] ?? host
    }

    /// What stands for a network card; all zeros and the broadcast address stand for themselves.
    mutating func card(_ card: MACAddress) -> MACAddress {
        guard card.rawValue != 0, card.rawValue != 0xFFFF_FFFF_FFFF else { return card }
        if !isSettled, cards.updateValue(card, forKey: card) == nil { cardOrder.append(card) }
        return cards[card] ?? card
    }

    /// What stands for a TCP port.
    mutating func port(_ port: UInt16) -> UInt16 {
        if !isSettled { ports[port] = port }
        return ports[port] ?? port
    }

    /// What stands for a UDP port in front of a tunnel; the port that makes it one stands for itself.
    mutating func tunnelPort(_ port: UInt16) -> UInt16 {
        guard UDPHeader.layer(port) == nil else { return port }
        if !isSettled { tunnelPorts[port] = port }
        return tunnelPorts[port] ?? port
    }
}
