public import SeamBytes
public import SeamCodecs

/// A connection that speaks in messages of a codec.
///
///     let connection = Connection(channel, codec: try CodecRegistry.factory("tlc:type=2,length=4"))
///     try await connection.send(FrameMessage(type: 1, content: Array("hello".utf8)))
///     for try await message in connection.messages { ... }
///
/// The decoders are new with each connection. Bytes are read only while somebody receives, and `send` returns when
/// the system has taken the message: back-pressure in both directions. Messages leave in the order of the calls.
public actor Connection {
    /// What it runs over.
    public nonisolated let channel: any ByteChannel
    /// Which side this is.
    public nonisolated let side: Side
    private var options: ConnectionOptions
    /// What the log-in has agreed on; nil where it did not.
    private(set) var heartbeat: Heartbeat?
    private let encoder: CodecDescription.Encode?
    /// What puts messages into frames, where this is a WebSocket that is open.
    private var webSocket: WebSocketWriter?
    /// Whether the outermost layer's own messages are received too: HTTP's, in a handshake.
    private var isShakingHands = false
    private var conversation: Conversation
    private let reading = Turns()
    private var queue: ArraySlice<Message> = []
    /// Whether the peer's half has ended, and why the connection did otherwise.
    private var ending: Result<Void, ConnectionError>?

    /// A connection over a channel that nothing was read from yet.
    public init(
        _ channel: any ByteChannel,
        codec: CodecFactory,
        side: Side = .client,
        _ options: ConnectionOptions = ConnectionOptions()
    ) {
        self.init(channel, codec: codec, encoder: codec.encode, side: side, options)
    }

    /// A connection whose messages another encoder writes than that of the whole stack.
    init(
        _ channel: any ByteChannel,
        codec: CodecFactory,
        encoder: CodecDescription.Encode?,
        side: Side,
        _ options: ConnectionOptions
    ) {
        self.channel = channel
        self.side = side
        self.options = options
        self.encoder = encoder
        conversation = Conversation(
            codec,
            largestMessage: options.largestMessage,
            describes: options.describes
        )
    }

    /// What was counted of what this side has handed to the system.
    public private(set) var sent = HalfTally()
    /// When something was handed to the system last.
    private(set) var lastSent = ContinuousClock.now
    /// What was counted of what this side has received.
    public var received: HalfTally { conversation.tally(of: side.peer) }

    // MARK: - Sending

    /// Encodes a message and hands it to the system.
    ///
    /// - Throws: `violation` when the codec cannot say it; what the channel says.
    public func send(_ message: FrameMessage) async throws(ConnectionError) {
        guard let encoder else {
            throw ConnectionError(.violation, "this codec's messages are not made of a type and a content")
        }
        var writer = ByteWriter()
        do {
            try encoder(message, &writer)
        } catch {
            throw ConnectionError(.violation, error.description)
        }
        try await send(encoded: writer.bytes)
    }

    /// Sends a text as the content of a message.
    public func send(_ text: String, type: Int = 0) async throws(ConnectionError) {
        try await send(FrameMessage(type: type, content: Array(text.utf8)))
    }

    /// Hands a message to the system that is encoded for its own layer already.
    public func send(encoded bytes: [UInt8]) async throws(ConnectionError) {
        var bytes = bytes
        if let webSocket {
            do {
                bytes = try webSocket.wrap(bytes)
            } catch {
                throw ConnectionError(.violation, error.description)
            }
        }
        try await send(raw: bytes)
    }

    /// Hands bytes to the system as they are, below all layers.
    public func send(raw bytes: [UInt8]) async throws(ConnectionError) {
        // Nothing suspends between here and the channel's turn, so the order of the calls is that of the bytes.
        keep(conversation.feed(bytes, from: side))
        let tally = conversation.tally(of: side)
        try await channel.write(bytes, timeout: options.writeTimeout)
        sent = tally
        lastSent = .now
    }

    // MARK: - Receiving

    /// The next message; nil when the peer has ended its half.
    ///
    /// - Throws: `timedOut` when nothing came for as long as the options say: it can be asked again. `violation` when
    ///   the peer's bytes break the codec's rules; what was decoded before comes first.
    public func receive() async throws(ConnectionError) -> Message? {
        guard await reading.begin() else {
            throw ConnectionError(.cancelled, "the task was cancelled")
        }
        defer { reading.end() }
        while true {
            if let message = queue.popFirst() { return message }
            switch ending {
            case .success: return nil
            case .failure(let error): throw error
            case nil: try await readOn()
            }
        }
    }

    private func readOn() async throws(ConnectionError) {
        let bytes = try await channel.read(atMost: options.readSize, timeout: options.readTimeout)
        guard !bytes.isEmpty else {
            keep(conversation.finish(.closed, of: side.peer))
            ending = .success(())
            return
        }
        var messages = conversation.feed(bytes, from: side.peer)
        if options.endsAtViolation, let words = violation(in: &messages) {
            ending = .failure(ConnectionError(.violation, "the peer's bytes cannot be decoded: \(words)"))
        }
        keep(messages)
        try await answer(messages.filter { $0.side != side }.map(\.message))
    }

    /// The first rule that the peer has broken beyond repair; nothing behind it counts, however the bytes were cut.
    private func violation(in messages: inout [(side: Side, message: Message)]) -> String? {
        let place = messages.firstIndex { $0.side != side && $0.message.kind == .undecoded }
        guard let place else { return conversation.failure(of: side.peer) }
        let violation = messages[place].message.violation
        messages.removeSubrange((place + 1)...)
        return conversation.words(violation, of: side.peer)
    }

    private func keep(_ messages: [(side: Side, message: Message)]) {
        for (from, message) in messages where from != side && (isShakingHands || isForReceiver(message)) {
            queue.append(message)
        }
    }

    private func isForReceiver(_ message: Message) -> Bool {
        message.kind == .heartbeat || message.layer == conversation.messageLayer
    }

    /// Answers what a WebSocket answers by itself.
    private func answer(_ messages: [Message]) async throws(ConnectionError) {
        guard let webSocket else { return }
        for message in messages where message.layer == 0 {
            let (reply, isEnd) = webSocket.answer(message)
            if !reply.isEmpty { try await send(raw: reply) }
            if isEnd { ending = ending ?? .success(()) }
        }
    }

    // MARK: - Ending

    /// Ends it for a reason that only the messages tell: behind what has arrived `receive` throws it.
    func end(with reason: ConnectionError) { ending = ending ?? .failure(reason) }

    /// Takes note of heart-beats that both sides have agreed on.
    func agree(on heartbeat: Heartbeat?) {
        self.heartbeat = heartbeat
        if let limit = heartbeat?.answerTimeout { options.readTimeout = limit }
    }

    /// Ends in order: what was sent leaves first, then the peer may say its last, then both halves are closed.
    ///
    /// What the peer still says can be received afterwards.
    /// - Throws: `timedOut` when the peer does not end its half in time, what the channel says otherwise.
    public func finish() async throws(ConnectionError) {
        defer { channel.close() }
        let watch = Watchdog(channel, after: options.closeTimeout, "the peer does not end its half")
        defer { watch.cancel() }
        do throws(ConnectionError) {
            // A WebSocket's server ends the connection below, once both have said that they close (RFC 6455 §7.1.1).
            if let webSocket {
                try await send(raw: webSocket.close(1000))
            } else {
                try await channel.finish()
            }
            guard await reading.begin() else { return }
            defer { reading.end() }
            while ending == nil { try await readOn() }
        } catch {
            throw watch.reason(error)
        }
    }

    /// Closes at once; what waits fails with `closed`.
    public nonisolated func close() { channel.close() }

    // MARK: - WebSocket

    /// The head of the peer's next HTTP message that is not interim.
    func receiveHead() async throws(ConnectionError) -> HTTPFields {
        isShakingHands = true
        while let message = try await receive() {
            let head = HTTPFields(message.bytes.rawSpan)
            if let status = head.status, (100...199).contains(status), status != 101 { continue }
            return head
        }
        throw ConnectionError(.ended, "the peer ended the connection in the middle of the handshake")
    }

    /// Ends the handshake: from here on what is sent is put into frames.
    func open(_ writer: WebSocketWriter) async throws(ConnectionError) {
        isShakingHands = false
        webSocket = writer
        let early = queue
        queue = ArraySlice(early.filter(isForReceiver))
        try await answer(Array(early))
    }

    /// Sends a ping of WebSocket; false where this is none.
    func ping(_ payload: [UInt8]) async throws(ConnectionError) -> Bool {
        guard let webSocket else { return false }
        try await send(raw: webSocket.ping(payload))
        return true
    }
}
