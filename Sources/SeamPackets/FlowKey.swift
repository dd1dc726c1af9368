public import SeamBytes

/// The endpoints of the most usual packets, read without a walk through the layers.
public enum FlowKey {
    /// The endpoints of a TCP packet over IPv4 over Ethernet without options; nil for whatever else.
    @inlinable
    @inline(__always)
    public static func read(_ bytes: RawSpan) -> (Endpoint, Endpoint)? {
        guard bytes.byteCount >= 38, bytes.bigEndian(at: 12, as: UInt16.self) == 0x0800,
            bytes.byte(at: 14) == 0x45, bytes.byte(at: 23) == 6,
            let source = bytes.bigEndian(at: 26, as: UInt32.self),
            let destination = bytes.bigEndian(at: 30, as: UInt32.self),
            let from = bytes.bigEndian(at: 34, as: UInt16.self),
            let to = bytes.bigEndian(at: 36, as: UInt16.self)
        else { return nil }
        return (
            Endpoint(address: IPAddress(ipv4: source), port: from),
            Endpoint(address: IPAddress(ipv4: destination), port: to)
        )
    }
}
