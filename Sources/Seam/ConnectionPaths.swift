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
    private struct Entry {
        var path: PacketPath
        /// How many connections have it; 0 for an entry that is free.
        var users = 0
    }

    private var entries: [Entry] = []
    private var free: [UInt32] = []
    private var places: [PacketPath: UInt32] = [:]
    /// The entries of the connections, by their places in the table.
    private var numbers: [UInt32] = []
    private var last: UInt32 = 0

    /// How many connections there were.
    private(set) var count = 0

    /// The path of the connection at a place of the table; nil where there was none.
    public subscript(place: Int) -> PacketPath? {
        place < numbers.count ? entries[Int(numbers[place])].path : nil
    }

    /// Takes the path of the next connection, which is at `place`: the next new one, or one that was free.
    mutating func append(_ path: PacketPath, at place: Int) {
        count += 1
        if !isUsed(last) || entries[Int(last)].path != path { last = number(of: path) }
        entries[Int(last)].users += 1
        guard place < numbers.count else { return numbers.append(last) }
        release(numbers[place])
        numbers[place] = last
    }

    private func isUsed(_ number: UInt32) -> Bool {
        Int(number) < entries.count && entries[Int(number)].users > 0
    }

    private mutating func number(of path: PacketPath) -> UInt32 {
        if let known = places[path] { return known }
        let number = free.popLast() ?? UInt32(entries.count)
        let entry = Entry(path: path)
        if Int(number) < entries.count { entries[Int(number)] = entry } else { entries.append(entry) }
        places[path] = number
        return number
    }

    private mutating func release(_ number: UInt32) {
        entries[Int(number)].users -= 1
        guard entries[Int(number)].users == 0 else { return }
        places[entries[Int(number)].path] = nil
        free.append(number)
    }
}
