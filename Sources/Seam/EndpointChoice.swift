public import SeamPackets

/// Which connections are looked at, by their endpoints: those that have one of the hosts and one of the ports.
public struct EndpointChoice: Equatable, Sendable {
    /// The addresses, of which one side must have one; all when empty.
    public var hosts: Set<IPAddress> = []
    /// The ports, of which one side must have one; all when empty.
    public var ports: Set<UInt16> = []

    /// All connections.
    public init() {}

    /// Whether a connection is among them.
    public func contains(_ client: Endpoint, _ server: Endpoint) -> Bool {
        let hasHost = hosts.isEmpty || hosts.contains(client.address) || hosts.contains(server.address)
        let hasPort = ports.isEmpty || ports.contains(client.port) || ports.contains(server.port)
        return hasHost && hasPort
    }
}
