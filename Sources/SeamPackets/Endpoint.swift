/// One end of a TCP connection: an address and a port.
///
/// The order is that of the addresses, then that of the ports.
public struct Endpoint: Hashable, Comparable, BitwiseCopyable, Sendable {
    /// The host.
    public var address: IPAddress
    /// The TCP port.
    public var port: UInt16

    /// The end at this address and port.
    @inlinable
    public init(address: IPAddress, port: UInt16) {
        self.address = address
        self.port = port
    }

    /// Whether one endpoint stands before another.
    @inlinable
    public static func < (left: Endpoint, right: Endpoint) -> Bool {
        left.address == right.address ? left.port < right.port : left.address < right.address
    }
}

extension Endpoint: LosslessStringConvertible {
    /// The endpoint as text: `10.0.0.1:40000` or `[::1]:9999` (RFC 5952 §6).
    public var description: String {
        var text: [UInt8] = []
        append(to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends the endpoint as ASCII text (at most 47 bytes) without making a String.
    public func append(to text: inout [UInt8]) {
        if address.isIPv4 {
            address.append(to: &text)
        } else {
            text.append(UInt8(ascii: "["))
            address.append(to: &text)
            text.append(UInt8(ascii: "]"))
        }
        text.append(.colon)
        text.append(decimal: UInt32(port))
    }

    /// Reads `10.0.0.1:40000` or `[::1]:9999`; nil when the text is anything else, IPv6 without brackets among it.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard let colon = bytes.lastIndex(of: .colon) else { return nil }
        guard let port = bytes[(colon + 1)...].decimalValue(atMost: 65_535) else { return nil }
        var host = bytes[..<colon]
        let isBracketed = host.first == UInt8(ascii: "[") && host.last == UInt8(ascii: "]")
        if isBracketed { host = host.dropFirst().dropLast() }
        guard host.contains(.colon) == isBracketed else { return nil }
        guard let address = IPAddress(String(decoding: host, as: UTF8.self)) else { return nil }
        self.init(address: address, port: UInt16(port))
    }
}
