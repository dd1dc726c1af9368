import Seam
import SeamConnection

/// A channel that shows what goes through it.
final class WireTap: ByteChannel {
    private let inner: any ByteChannel
    private let view: WireView

    init(_ inner: any ByteChannel, _ view: WireView) {
        self.inner = inner
        self.view = view
    }

    nonisolated(nonsending) func read(
        atMost limit: Int,
        timeout: Swift.Duration?
    ) async throws(ConnectionError) -> [UInt8] {
        do throws(ConnectionError) {
            let bytes = try await inner.read(atMost: limit, timeout: timeout)
            view.take(bytes)
            return bytes
        } catch {
            if error.kind == .reset { view.reset(by: .server) }
            throw error
        }
    }

    nonisolated(nonsending) func write(
        _ bytes: [UInt8],
        timeout: Swift.Duration?
    ) async throws(ConnectionError) {
        // Before it leaves: the answer may be here before this task goes on.
        view.note(sending: bytes)
        try await inner.write(bytes, timeout: timeout)
    }

    nonisolated(nonsending) func finish() async throws(ConnectionError) {
        view.finish()
        try await inner.finish()
    }

    func close() { inner.close() }

    func reset() {
        view.reset(by: .client)
        inner.reset()
    }
}
