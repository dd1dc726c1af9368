import Seam
import SeamConnection

/// A connection of a capture as it can be played again: who did what, in order.
struct CapturedTalk: Sendable {
    /// What a side did.
    enum Act: Sendable {
        /// Sent bytes, at their offset in its half.
        case bytes([UInt8], offset: Int)
        /// Ended its half.
        case end
        case reset
    }

    struct Event: Sendable {
        var side: Side
        var act: Act
        /// When, in nanoseconds of the capture's clock.
        var time: Int
    }

    let stream: Int
    var client: Endpoint?
    var server: Endpoint?
    /// The codec's name and what makes its decoders; nil where none is known.
    var codec = ""
    var factory: CodecFactory?
    fileprivate(set) var events: [Event] = []
    /// Where the bytes of a half end because the capture lacks what follows.
    fileprivate(set) var gaps: [Side: Int] = [:]

    init(stream: Int) { self.stream = stream }

    /// When it began.
    var start: Int { events.first?.time ?? 0 }
}

/// Collects the connections of a capture as they can be played.
final class TalkCollector: Observer {
    /// More bytes than this are not kept.
    static let limit = 512 << 20

    private(set) var talks: [Int: CapturedTalk] = [:]
    /// Bytes that are kept.
    private(set) var kept = 0
    /// Events of the packet whose time comes after them.
    private var fresh: [(stream: Int, event: CapturedTalk.Event)] = []

    /// Whether more was captured than is kept.
    var isFull: Bool { kept > Self.limit }

    func bytes(_ bytes: RawSpan, at offset: Int, stream: Int, from side: Side) {
        guard bytes.byteCount > 0, !isFull, talks[stream]?.gaps[side] == nil else { return }
        kept += bytes.byteCount
        let act = CapturedTalk.Act.bytes([UInt8](copying: bytes), offset: offset)
        fresh.append((stream, CapturedTalk.Event(side: side, act: act, time: 0)))
    }

    func gap(_ range: ByteRange, stream: Int, from side: Side) {
        let known = talks[stream]?.gaps[side] ?? range.start
        talks[stream, default: CapturedTalk(stream: stream)].gaps[side] = min(known, range.start)
    }

    func packet(
        _ packet: TCPPacket,
        _ placement: Half.Placement,
        number: Int,
        time: Timestamp,
        stream: Int,
        from side: Side
    ) {
        var events = fresh.map(\.event)
        let own = fresh.first?.stream ?? stream
        fresh.removeAll(keepingCapacity: true)
        if packet.flags.contains(.rst) {
            events.append(.init(side: side, act: .reset, time: 0))
        } else if packet.flags.contains(.fin) {
            events.append(.init(side: side, act: .end, time: 0))
        }
        guard !events.isEmpty else { return }
        for index in events.indices { events[index].time = time.nanoseconds }
        talks[own, default: CapturedTalk(stream: own)].events += events
    }

    /// Says who spoke, and how.
    func name(
        _ stream: Int,
        _ client: Endpoint,
        _ server: Endpoint,
        _ codec: String,
        _ factory: CodecFactory?
    ) {
        talks[stream]?.client = client
        talks[stream]?.server = server
        talks[stream]?.codec = codec
        talks[stream]?.factory = factory
    }
}
