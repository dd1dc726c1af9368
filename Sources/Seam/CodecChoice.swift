public import SeamCodecs
public import SeamPackets

/// Which codec a connection is decoded with: one for a port, else the one for all, else by recognition.
public struct CodecChoice: Sendable {
    private var byPort: [UInt16: CodecFactory?] = [:]
    private var fallback: CodecFactory?

    /// Recognition only (`auto`).
    public init() {}

    /// Uses `factory` for connections with `port` on either side, the server's looked at first, or for all.
    ///
    /// Nil is recognition.
    public mutating func add(_ factory: CodecFactory?, port: UInt16?) {
        if let port { byPort[port] = .some(factory) } else { fallback = factory }
    }

    /// What was chosen for a connection; nil when its content must tell.
    public func factory(client: Endpoint, server: Endpoint) -> CodecFactory? {
        byPort[server.port] ?? byPort[client.port] ?? fallback
    }
}
