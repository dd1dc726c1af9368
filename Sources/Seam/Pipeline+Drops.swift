import SeamBytes
import SeamStreams

/// Where packets are missing from a capture: numbers of the packets behind the places, in order, so many at most.
struct DropMarks {
    private static let limit = 4096
    private var packets: [Int] = []

    /// Whether there are none.
    var isEmpty: Bool { packets.isEmpty }

    /// Notes that packets are missing before `packet`.
    mutating func add(_ packet: Int) {
        guard packets.last != packet else { return }
        if packets.count == Self.limit {
            // With so many of them every second one says the same.
            packets = stride(from: 0, to: packets.count, by: 2).map { packets[$0] }
        }
        packets.append(packet)
    }

    /// The first place behind packet `first`.
    func first(after first: Int) -> Int? {
        var low = 0
        var high = packets.count
        while low < high {
            let middle = (low + high) / 2
            if packets[middle] <= first { low = middle + 1 } else { high = middle }
        }
        return low < packets.count ? packets[low] : nil
    }
}

extension Pipeline {
    /// Notes that packets were dropped before packet `number`: perhaps of any connection that is under way.
    ///
    /// What is missing shows as a gap only where later packets tell of it; the verdicts near are doubtful anyway.
    public mutating func noteDrops(before number: Int) { drops.add(number) }

    /// Marks a connection that is at its end, and was under way when packets were dropped.
    mutating func noteDrops(_ place: Int) {
        guard !drops.isEmpty else { return }
        let (lane, index) = (place % Lane.count, place / Lane.count)
        guard let packet = drops.first(after: lanes[lane].connections[index].firstPacket) else { return }
        guard
            packet <= lanes[lane].connections[index].lastPacket || !lanes[lane].connections[index].isOver
        else { return }
        note(.captureDrops, at: place, from: .server, packet)
    }

    /// Notes an anomaly at the end of what a side has sent so far.
    mutating func note(_ kind: Anomaly.Kind, at place: Int, from side: Side, _ packet: Int) {
        let next = lanes[place % Lane.count].connections[place / Lane.count][side].next
        let odd = Anomaly(kind: kind, from: side, packet: packet, range: ByteRange(next, next))
        lanes[place % Lane.count].connections[place / Lane.count].note(odd, options.limits)
    }
}
