internal import Synchronization

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// Makes the end of a file a place to wait at for more, until it is told that no more is wanted.
final class Follow: Sendable {
    /// How long is waited before the next look, in microseconds.
    private static let nap: UInt32 = 20_000

    private let isEnded = Atomic<Bool>(false)

    /// Makes the end of the file the end again.
    func end() { isEnded.store(true, ordering: .releasing) }

    /// Waits a little; false when no more is wanted.
    func wait() -> Bool {
        guard !isEnded.load(ordering: .acquiring) else { return false }
        usleep(Self.nap)
        return true
    }
}
