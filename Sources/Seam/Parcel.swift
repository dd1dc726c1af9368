import SeamBytes
import SeamPackets
import SeamStreams

/// A packet that waits, and what was found out about it: as small as can be, since thousands wait.
struct Parcel: BitwiseCopyable {
    private struct Bits: OptionSet, BitwiseCopyable {
        var rawValue: UInt8
        static var fromServer: Bits { Bits(rawValue: 1) }
        static var twice: Bits { Bits(rawValue: 2) }
    }

    /// What the packet says, with its ranges among the bytes that were gathered: its options and payload.
    var captured: CapturedSegment
    /// The place of its connection in the lane.
    private let place: UInt32
    /// The place in the queue of the connection's next packet, 0 for none.
    var next: UInt32 = 0
    private let bits: Bits

    @inline(__always)
    init(
        _ segment: borrowing TCPSegment,
        _ number: Int,
        _ time: Timestamp,
        index: Int,
        from side: Side,
        isTwice: Bool
    ) {
        captured = CapturedSegment(copy segment, number: number, time: time)
        place = UInt32(truncatingIfNeeded: index)
        var bits: Bits = side == .server ? .fromServer : []
        if isTwice { bits.insert(.twice) }
        self.bits = bits
    }

    /// The place of its connection in the lane.
    var index: Int { Int(place) }
    /// Who sent it.
    var side: Side { bits.contains(.fromServer) ? .server : .client }
    /// Whether the capture had the same packet before.
    var isTwice: Bool { bits.contains(.twice) }
}
