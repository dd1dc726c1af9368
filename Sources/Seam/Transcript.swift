import SeamBytes

/// What a scribe wrote of the packets that one lane takes of a gathering.
///
///     the lane takes   a1 a2 a3 b1 b2     connection by connection
///     said             a1 b1 a2 b2 a3     in the order of the capture, with what other lanes' scribes wrote
final class Transcript {
    /// What was written of one packet.
    struct Mark: BitwiseCopyable {
        let packet: Int
        let start: Int
        let end: Int
    }

    /// Those of all packets, and how far they are said.
    private struct Marks {
        var all: [Mark] = []
        /// How much has been marked.
        var end = 0
        /// How many marks have been said.
        var said = 0

        /// The next packet of which something is to be said; `Int.max` where nothing is.
        var next: Int { said < all.count ? all[said].packet : .max }

        mutating func add(_ packet: Int, _ written: Int) {
            guard written > end else { return }
            all.append(Mark(packet: packet, start: end, end: written))
            end = written
        }

        /// Moves on behind the packets before `limit` whose rows stand together; answers where those are.
        mutating func take(before limit: Int) -> Range<Int> {
            let start = all[said].start
            var end = all[said].end
            said += 1
            while said < all.count, all[said].packet < limit, all[said].start == end {
                end = all[said].end
                said += 1
            }
            return start..<end
        }
    }

    let scribe: any Scribe
    private var marks = Marks()

    init(_ scribe: any Scribe) { self.scribe = scribe }

    /// How much there is, in bytes.
    var size: Int { marks.end }

    /// Notes that a packet has been taken: what was written since the one before is of it.
    func mark(_ packet: Int) { marks.add(packet, scribe.written) }

    /// Puts the packets in order, when all have been taken.
    func close() { marks.all.sort { $0.packet < $1.packet } }

    /// The first packet of which something is to be said; `Int.max` where nothing is.
    var first: Int { marks.next }

    /// Says what was written of the next packets, all of them before `limit`; answers which is the next one.
    func say(before limit: Int) -> Int {
        var next = marks.next
        while next < limit {
            scribe.say(marks.take(before: limit))
            next = marks.next
        }
        return next
    }

    /// Forgets all.
    func clear() {
        guard size > 0 else { return }
        marks.all.removeAll(keepingCapacity: true)
        (marks.end, marks.said) = (0, 0)
        scribe.clear()
    }
}

extension [Transcript] {
    /// Says what all of them hold, in the order of the packets.
    func say() {
        var next = map(\.first)
        while true {
            var first = 0
            // The packet at which it is another one's turn.
            var limit = Int.max
            for place in next.indices.dropFirst() {
                if next[place] < next[first] {
                    (limit, first) = (next[first], place)
                } else {
                    limit = Swift.min(limit, next[place])
                }
            }
            guard next[first] < .max else { return }
            next[first] = self[first].say(before: limit)
        }
    }
}
