public import SeamCodecs
public import SeamPackets

/// Which codec a connection is decoded with: one for a port, else the one for all, else by recognition.
public struct CodecChoice: Sendable {
    /// A factory behind one reference: every connection takes hold of one, and a copy counts seven.
    final class Chosen: Sendable {
        let factory: CodecFactory

        init(_ factory: CodecFactory) { self.factory = factory }
    }

    private var byPort: [UInt16: Chosen?] = [:]
    private var fallback: Chosen?

    /// Recognition only (`auto`).
    public init() {}

    /// Uses `factory` for connections with `port` on either side, the server's looked at first, or for all.
    ///
    /// Nil is recognition.
    public mutating func add(_ factory: CodecFactory?, port: UInt16?) {
        let chosen = factory.map { Chosen($0) }
        if let port { byPort[port] = .some(chosen) } else { fallback = chosen }
    }

    /// What was chosen for a connection; nil when its content must tell.
    public func factory(client: Endpoint, server: Endpoint) -> CodecFactory? {
        choice(client: client, server: server)?.factory
    }

    func choice(client: Endpoint, server: Endpoint) -> Chosen? {
        byPort.isEmpty ? fallback : byPort[server.port] ?? byPort[client.port] ?? fallback
    }
}
