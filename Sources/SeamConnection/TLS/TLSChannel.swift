internal import Synchronization

/// TLS 1.2 or 1.3 over another channel.
public final class TLSChannel: ByteChannel {
    /// Plain text that is encrypted at a time: what waits for the channel is not more.
    private static let pieceSize = 64 << 10

    private let inner: any ByteChannel
    private let engine: Mutex<TLSEngine>
    /// Cipher text leaves in the order in which it was made.
    private let leaving = Turns()
    private let writing = Turns()

    private init(_ inner: any ByteChannel, _ engine: consuming sending TLSEngine) {
        self.inner = inner
        self.engine = Mutex(engine)
    }

    /// Shakes hands with a server.
    ///
    /// - Throws: `tls` when the certificate or its name is not accepted; the channel is closed then.
    public static func connect(
        over inner: any ByteChannel,
        host: String,
        _ options: TLSOptions = TLSOptions(),
        timeout: Duration = .seconds(30)
    ) async throws(ConnectionError) -> TLSChannel {
        let engine = try TLSEngine(TLSContext(client: options), host: host, options)
        let channel = TLSChannel(inner, engine)
        try await channel.shakeHands(timeout)
        return channel
    }

    /// Shakes hands with a client, as a server with this certificate chain and key (files in PEM).
    public static func accept(
        over inner: any ByteChannel,
        certificates: String,
        key: String,
        timeout: Duration = .seconds(30)
    ) async throws(ConnectionError) -> TLSChannel {
        let engine = try TLSEngine(TLSContext(certificates: certificates, key: key), host: "a client")
        let channel = TLSChannel(inner, engine)
        try await channel.shakeHands(timeout)
        return channel
    }

    private func shakeHands(_ timeout: Duration) async throws(ConnectionError) {
        do throws(ConnectionError) {
            while true {
                let step = try engine.withLock { engine throws(ConnectionError) in try engine.shakeHands() }
                try await flush(timeout)
                if case .done = step { return }
                try await feedMore(timeout)
            }
        } catch {
            // The alert that says why.
            try? await flush(.seconds(1))
            inner.close()
            throw error
        }
    }

    private func feedMore(_ timeout: Duration?) async throws(ConnectionError) {
        let bytes = try await inner.read(atMost: Self.pieceSize, timeout: timeout)
        guard !bytes.isEmpty else {
            throw ConnectionError(.ended, "the peer ended the connection in the middle of TLS")
        }
        try engine.withLock { engine throws(ConnectionError) in try engine.feed(bytes) }
    }

    /// Hands the cipher text that was made to the channel.
    private nonisolated(nonsending) func flush(_ timeout: Duration?) async throws(ConnectionError) {
        guard await leaving.begin() else { throw ConnectionError(.cancelled, "the task was cancelled") }
        defer { leaving.end() }
        let bytes = engine.withLock { $0.takeOutgoing() }
        if !bytes.isEmpty { try await inner.write(bytes, timeout: timeout) }
    }

    /// The next bytes of plain text; none when the peer has ended its half in order.
    ///
    /// - Throws: `ended` when the channel ended without TLS's own end: what came may be cut short.
    public nonisolated(nonsending) func read(
        atMost limit: Int,
        timeout: Duration?
    ) async throws(ConnectionError) -> [UInt8] {
        while true {
            let step = try engine.withLock { engine throws(ConnectionError) in try engine.read(atMost: limit)
            }
            switch step {
            case .done(let bytes): return bytes
            case .ended: return []
            case .needMore:
                // Reading can make something to send: the answer to a new key.
                try await flush(timeout)
                try await feedMore(timeout)
            }
        }
    }

    /// Encrypts all of `bytes` and hands them to the system.
    public nonisolated(nonsending) func write(
        _ bytes: [UInt8],
        timeout: Duration?
    ) async throws(ConnectionError) {
        guard await writing.begin() else { throw ConnectionError(.cancelled, "the task was cancelled") }
        defer { writing.end() }
        var start = 0
        while start < bytes.count {
            let end = min(start + Self.pieceSize, bytes.count)
            let step = try engine.withLock { engine throws(ConnectionError) in
                try engine.write(bytes[start..<end])
            }
            guard case .done = step else {
                throw ConnectionError(.tls, "the peer wants a new handshake, which TLS 1.3 does not have")
            }
            start = end
            try await flush(timeout)
        }
    }

    /// Says that this side will write no more, in TLS and below.
    public nonisolated(nonsending) func finish() async throws(ConnectionError) {
        guard await writing.begin() else { throw ConnectionError(.cancelled, "the task was cancelled") }
        defer { writing.end() }
        engine.withLock { $0.finish() }
        try await flush(nil)
        try await inner.finish()
    }

    /// Closes both halves at once.
    public func close() { inner.close() }

    /// Closes with a reset.
    public func reset() { inner.reset() }
}
