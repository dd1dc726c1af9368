extension Connection {
    /// What a connection receives, until the peer ends its half; several loops share it.
    public struct Messages: AsyncSequence, Sendable {
        let connection: Connection

        /// Asks the connection for each message.
        public struct AsyncIterator: AsyncIteratorProtocol {
            let connection: Connection

            /// The next message; nil at the end of the peer's half.
            public func next(
                isolation actor: isolated (any Actor)? = #isolation
            ) async throws(ConnectionError) -> Message? { try await connection.receive() }

            /// The next message; nil at the end of the peer's half.
            public func next() async throws(ConnectionError) -> Message? { try await connection.receive() }
        }

        /// An iterator: messages that another one has taken are not seen.
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(connection: connection) }
    }

    /// The messages that arrive.
    public nonisolated var messages: Messages { Messages(connection: self) }
}
