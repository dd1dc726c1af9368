import Seam
import SeamConnection
import Synchronization

/// Shows one connection: each read with the messages that it has bytes of, and each message when it is complete.
final class WireView: Sendable {
    private struct State {
        var conversation: SeamConnection.Conversation
        /// Where the reads ended that the next message may have begun in, and how many there were in all.
        var readEnds: [Int] = []
        var reads = 0
        /// Bytes received.
        var received = 0
        /// Messages received, and where the last one ends.
        var count = 0
        var lastEnd = 0
        var hasFailed = false
    }

    private let rows: ConnectRows
    private let recorder: WireRecorder?
    private let heard: @Sendable (_ messages: Int) -> Void
    private let state: Mutex<State>

    /// A view of a new connection; `heard` is told of each read and how many messages it completed.
    init(
        _ codec: WireCodec,
        _ rows: ConnectRows,
        _ recorder: WireRecorder?,
        heard: @escaping @Sendable (_ messages: Int) -> Void
    ) {
        self.rows = rows
        self.recorder = recorder
        self.heard = heard
        let limit = StreamPolicy().windowLimit
        state = Mutex(
            State(
                conversation: SeamConnection.Conversation(
                    codec.factory,
                    largestMessage: limit,
                    describes: true
                )
            )
        )
    }

    /// What was counted of both sides.
    var tallies: (sent: HalfTally, received: HalfTally) {
        state.withLock { ($0.conversation.tally(of: .client), $0.conversation.tally(of: .server)) }
    }

    /// Whether the peer broke the rules of the codec.
    var hasFailed: Bool { state.withLock(\.hasFailed) }

    // MARK: - What this side does

    func note(sending bytes: [UInt8]) {
        recorder?.data(bytes, from: .client)
        state.withLock { state in
            let results = state.conversation.feed(bytes, from: .client)
            // What the peer said may have waited for this: the answer to an upgrade that is known only now.
            show(results, &state)
        }
    }

    func finish() { recorder?.end(.client) }

    func reset(by side: Side) { recorder?.end(side, withReset: true) }

    // MARK: - What the peer does

    /// Takes what a read returned, nothing at the end of the peer's half.
    func take(_ bytes: [UInt8]) {
        if bytes.isEmpty { recorder?.end(.server) } else { recorder?.data(bytes, from: .server) }
        let count = state.withLock { state in
            let before = state.count
            let range = ByteRange(state.received, state.received + bytes.count)
            if !bytes.isEmpty {
                state.received = range.end
                state.readEnds.append(range.end)
                state.reads += 1
            }
            let results =
                bytes.isEmpty
                ? state.conversation.finish(.closed, of: .server)
                : state.conversation.feed(bytes, from: .server)
            if !bytes.isEmpty {
                let ends = units(results, state).map(\.range.end)
                let picture = ReadPicture(range, first: state.count, start: state.lastEnd, ends: ends)
                rows.read(state.reads, range, picture)
            }
            show(results, &state)
            return state.count - before
        }
        heard(count)
    }

    /// The messages of the peer among what was decoded.
    private func units(
        _ results: [(side: Side, message: Message)],
        _ state: borrowing State
    ) -> [Message] {
        let layer = state.conversation.messageLayer
        return results.filter { $0.side == .server && $0.message.layer == layer }.map(\.message)
    }

    private func show(_ results: [(side: Side, message: Message)], _ state: inout State) {
        for unit in units(results, state) {
            // Reads that the message has passed are not needed any more.
            let passed = state.readEnds.prefix { $0 <= unit.range.start }.count
            let first = state.reads - state.readEnds.count + passed + 1
            let more = state.readEnds.dropFirst(passed).prefix { $0 < unit.range.end }.count
            rows.message(state.count, unit, reads: first...(first + more))
            state.readEnds.removeFirst(passed)
            state.count += 1
            state.lastEnd = unit.range.end
            if unit.kind == .undecoded || unit.violation != nil { state.hasFailed = true }
        }
        guard let failure = state.conversation.failure(of: .server), !state.hasFailed else { return }
        state.hasFailed = true
        rows.note("the peer breaks the rules: \(failure)")
    }
}
