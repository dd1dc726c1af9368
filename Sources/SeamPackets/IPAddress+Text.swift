extension IPAddress: LosslessStringConvertible {
    /// The address as text: dotted decimal for IPv4, RFC 5952 for IPv6.
    public var description: String {
        var text: [UInt8] = []
        append(to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends the address as ASCII text (at most 39 bytes) without making a String.
    public func append(to text: inout [UInt8]) {
        if isIPv4 {
            appendIPv4(to: &text)
        } else {
            appendIPv6(to: &text)
        }
    }

    /// Reads an address: dotted decimal without leading zeros, or RFC 4291 §2.2 for IPv6, in either case of letters.
    ///
    /// Nil when the text is anything else, a zone (`%eth0`) or a prefix length among it.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard let address = bytes.contains(.colon) ? IPAddress(ipv6: bytes) : IPAddress(ipv4: bytes[...])
        else {
            return nil
        }
        self = address
    }
}

extension IPAddress {
    private func appendIPv4(to text: inout [UInt8]) {
        for place in 0..<4 {
            if place > 0 { text.append(.dot) }
            text.append(decimal: ipv4Bits >> UInt32(24 - 8 * place) & 0xFF)
        }
    }

    /// RFC 5952 §4: lower case, no leading zeros, `::` for the first of the longest runs of two or more zero groups.
    private func appendIPv6(to text: inout [UInt8]) {
        let run = longestZeroRun
        var place = 0
        while place < 8 {
            if place == run.lowerBound, !run.isEmpty {
                text.append(.colon)
                text.append(.colon)
                place = run.upperBound
                continue
            }
            if place > 0, place != run.upperBound || run.isEmpty { text.append(.colon) }
            text.append(hex: group(place))
            place += 1
        }
    }

    private func group(_ place: Int) -> UInt16 {
        UInt16(truncatingIfNeeded: (place < 4 ? high : low) >> UInt64(48 - 16 * (place & 3)))
    }

    private var longestZeroRun: Range<Int> {
        var longest = 0..<0
        var start = 0
        for place in 0..<8 {
            guard group(place) == 0 else {
                start = place + 1
                continue
            }
            if place + 1 - start > max(1, longest.count) { longest = start..<place + 1 }
        }
        return longest
    }
}

extension IPAddress {
    private init?(ipv4 text: ArraySlice<UInt8>) {
        let parts = text.split(separator: .dot, omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var bits: UInt32 = 0
        for part in parts {
            // A leading zero is octal to some programs and decimal to others: refused (RFC 6943 §3.1.1).
            guard let byte = part.decimalValue(atMost: 255), part.count == 1 || part.first != .zero else {
                return nil
            }
            bits = bits << 8 | UInt32(byte)
        }
        self.init(ipv4: bits)
    }

    private init?(ipv6 text: [UInt8]) {
        let gap = text.indices.first { $0 + 1 < text.count && text[$0] == .colon && text[$0 + 1] == .colon }
        let left = IPAddress.groups(text[..<(gap ?? text.count)], mayEndInIPv4: gap == nil)
        let right = gap.map { IPAddress.groups(text[($0 + 2)...], mayEndInIPv4: true) } ?? []
        guard var groups = left, let right else { return nil }
        // `::` stands for at least one group of zeros (RFC 4291 §2.2 says "one or more").
        guard gap == nil ? groups.count == 8 : groups.count + right.count <= 7 else { return nil }
        groups += [UInt16](repeating: 0, count: 8 - groups.count - right.count) + right
        self.init(
            high: groups[..<4].reduce(0) { $0 << 16 | UInt64($1) },
            low: groups[4...].reduce(0) { $0 << 16 | UInt64($1) }
        )
    }

    /// Groups separated by single colons; nil when one is malformed.
    ///
    /// An IPv4 address may stand for the last two of the whole address, not for those in front of `::`.
    private static func groups(_ text: ArraySlice<UInt8>, mayEndInIPv4: Bool) -> [UInt16]? {
        if text.isEmpty { return [] }
        let parts = text.split(separator: .colon, omittingEmptySubsequences: false)
        var groups: [UInt16] = []
        for (place, part) in parts.enumerated() {
            if mayEndInIPv4, place == parts.count - 1, part.contains(.dot) {
                guard let address = IPAddress(ipv4: part) else { return nil }
                groups.append(UInt16(truncatingIfNeeded: address.ipv4Bits >> 16))
                groups.append(UInt16(truncatingIfNeeded: address.ipv4Bits))
            } else {
                guard let group = part.hexGroup else { return nil }
                groups.append(group)
            }
        }
        return groups
    }
}
