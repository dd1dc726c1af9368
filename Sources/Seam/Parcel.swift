import SeamBytes
import SeamPackets

/// A packet that waits, and what was found out about it: as small as can be, since thousands wait.
///
/// Of its bytes the options and the payload are kept, which follow each other (RFC 9293 §3.1).
struct Parcel: BitwiseCopyable {
    private struct Bits: OptionSet, BitwiseCopyable {
        var rawValue: UInt8
        static let fromServer = Bits(rawValue: 1)
        static let twice = Bits(rawValue: 2)
        static let identified = Bits(rawValue: 4)
    }

    let number: Int
    let time: Timestamp
    /// Where its bytes begin among those that were gathered.
    private let start: UInt32
    private let captured: UInt32
    private let payloadLength: UInt32
    private let sequence: UInt32
    private let acknowledgment: UInt32
    /// The place of its connection in the lane.
    private let place: UInt32
    /// The place in the queue of the connection's next packet, 0 for none.
    var next: UInt32 = 0
    private let window: UInt16
    private let urgentPointer: UInt16
    private let identification: UInt16
    private let flags: TCPFlags
    private let timeToLive: UInt8
    private let options: UInt8
    private let bits: Bits

    init(
        _ packet: borrowing TCPPacket,
        _ start: Int,
        _ number: Int,
        _ time: Timestamp,
        index: Int,
        from side: Side,
        isTwice: Bool
    ) {
        self.number = number
        self.time = time
        self.start = UInt32(truncatingIfNeeded: start)
        captured = UInt32(truncatingIfNeeded: packet.payload.count)
        payloadLength = UInt32(truncatingIfNeeded: packet.payloadLength)
        sequence = packet.sequence
        acknowledgment = packet.acknowledgment
        place = UInt32(truncatingIfNeeded: index)
        window = packet.window
        urgentPointer = packet.urgentPointer
        identification = packet.identification ?? 0
        flags = packet.flags
        timeToLive = packet.timeToLive
        options = UInt8(truncatingIfNeeded: packet.options.count)
        var bits: Bits = side == .server ? .fromServer : []
        if isTwice { bits.insert(.twice) }
        if packet.identification != nil { bits.insert(.identified) }
        self.bits = bits
    }

    /// The bytes of a packet that are kept.
    @inline(__always)
    static func range(of packet: borrowing TCPPacket) -> Range<Int> {
        packet.payload.isEmpty ? packet.options : packet.options.lowerBound..<packet.payload.upperBound
    }

    /// The place of its connection in the lane.
    var index: Int { Int(place) }
    /// Who sent it.
    var side: Side { bits.contains(.fromServer) ? .server : .client }
    /// Whether the capture had the same packet before.
    var isTwice: Bool { bits.contains(.twice) }
    /// Where its bytes stand among those that were gathered.
    var range: Range<Int> { Int(start)..<Int(start) + Int(options) + Int(captured) }

    /// The packet again, with its ranges in the bytes that are kept.
    @inline(__always)
    func packet(from source: Endpoint, to destination: Endpoint) -> TCPPacket {
        TCPPacket(
            source: source,
            destination: destination,
            sequence: sequence,
            acknowledgment: acknowledgment,
            flags: flags,
            window: window,
            urgentPointer: urgentPointer,
            identification: bits.contains(.identified) ? identification : nil,
            timeToLive: timeToLive,
            options: 0..<Int(options),
            payload: Int(options)..<Int(options) + Int(captured),
            payloadLength: Int(payloadLength)
        )
    }
}
