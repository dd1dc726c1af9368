import Synchronization

/// Lines that the main thread reads and a task takes, one after the other.
final class InputLines: Sendable {
    /// A longer line is cut: nobody types such a thing.
    private static let longest = 16 << 20

    /// The lines, in order, until the input ends.
    let lines: AsyncStream<String>
    private let continuation: AsyncStream<String>.Continuation
    private let pending = Mutex<[UInt8]>([])

    init() { (lines, continuation) = AsyncStream.makeStream(of: String.self) }

    /// Takes bytes as they were read, nothing at the end; whether more is wanted.
    func take(_ bytes: ArraySlice<UInt8>) -> Bool {
        pending.withLock { pending in
            pending += bytes
            var rest = pending[...]
            while let end = rest.firstIndex(of: 0x0a) {
                give(rest[..<end])
                rest = rest[(end + 1)...]
            }
            if bytes.isEmpty || rest.count > Self.longest {
                if !rest.isEmpty { give(rest) }
                rest = []
            }
            pending = Array(rest)
        }
        if bytes.isEmpty { continuation.finish() }
        return !bytes.isEmpty
    }

    /// Takes no more: what waits for a line gets the end.
    func close() { continuation.finish() }

    private func give(_ line: ArraySlice<UInt8>) {
        let line = line.last == 0x0d ? line.dropLast() : line
        continuation.yield(String(decoding: line, as: UTF8.self))
    }
}
