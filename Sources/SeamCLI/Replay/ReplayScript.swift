import Seam
import SeamTesting

/// What to do, step by step, to play one side of a connection.
struct ReplayScript: Sendable {
    enum Step: Sendable {
        /// Wait until the peer has said so much in all: messages, or bytes where no codec is known.
        case wait(Int)
        /// Wait so many nanoseconds.
        case sleep(Int)
        case send([UInt8])
        case end
        case reset
    }

    private(set) var steps: [Step] = []
    /// What the peer said in the capture.
    let expected: TalkAnswers
    /// How many bytes and pieces are sent.
    private(set) var bytes = 0
    private(set) var pieces = 0

    private let side: Side
    private let options: ReplayOptions
    private var cutter: PieceCutter
    /// Where the messages of this side end.
    private var borders: [Int]
    /// How much the peer must have said before the next piece.
    private var due = 0
    private var awaited = 0
    /// What waits to be cut, and the offset behind it.
    private var run: [[UInt8]] = []
    private var runEnd = 0
    private var gap = 0

    /// The steps of `side` in `talk`.
    init(_ talk: CapturedTalk, _ side: Side, _ options: ReplayOptions) {
        self.side = side
        self.options = options
        cutter = PieceCutter(options.pieces)
        var reader = TalkReader(talk.factory)
        // The borders of this side's messages are needed before its bytes are cut.
        var counts: [Int] = []
        for event in talk.events {
            if case .bytes(let bytes, _) = event.act { reader.feed(bytes, from: event.side) }
            if case .end = event.act { reader.finish(event.side) }
            counts.append(reader.said[side.peer.place].count)
        }
        expected = reader.said[side.peer.place]
        borders = reader.said[side.place].ends
        var last = talk.start
        for (event, count) in zip(talk.events, counts) {
            take(event, peerCount: count, since: last)
            last = max(last, event.time)
        }
        flush()
        due = expected.count
        awaitPeer()
    }

    private mutating func take(_ event: CapturedTalk.Event, peerCount: Int, since last: Int) {
        guard event.side == side else {
            // What the peer says completes nothing: it cannot have been waited for.
            if peerCount > due {
                flush()
                due = peerCount
            }
            return
        }
        let gap = options.speed == .captured ? max(0, event.time - last) : 0
        switch event.act {
        case .bytes(let bytes, let offset):
            self.gap += gap
            run.append(bytes)
            runEnd = offset + bytes.count
            if options.pieces == .captured { flush() }
        case .end, .reset:
            flush()
            awaitPeer()
            if gap > 0 { steps.append(.sleep(gap)) }
            if case .reset = event.act { steps.append(.reset) } else { steps.append(.end) }
        }
    }

    /// Turns what has gathered into pieces.
    private mutating func flush() {
        guard !run.isEmpty else { return }
        awaitPeer()
        if gap > 0 { steps.append(.sleep(gap)) }
        gap = 0
        for part in parts { for piece in cutter.add(part) { send(piece) } }
        if let rest = cutter.finish() { send(rest) }
        run = []
    }

    private mutating func awaitPeer() {
        guard due > awaited else { return }
        steps.append(.wait(due))
        awaited = due
    }

    private mutating func send(_ piece: [UInt8]) {
        steps.append(.send(piece))
        bytes += piece.count
        pieces += 1
    }

    /// What is cut on its own: the messages where they count, else what was captured.
    private var parts: [[UInt8]] {
        switch options.pieces {
        case .messages, .torn: messages
        case .captured, .whole, .bytes, .random, .size: run
        }
    }

    private var messages: [[UInt8]] {
        let bytes = Array(run.joined())
        let start = runEnd - bytes.count
        let inside = borders.map { $0 - start }.filter { $0 > 0 && $0 < bytes.count }
        var result: [[UInt8]] = []
        var last = 0
        for end in inside + [bytes.count] {
            result.append(Array(bytes[last..<end]))
            last = end
        }
        return result
    }
}
