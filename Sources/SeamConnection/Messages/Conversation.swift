public import SeamBytes
public import SeamCodecs

/// Both halves of one connection, cut into messages by the decoders that explain captures.
///
/// What this side sends is decoded too: what one half says can depend on the other (an upgrade, a version), and
/// what goes out is counted as a capture would.
public struct Conversation {
    private var halves: [HalfReader]
    private let taps = (client: ContentTap(), server: ContentTap())

    /// New decoders: nothing of a connection before leaks into this one.
    public init(_ factory: CodecFactory, largestMessage: Int, describes: Bool) {
        var policy = StreamPolicy()
        policy.windowLimit = largestMessage
        let pair = factory.stack((taps.client, taps.server), policy)
        halves = [
            HalfReader(pair.client, taps.client, describes: describes),
            HalfReader(pair.server, taps.server, describes: describes),
        ]
    }

    /// Takes what a side has sent; answers with the messages that this completes, of either side.
    public mutating func feed(_ bytes: [UInt8], from side: Side) -> [(side: Side, message: Message)] {
        follow(side) { half, queue in half.feed(bytes, to: &queue) }
    }

    /// Takes note that a side will send no more.
    public mutating func finish(_ how: StreamEnd, of side: Side) -> [(side: Side, message: Message)] {
        follow(side) { half, queue in half.finish(how, to: &queue) }
    }

    /// Lets `work` go on with one half, and then each half that the other has waited for.
    private mutating func follow(
        _ side: Side,
        _ work: (inout HalfReader, inout [Message]) -> Void
    ) -> [(side: Side, message: Message)] {
        var result: [(side: Side, message: Message)] = []
        var queue: [Message] = []
        work(&halves[side.place], &queue)
        result += queue.map { (side, $0) }
        // Each turn lets the half go on that waits; what it says may be what the other one waits for.
        var next = side.peer
        while halves[next.place].decoder.isAwaitingPeer {
            queue = []
            halves[next.place].resume(to: &queue)
            if queue.isEmpty { break }
            result += queue.map { (next, $0) }
            next = next.peer
        }
        return result
    }

    /// The rule that the last bytes of a side break, in words.
    public func failure(of side: Side) -> String? {
        halves[side.place].decoder.failure.map { words($0, of: side) }
    }

    /// A violation of what a side has sent, in words.
    public func words(_ violation: Violation?, of side: Side) -> String {
        guard let violation else { return "bytes without meaning" }
        let rule = halves[side.place].decoder.rule(violation.rule)
        return rule.map { "\($0.id): \($0.text)" } ?? "\(violation.rule)"
    }

    /// The layer that the messages are of, once that is known.
    public var messageLayer: Int? { taps.client.layer.map { $0 - 1 } }

    /// What was counted of a side.
    public func tally(of side: Side) -> HalfTally { halves[side.place].tally }
}
