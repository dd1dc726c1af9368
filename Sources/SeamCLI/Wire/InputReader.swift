#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Reads standard input as it comes, without waiting for it.
struct InputReader {
    private var isOpen: Bool

    init(isOpen: Bool) { self.isOpen = isOpen }

    /// What poll(2) has to watch.
    var files: [Int32] { isOpen ? [STDIN_FILENO] : [] }

    /// Hands what there is to `take`, nothing at the end; `take` says whether it wants more.
    mutating func read(_ take: (ArraySlice<UInt8>) -> Bool) {
        guard isOpen else { return }
        var file = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&file, 1, 0) > 0 else { return }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = posixRead(&bytes)
        guard count > 0 else {
            guard count == 0 || errno != EINTR else { return }
            isOpen = false
            _ = take([])
            return
        }
        isOpen = take(bytes[..<count])
    }
}

private func posixRead(_ bytes: inout [UInt8]) -> Int { unsafe read(STDIN_FILENO, &bytes, bytes.count) }
