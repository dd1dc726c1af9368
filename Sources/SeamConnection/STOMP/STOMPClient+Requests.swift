public import SeamCodecs
internal import Synchronization

extension STOMPClient {
    /// Subscribes to a destination, now and again after each reconnect; answers with the subscription's id.
    ///
    /// Without a connection it is subscribed to as soon as there is one.
    /// - Throws: when there is a connection and the server does not confirm.
    @discardableResult
    public func subscribe(
        _ destination: String,
        _ acknowledgement: STOMPAcknowledgement = .auto,
        headers: KeyValuePairs<String, String> = [:],
        _ handler: @escaping Handler
    ) async throws(ConnectionError) -> String {
        var frame = STOMPFrame(.subscribe)
        let id = newId("subscription")
        frame.headers = [
            .init("id", id), .init("destination", destination), .init("ack", acknowledgement.rawValue),
        ]
        frame.headers += headers.map { .init($0.key, $0.value) }
        let isReady = state.withLock { state in
            state.subscriptions[id] = Subscription(frame: frame, handler: handler)
            if state.ready != nil { state.told.insert(id) }
            return state.ready != nil
        }
        if isReady { try await request(frame, withReceipt: true) }
        return id
    }

    /// Ends a subscription.
    public func unsubscribe(_ id: String) async throws(ConnectionError) {
        guard state.withLock({ $0.subscriptions.removeValue(forKey: id) }) != nil else { return }
        if client.connection != nil {
            try await request(STOMPFrame(.unsubscribe, ["id": id]), withReceipt: true)
        }
    }

    /// Sends a body to a destination.
    ///
    /// With a receipt it returns when the server has confirmed; a throw says that this is not known.
    public func send(
        _ body: [UInt8],
        to destination: String,
        headers: KeyValuePairs<String, String> = [:],
        transaction: String? = nil,
        withReceipt: Bool = false
    ) async throws(ConnectionError) {
        var frame = STOMPFrame(.send, ["destination": destination], body: body)
        frame.headers += headers.map { .init($0.key, $0.value) }
        if let transaction { frame.headers.append(.init("transaction", transaction)) }
        try await request(frame, withReceipt: withReceipt)
    }

    /// Sends a text to a destination.
    public func send(
        _ text: String,
        to destination: String,
        transaction: String? = nil,
        withReceipt: Bool = false
    ) async throws(ConnectionError) {
        try await send(
            Array(text.utf8),
            to: destination,
            headers: ["content-type": "text/plain;charset=utf-8"],
            transaction: transaction,
            withReceipt: withReceipt
        )
    }

    /// Takes a message for done, on the connection that brought it.
    public func acknowledge(_ frame: STOMPFrame, transaction: String? = nil) async throws(ConnectionError) {
        try await settle(frame, .ack, transaction)
    }

    /// Refuses a message.
    public func refuse(_ frame: STOMPFrame, transaction: String? = nil) async throws(ConnectionError) {
        try await settle(frame, .nack, transaction)
    }

    private func settle(
        _ frame: STOMPFrame,
        _ command: STOMPCommand,
        _ transaction: String?
    ) async throws(ConnectionError) {
        var answer = STOMPFrame(command)
        // 1.2 has an id for it; before, a message is known by its own and its subscription.
        if state.withLock({ $0.version }) == .v12 {
            answer.headers = [.init("id", frame["ack"] ?? frame["message-id"] ?? "")]
        } else {
            answer.headers = [.init("message-id", frame["message-id"] ?? "")]
            if let id = frame["subscription"] { answer.headers.append(.init("subscription", id)) }
        }
        if let transaction { answer.headers.append(.init("transaction", transaction)) }
        try await request(answer, withReceipt: false)
    }

    /// Begins a transaction and answers with its name.
    public func begin() async throws(ConnectionError) -> String {
        let name = newId("transaction")
        try await request(STOMPFrame(.begin, ["transaction": name]), withReceipt: false)
        return name
    }

    /// Lets all of a transaction happen; returns when the server has confirmed.
    public func commit(_ transaction: String) async throws(ConnectionError) {
        try await request(STOMPFrame(.commit, ["transaction": transaction]), withReceipt: true)
    }

    /// Lets nothing of a transaction happen; returns when the server has confirmed.
    public func abort(_ transaction: String) async throws(ConnectionError) {
        try await request(STOMPFrame(.abort, ["transaction": transaction]), withReceipt: true)
    }

    private func newId(_ word: String) -> String {
        state.withLock { state in
            state.lastId += 1
            return "\(word)-\(state.lastId)"
        }
    }
}
