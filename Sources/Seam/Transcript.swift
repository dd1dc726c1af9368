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

    let scribe: any Scribe
    private var marks: [Mark] = []
    /// How much of it has been marked.
    private var end = 0
    /// How many marks have been said.
    private var said = 0

    init(_ scribe: any Scribe) { self.scribe = scribe }

    /// How much there is, in bytes.
    var size: Int { end }

    /// Notes that a packet has been taken: what was written since the one before is of it.
    func mark(_ packet: Int) {
        let written = scribe.written
        guard written > end else { return }
        marks.append(Mark(packet: packet, start: end, end: written))
        end = written
    }

    /// Puts the packets in order, when all have been taken.
    func close() { marks.sort { $0.packet < $1.packet } }

    /// Says what was written of the packets before `limit`, from where it ended the last time.
    func say(before limit: Int) {
        while said < marks.count, marks[said].packet < limit {
            let start = marks[said].start
            var end = marks[said].end
            said += 1
            // What stands together is said together.
            while said < marks.count, marks[said].packet < limit, marks[said].start == end {
                end = marks[said].end
                said += 1
            }
            scribe.say(start..<end)
        }
    }

    /// The next packet of which something is to be said; `Int.max` where nothing is.
    var next: Int { said < marks.count ? marks[said].packet : .max }

    /// Forgets all.
    func clear() {
        guard end > 0 else { return }
        marks.removeAll(keepingCapacity: true)
        (end, said) = (0, 0)
        scribe.clear()
    }
}

extension [Transcript] {
    /// Says what all of them hold, in the order of the packets.
    func say() {
        while true {
            var first: Transcript?
            var (least, second) = (Int.max, Int.max)
            for one in self {
                let next = one.next
                if next < least {
                    (first, least, second) = (one, next, least)
                } else if next < second {
                    second = next
                }
            }
            guard let first else { return }
            first.say(before: second)
        }
    }
}
