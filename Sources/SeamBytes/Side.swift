/// One of the two ends of a connection; a half of it is named by its sender.
public enum Side: UInt8, Hashable, Sendable, CaseIterable {
    /// The end that opened the connection.
    case client
    /// The end that was connected to.
    case server

    /// The other end.
    @inlinable public var peer: Side { self == .client ? .server : .client }

    /// The place of what this end sends in a pair of halves: 0 or 1.
    @inlinable public var place: Int { Int(rawValue) }

    /// The name as it is written in output: `client` or `server`.
    public var name: StaticString { self == .client ? "client" : "server" }
}
