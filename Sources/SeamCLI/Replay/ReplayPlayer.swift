import Seam
import SeamConnection

/// Plays one side of a captured connection to a real peer.
struct ReplayPlayer: Sendable {
    let talk: CapturedTalk
    let side: Side
    let options: ReplayOptions

    /// Longer than this a peer is not waited for that has said all and stays.
    private static let farewell = Swift.Duration.milliseconds(500)

    private var patience: Swift.Duration { options.patience.patience }

    /// Plays it over a connection; what came of it.
    func play(over socket: TCPSocket) async -> ReplayResult {
        let script = ReplayScript(talk, side, options)
        let peer = ReplayPeer(talk.factory, against: side)
        async let reading: Void = peer.read(socket)
        var sent = (bytes: 0, pieces: 0)
        var trouble: String?
        do throws(ConnectionError) {
            var patience = patience
            for step in script.steps {
                switch step {
                case .sleep(let nanoseconds): try await Delivery.sleep(.nanoseconds(nanoseconds))
                case .send(let piece):
                    peer.note(sending: piece)
                    try await Delivery.send(piece, over: socket, options.pause, patience: self.patience)
                    sent = (sent.bytes + piece.count, sent.pieces + 1)
                case .wait(let count):
                    guard await !peer.wait(for: count, patience: patience) else { continue }
                    // Who has kept one answer back is not waited for again and again.
                    patience = .zero
                    trouble = trouble ?? silence(count, peer)
                case .end: try await socket.finish()
                case .reset: socket.reset()
                }
            }
            try? await socket.finish()
            await peer.waitForEnd(patience: min(Self.farewell, self.patience))
        } catch {
            trouble = "\(error)"
        }
        let ending = peer.ending
        socket.close()
        await reading
        return ReplayResult(
            talk,
            script,
            peer.answers,
            side: side,
            peer: socket.peer,
            sent: sent,
            ending: ending,
            trouble: trouble,
            options.compares
        )
    }

    private func silence(_ count: Int, _ peer: ReplayPeer) -> String? {
        // That fewer came is a difference by itself, unless nothing is compared.
        let things = peer.answers.hasMessages ? "messages" : "bytes"
        let when =
            peer.ending == "open"
            ? "after \(options.patience.text ?? "") of waiting" : "when the peer had \(peer.ending)"
        return "\(peer.answers.count) of \(count) \(things) had come \(when)"
    }
}
