import Seam
import SeamConnection
import Synchronization

/// What comes from the peer of a replay, and what was sent to it.
final class ReplayPeer: Sendable {
    private struct State {
        var reader: TalkReader
        /// How the peer ended; nil as long as it has not.
        var ending: String?
    }

    /// How often it is looked whether an answer has come.
    private static let tick = Swift.Duration.microseconds(200)

    private let state: Mutex<State>
    private let side: Side

    /// The peer is on the other side than `side`.
    init(_ factory: CodecFactory?, against side: Side) {
        state = Mutex(State(reader: TalkReader(factory)))
        self.side = side
    }

    /// Reads until the peer ends, or this side closes.
    func read(_ socket: TCPSocket) async {
        while true {
            do throws(ConnectionError) {
                let bytes = try await socket.read(atMost: 64 << 10, timeout: nil)
                state.withLock { state in
                    if bytes.isEmpty {
                        state.reader.finish(side.peer)
                        state.ending = "closed"
                    } else {
                        state.reader.feed(bytes, from: side.peer)
                    }
                }
                if bytes.isEmpty { return }
            } catch {
                return state.withLock { $0.ending = error.kind == .reset ? "reset" : "open" }
            }
        }
    }

    /// Takes note of what this side sends: what the peer says may depend on it.
    func note(sending bytes: [UInt8]) { state.withLock { $0.reader.feed(bytes, from: side) } }

    /// How the peer ended: `closed`, `reset`, or `open`.
    var ending: String { state.withLock(\.ending) ?? "open" }

    /// What the peer has said.
    var answers: TalkAnswers { state.withLock { $0.reader.said[side.peer.place] } }

    /// Waits until the peer has said so much, or has ended; false when it did not within `patience`.
    func wait(for count: Int, patience: Swift.Duration) async -> Bool {
        await wait(patience) { $0.ending != nil || $0.reader.said[side.peer.place].count >= count }
            && answers.count >= count
    }

    /// Waits until the peer has ended.
    func waitForEnd(patience: Swift.Duration) async { _ = await wait(patience) { $0.ending != nil } }

    private func wait(_ patience: Swift.Duration, until isDone: (State) -> Bool) async -> Bool {
        let deadline = ContinuousClock.now + patience
        while !state.withLock({ isDone($0) }) {
            guard ContinuousClock.now < deadline, !Task.isCancelled else { return false }
            try? await Task.sleep(for: Self.tick)
        }
        return true
    }
}
