import Seam
import SeamConnection
import SeamTesting
import Synchronization

/// One client of a torture server: what it gets, what comes back, and what that tells.
final class ServedClient: Sendable {
    private struct State {
        var conversation: SeamConnection.Conversation
        var behaviour: ClientBehaviour
        /// Where the last message that was sent ends.
        var sentEnd = 0
        /// When all was sent; nil until then.
        var sentAll: ContinuousClock.Instant?
        /// What the client's bytes broke first.
        var failure: String?
        /// Control frames that wait for the end of the message in hand.
        var replies: [UInt8] = []

        /// Whether a message of the server is sent in part.
        var isInside: Bool { conversation.tally(of: .server).bytes > sentEnd }
    }

    /// How often a reader looks whether it has waited for long enough.
    private static let tick = Swift.Duration.milliseconds(50)

    let number: Int
    let socket: TCPSocket
    let plan: ServePlan
    let rows: ServeRows
    private let state: Mutex<State>
    /// Answers what a WebSocket has answered by itself; nil of any other codec.
    let webSocket: WebSocketWriter?

    init(_ number: Int, _ socket: TCPSocket, _ plan: ServePlan, _ rows: ServeRows) {
        self.number = number
        self.socket = socket
        self.plan = plan
        self.rows = rows
        webSocket = plan.codec.webSocket.map {
            WebSocketWriter(.server, isBinary: $0.isBinary, deflate: nil)
        }
        let limit = StreamPolicy().windowLimit
        state = Mutex(
            State(
                conversation: SeamConnection.Conversation(
                    plan.codec.factory,
                    largestMessage: limit,
                    describes: plan.isVerbose
                ),
                behaviour: ClientBehaviour(isAsked: plan.source != nil)
            )
        )
    }

    /// Serves the client to its end; what was seen of it.
    func serve() async -> ClientBehaviour {
        rows.connected(self, socket.peer)
        defer { socket.close() }
        let ending: ClientBehaviour.Ending
        if let refused = await shakeHands() {
            ending = refused
        } else {
            async let reading = read()
            if let source = plan.source { await send(source) } else { state.withLock { $0.sentAll = .now } }
            ending = await reading
        }
        let (behaviour, tallies) = conclude(ending)
        rows.ended(self, ending, behaviour, sent: tallies.sent, received: tallies.received)
        return behaviour
    }

    // MARK: - Sending

    /// Sends all messages, and ends as the plan says; a client that is gone is the reader's to find out.
    private func send(_ source: MessageSource) async {
        var cutter = PieceCutter(plan.options.pieces, period: source.period)
        do {
            for index in 0..<source.count {
                for piece in cutter.add(try source.message(at: index)) { try await deliver(piece) }
            }
            if plan.ending.isHalf {
                let next = try source.message(at: source.count)
                let rest = cutter.finish() ?? []
                try await deliver(rest + next.prefix(max(1, next.count / 2)))
            } else if let rest = cutter.finish() {
                try await deliver(rest)
            }
            state.withLock { $0.sentAll = .now }
            try await reply()
            switch plan.ending {
            case .close, .halfClose:
                if let frame = webSocket?.close(1000), plan.ending == .close { try await deliver(frame) }
                try await socket.finish()
            case .halfReset, .reset: socket.reset()
            case .stay, .halfSilence: break
            }
        } catch let error as EncodingError {
            rows.trouble(self, "a message cannot be sent: \(error)")
            socket.close()
        } catch {
            rows.trouble(self, "\(error)")
        }
    }

    private func deliver(_ piece: [UInt8]) async throws(ConnectionError) {
        // Before it leaves: the answer may be here before this task goes on.
        note(sending: piece)
        rows.piece(self, piece)
        try await Delivery.send(piece, over: socket, plan.options.pause, patience: plan.patience)
        try await reply()
    }

    private func note(sending piece: [UInt8]) {
        let count = follow(piece)
        state.withLock { $0.behaviour.sentPiece(completing: count, isInside: $0.isInside) }
    }

    /// Takes what is about to be sent into the conversation; how many messages it completes.
    @discardableResult
    func follow(_ bytes: [UInt8]) -> Int {
        state.withLock { state in
            var count = 0
            for (side, message) in state.conversation.feed(bytes, from: .server) where side == .server {
                state.sentEnd = max(state.sentEnd, message.range.end)
                if message.kind == .message, message.layer == state.conversation.messageLayer { count += 1 }
            }
            return count
        }
    }

    /// Sends the control frames that wait, unless a message is sent in part: they stand between frames.
    func reply() async throws(ConnectionError) {
        let replies = state.withLock { state in
            defer { if !state.isInside { state.replies = [] } }
            return state.isInside ? [] : state.replies
        }
        guard !replies.isEmpty else { return }
        follow(replies)
        try await socket.write(replies, timeout: plan.patience)
    }

    /// Lets a control frame wait; whether its time is now, as all messages have been sent.
    func hold(_ frame: [UInt8]) -> Bool {
        state.withLock { state in
            state.replies += frame
            return state.sentAll != nil
        }
    }

    // MARK: - Reading

    /// Reads until somebody ends.
    private func read() async -> ClientBehaviour.Ending {
        var lastRead = ContinuousClock.now
        var cutter = PieceCutter(plan.options.pieces)
        while true {
            do throws(ConnectionError) {
                let bytes = try await socket.read(atMost: 64 << 10, timeout: Self.tick)
                lastRead = .now
                let (messages, frames) = take(bytes)
                if plan.options.echoes { try await echo(messages, &cutter) }
                try await answer(frames)
                if bytes.isEmpty { return .closed }
            } catch {
                switch error.kind {
                case .timedOut: if isPatienceOver(lastRead) { return .byServer }
                case .reset: return .reset
                default: return .byServer
                }
            }
        }
    }

    private func isPatienceOver(_ lastRead: ContinuousClock.Instant) -> Bool {
        guard plan.ending != .stay, let sent = state.withLock(\.sentAll) else { return false }
        return ContinuousClock.now - max(sent, lastRead) > plan.patience
    }

    /// Decodes what a read returned, nothing at the end of the client's half; its messages, and the frames they are in.
    @discardableResult
    func take(_ bytes: [UInt8]) -> (messages: [Message], frames: [Message]) {
        let (messages, frames, failure) = state.withLock { state in
            let all =
                bytes.isEmpty
                ? state.conversation.finish(.closed, of: .client)
                : state.conversation.feed(bytes, from: .client)
            let own = all.filter { $0.side == .client }.map(\.message)
            let layer = state.conversation.messageLayer
            for message in own where message.layer == layer { note(message, &state) }
            let failure = state.failure == nil ? state.conversation.failure(of: .client) : nil
            if let failure {
                state.failure = failure
                state.behaviour.note(.brokeRules)
            }
            let messages = own.filter { $0.kind == .message && $0.layer == layer }
            return (messages, own.filter { $0.layer == 0 }, failure)
        }
        rows.read(self, bytes.count, messages)
        if let failure { rows.violation(self, failure) }
        return (messages, frames)
    }

    private func note(_ message: Message, _ state: inout State) {
        switch message.kind {
        case .message:
            let place = state.behaviour.answers
            let expected = plan.source.flatMap { try? $0.message(at: place) }
            state.behaviour.received(isSame: expected == (try? plan.codec.wrap(message.bytes)))
            if message.violation != nil { state.behaviour.note(.brokeRules) }
        case .leftover: state.behaviour.note(.leftHalf)
        case .undecoded: state.behaviour.note(.brokeRules)
        case .heartbeat, .gap: break
        }
    }

    /// Sends messages back, cut as the plan says; what came in one read leaves before the next.
    private func echo(_ messages: [Message], _ cutter: inout PieceCutter) async throws(ConnectionError) {
        for message in messages {
            let bytes: [UInt8]
            do throws(EncodingError) {
                bytes = try again(message)
            } catch {
                throw ConnectionError(.violation, error.description)
            }
            for piece in cutter.add(bytes) { try await deliver(piece) }
        }
        if let rest = cutter.finish() { try await deliver(rest) }
    }

    /// A message of the client as the server would send it.
    private func again(_ message: Message) throws(EncodingError) -> [UInt8] {
        if webSocket != nil || message.layer == 0 { return try plan.codec.wrap(message.bytes) }
        return try plan.codec.encode(FrameMessage(type: message.type ?? 0, content: message.content))
    }

    // MARK: - Concluding

    private func conclude(
        _ ending: ClientBehaviour.Ending
    ) -> (ClientBehaviour, (sent: HalfTally, received: HalfTally)) {
        state.withLock { state in
            let received = state.conversation.tally(of: .client)
            if received.coalesced > 0 { state.behaviour.note(.glued) }
            if received.split > 0 { state.behaviour.note(.tore) }
            state.behaviour.ended(ending, isAllSent: state.sentAll != nil)
            return (state.behaviour, (state.conversation.tally(of: .server), received))
        }
    }
}
