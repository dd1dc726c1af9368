import SeamBytes
import SeamPackets

extension CaptureScript {
    /// One end of a conversation: what it has sent, and what of that has arrived.
    struct Sender: Hashable, Sendable {
        private struct Run: Hashable, Sendable {
            var range: ByteRange
            /// Nil where the values do not matter.
            var bytes: [UInt8]?
        }

        var end: Endpoint
        /// The initial sequence number.
        var initial: UInt32
        var maximumSegmentSize: UInt16?
        var windowScale: UInt8?
        /// The window as it stands in the header, until a line says another.
        var window: UInt16 = 64_240

        /// The offset behind all that was sent.
        private(set) var next = 0
        /// Where the FIN stands, once it was sent.
        private(set) var fin: Int?
        /// Whether the SYN has arrived.
        private(set) var isOpen = false
        /// How much has arrived without a hole.
        private(set) var received = 0
        private var hasFINArrived = false
        private var arrived: [ByteRange] = []
        private var sent: [Run] = []
        /// The identification of the next IPv4 packet; a lost packet takes one as well.
        var identification: UInt16
        /// The peer's last timestamp that arrived here, 0 for none.
        var echo: UInt32 = 0

        init(_ end: Endpoint, initial: UInt32) {
            self.end = end
            self.initial = initial
            identification = UInt16(truncatingIfNeeded: initial)
        }

        /// The sequence number of an offset.
        func sequence(of offset: Int) -> UInt32 {
            initial &+ 1 &+ UInt32(truncatingIfNeeded: offset)
        }

        /// The sequence number of a packet that sends nothing new: a FIN counts one (RFC 9293 §3.4).
        var nextSequence: UInt32 { sequence(of: next) &+ (fin == next ? 1 : 0) }

        /// What the peer acknowledges of this end's stream.
        var acknowledgment: UInt32 {
            sequence(of: received) &+ (hasFINArrived && fin == received ? 1 : 0)
        }

        /// How `data` differs from what was sent before at the same place: the first offset, nil for none.
        func firstDifference(from data: [UInt8], at offset: Int) -> Int? {
            let range = ByteRange(offset, offset + data.count)
            for run in sent {
                guard let bytes = run.bytes, let overlap = run.range.intersection(range) else { continue }
                for place in overlap.start..<overlap.end
                where bytes[place - run.range.start] != data[place - offset] {
                    return place
                }
            }
            return nil
        }

        /// Takes note of what was sent.
        mutating func send(_ range: ByteRange, _ bytes: [UInt8]?, isFIN: Bool) {
            if !range.isEmpty { sent.append(Run(range: range, bytes: bytes)) }
            if isFIN, fin == nil { fin = range.end }
            next = max(next, range.end)
        }

        /// Takes note of what has reached the peer.
        mutating func arrive(_ range: ByteRange, flags: TCPFlags) {
            if flags.contains(.syn) { isOpen = true }
            if flags.contains(.fin) { hasFINArrived = true }
            if !range.isEmpty { arrived.append(range) }
            while let joined = arrived.firstIndex(where: { $0.start <= received }) {
                received = max(received, arrived[joined].end)
                arrived.remove(at: joined)
            }
        }
    }
}
