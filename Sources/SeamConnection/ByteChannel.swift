/// A reliable stream of bytes in both directions: a TCP socket, TLS over one.
public protocol ByteChannel: AnyObject, Sendable {
    /// The next bytes, at least one; none when the peer has ended its half. One reader at a time.
    ///
    /// - Throws: `timedOut` when nothing came within `timeout`; the channel can be read on.
    nonisolated(nonsending) func read(
        atMost limit: Int,
        timeout: Duration?
    ) async throws(ConnectionError) -> [UInt8]

    /// Hands all of `bytes` to the system; returns when it has taken them. Calls keep their order.
    ///
    /// - Throws: `timedOut` when it took nothing for `timeout`. When part of the bytes had gone, the channel
    ///   refuses to write from then on, since the peer would take what follows for the rest.
    nonisolated(nonsending) func write(_ bytes: [UInt8], timeout: Duration?) async throws(ConnectionError)

    /// Ends this side's half in order, behind what has been written; reading goes on.
    nonisolated(nonsending) func finish() async throws(ConnectionError)

    /// Closes both halves at once; pending calls fail with `closed`.
    func close()

    /// Closes with a reset (RST): the peer loses what it has not read.
    func reset()
}

extension ByteChannel {
    /// The next bytes, without a limit of time.
    public nonisolated(nonsending) func read(
        atMost limit: Int = 64 << 10
    ) async throws(ConnectionError) -> [UInt8] {
        try await read(atMost: limit, timeout: nil)
    }

    /// Hands all of `bytes` to the system, without a limit of time.
    public nonisolated(nonsending) func write(_ bytes: [UInt8]) async throws(ConnectionError) {
        try await write(bytes, timeout: nil)
    }
}
