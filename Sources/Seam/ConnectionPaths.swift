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

/// The layers that the first packet of each connection in memory came in: 4 bytes a connection, as most share a path.
public struct ConnectionPaths: Sendable {
    private var distinct: [PacketPath] = []
    private var places: [PacketPath: UInt32] = [:]
    private var numbers: [UInt32] = []
    private var last: UInt32 = 0

    /// How many connections there were.
    private(set) var count = 0

    /// The path of the connection at a place of the table; nil where there was none.
    public subscript(place: Int) -> PacketPath? {
        place < numbers.count ? distinct[Int(numbers[place])] : nil
    }

    /// Takes the path of the next connection, which is at `place`.
    mutating func append(_ path: PacketPath, at place: Int) {
        count += 1
        if distinct.isEmpty || distinct[Int(last)] != path { last = number(of: path) }
        while numbers.count <= place { numbers.append(last) }
        numbers[place] = last
    }

    private mutating func number(of path: PacketPath) -> UInt32 {
        let next = UInt32(distinct.count)
        let known = places[path, default: next]
        if known == next {
            distinct.append(path)
            places[path] = next
        }
        return known
    }
}
