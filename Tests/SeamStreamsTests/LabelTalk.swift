import SeamBytes
import SeamStreams

@testable import SeamPackets

/// A connection told packet by packet, and what its tracker says of each.
///
/// Numbers are relative: 0 is the SYN of the side that they belong to.
struct LabelTalk {
    var tracker = LabelTracker()
    /// The sequence number of the client's SYN.
    var client: UInt32 = 1_000_000
    /// The sequence number of the server's SYN.
    var server: UInt32 = 5_000_000
    /// When the last packet came.
    var time = Timestamp(seconds: 1_600_000_000, nanoseconds: 0)

    /// A connection of which nothing was seen.
    init() {}

    /// SYN, SYN-ACK and ACK in 20 ms, with these options on the SYN and the SYN-ACK.
    static func opened(_ options: [UInt8] = []) -> LabelTalk {
        var talk = LabelTalk()
        talk.client(0, ack: nil, flags: .syn, options: options)
        talk.server(0, ack: 1, flags: [.syn, .ack], after: 10, options: options)
        talk.client(1, after: 10)
        return talk
    }

    /// The labels of the client's next packet; `after` is milliseconds since the one before.
    @discardableResult
    mutating func client(
        _ sequence: UInt32,
        ack: UInt32? = 1,
        bytes: Int = 0,
        flags: TCPFlags = .ack,
        window: UInt16 = 1000,
        after: Double = 1,
        options: [UInt8] = []
    ) -> LabelSet {
        let numbers = (client &+ sequence, ack.map { server &+ $0 } ?? 0)
        return label(.client, numbers, bytes, flags, window, after, options)
    }

    /// The labels of the server's next packet.
    @discardableResult
    mutating func server(
        _ sequence: UInt32,
        ack: UInt32? = 1,
        bytes: Int = 0,
        flags: TCPFlags = .ack,
        window: UInt16 = 1000,
        after: Double = 1,
        options: [UInt8] = []
    ) -> LabelSet {
        let numbers = (server &+ sequence, ack.map { client &+ $0 } ?? 0)
        return label(.server, numbers, bytes, flags, window, after, options)
    }

    /// A SYN of the client with this sequence number.
    func syn(_ sequence: UInt32) -> TCPSegment { segment((client &+ sequence, 0), 0, .syn, 1000) }

    private mutating func label(
        _ side: Side,
        _ numbers: (UInt32, UInt32),
        _ bytes: Int,
        _ flags: TCPFlags,
        _ window: UInt16,
        _ after: Double,
        _ options: [UInt8]
    ) -> LabelSet {
        time.nanoseconds += Int(after * 1_000_000)
        let segment = segment(numbers, bytes, flags, window)
        return tracker.label(segment, options: options.rawSpan, from: side, time: time)
    }

    private func segment(
        _ numbers: (UInt32, UInt32),
        _ bytes: Int,
        _ flags: TCPFlags,
        _ window: UInt16
    ) -> TCPSegment {
        var segment = TCPSegment(
            sequence: numbers.0,
            acknowledgment: numbers.1,
            flags: flags,
            window: window
        )
        segment.payloadLength = bytes
        return segment
    }
}
