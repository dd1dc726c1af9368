public import SeamBytes
public import SeamPackets

/// What the capture says of a connection besides its packets.
public struct ConnectionContext: Sendable {
    /// When the capture's first packet was captured.
    public var origin: Timestamp
    /// The layers that the connection's first packet came in, if they are known.
    public var path: PacketPath?
    /// Packets that were dropped while capturing, as far as the files have said so far; nil where none does.
    public var dropped: Int?

    init(origin: Timestamp?, path: PacketPath?, dropped: Int?) {
        self.dropped = dropped
        self.origin = origin ?? Timestamp(nanoseconds: 0)
        self.path = path
    }
}

/// The layers that each connection's first packet came in: 4 bytes a connection, as most share a path.
public struct ConnectionPaths: Sendable {
    private var distinct: [PacketPath] = []
    private var places: [PacketPath: UInt32] = [:]
    private var place: [UInt32] = []

    /// How many connections there are.
    var count: Int { place.count }

    /// The path of a connection, by its number.
    public subscript(connection: Int) -> PacketPath { distinct[Int(place[connection])] }

    mutating func append(_ path: PacketPath) {
        if let known = place.last, distinct[Int(known)] == path { return place.append(known) }
        let next = UInt32(distinct.count)
        let known = places[path, default: next]
        if known == next {
            distinct.append(path)
            places[path] = next
        }
        place.append(known)
    }
}
