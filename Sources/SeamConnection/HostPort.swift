/// Where to connect to or to listen: a name or an address, and a port.
public struct HostPort: Hashable, Sendable, CustomStringConvertible {
    /// A name, or an address as text, IPv6 without brackets; empty for every address of this machine.
    public var host: String
    /// The TCP port; 0 to listen on one that the system chooses.
    public var port: UInt16

    /// A host and a port.
    public init(_ host: String, _ port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Reads `host:port`, `[v6]:port` or `:port`; nil when the text is anything else, IPv6 without brackets among it.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard let colon = bytes.lastIndex(of: UInt8(ascii: ":")) else { return nil }
        let digits = bytes[(colon + 1)...]
        guard !digits.isEmpty, digits.count <= 5,
            digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let port = UInt16(String(decoding: digits, as: UTF8.self))
        else { return nil }
        var host = bytes[..<colon]
        let isBracketed = host.first == UInt8(ascii: "[") && host.last == UInt8(ascii: "]")
        if isBracketed { host = host.dropFirst().dropLast() }
        guard host.contains(UInt8(ascii: ":")) == isBracketed, !host.contains(0) else { return nil }
        self.init(String(decoding: host, as: UTF8.self), port)
    }

    /// The text that `init(_:)` reads.
    public var description: String { host.utf8.contains(58) ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
