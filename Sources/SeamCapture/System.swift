internal import SeamBytes
#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// The calls into the system, all in this file.
enum System {
    /// Runs `body` on a thread of its own: a capture needs one that nothing else delays.
    static func startThread(_ body: @escaping @Sendable () -> Void) throws(CaptureError) {
        let code = SystemThread.start(body)
        guard code == 0 else { throw CaptureError(.unreadable, file: "", reason: words(code)) }
    }

    /// What keeps `path` from being read, nil when nothing does; does not open it, so a pipe stays whole.
    static func obstacle(to path: String) -> CaptureError? {
        var info = stat()
        guard unsafe stat(path, &info) == 0 else { return error(errno, reading: path) }
        guard info.st_mode & S_IFMT != S_IFDIR else { return CaptureError(.isDirectory, file: path) }
        guard unsafe access(path, R_OK) == 0 else { return error(errno, reading: path) }
        return nil
    }

    /// The error for a file that failed to be opened or read with `code`.
    static func error(_ code: Int32, reading path: String) -> CaptureError {
        switch code {
        case ENOENT, ENOTDIR: CaptureError(.noSuchFile, file: path)
        case EACCES, EPERM: CaptureError(.permissionDenied, file: path)
        case EISDIR: CaptureError(.isDirectory, file: path)
        default: CaptureError(.unreadable, file: path, reason: words(code))
        }
    }

    /// Removes a file; what is no longer there is no failure.
    static func remove(_ path: String) { _ = unsafe unlink(path) }

    /// What the system calls an error number.
    static func words(_ code: Int32) -> String {
        guard let text = unsafe strerror(code) else { return "error \(code)" }
        return unsafe String(cString: text)
    }
}

/// A file being read, `-` for standard input; closed with the value.
///
/// Standard input is read through a duplicate, so that closing it leaves the process's own open.
struct Descriptor: ~Copyable {
    private let number: Int32
    /// Whether the end of the file is waited at.
    private let follow: Follow?
    /// Whether it is no regular file, but a pipe or the like: who writes it may take his time.
    let isPipe: Bool

    /// No file.
    init() {
        number = -1
        follow = nil
        isPipe = false
    }

    /// Opens a file, whose end is the place to wait for more as long as `follow` says so.
    init(reading path: String, follow: Follow? = nil) throws(CaptureError) {
        self.follow = follow
        number = path == "-" ? dup(STDIN_FILENO) : unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { throw System.error(errno, reading: path) }
        var info = stat()
        isPipe = unsafe fstat(number, &info) == 0 && info.st_mode & S_IFMT != S_IFREG
    }

    /// Whether to read from it would mean to wait now.
    var isSilent: Bool {
        var state = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&state, 1, 0) == 0
    }

    /// Reads what is there into `room`, waiting for a byte at least; the count, 0 at the end.
    @unsafe
    func read(into room: UnsafeMutableRawBufferPointer) throws(ReadFailure) -> Int {
        guard number >= 0 else { return 0 }
        while true {
            let count = unsafe readOnce(room)
            if count == 0, let follow, follow.wait() { continue }
            if count >= 0 { return count }
            let code = errno
            if code == EINTR { continue }
            let error = System.error(code, reading: "")
            throw ReadFailure(error.kind, error.reason)
        }
    }

    private func readOnce(_ room: UnsafeMutableRawBufferPointer) -> Int {
        #if canImport(Darwin)
        unsafe Darwin.read(number, room.baseAddress, room.count)
        #elseif canImport(Musl)
        unsafe Musl.read(number, room.baseAddress, room.count)
        #else
        unsafe Glibc.read(number, room.baseAddress, room.count)
        #endif
    }

    deinit { if number >= 0 { close(number) } }
}

/// A file being written, `-` for standard output; closed with the value.
struct OutputFile: ~Copyable {
    private let path: String
    private let descriptor: Int32

    /// Makes the file, or empties one that is there.
    init(path: String) throws(CaptureError) {
        let opened =
            path == "-"
            ? dup(STDOUT_FILENO)
            : unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644 as mode_t)
        guard opened >= 0 else { throw CaptureError(.unwritable, file: path, reason: System.words(errno)) }
        self.path = path
        self.descriptor = opened
    }

    /// Writes all of `bytes`.
    func write(_ bytes: [UInt8]) throws(CaptureError) {
        var done = 0
        while done < bytes.count {
            let (written, code) = unsafe bytes.withUnsafeBytes { buffer in
                unsafe (writeOnce(UnsafeRawBufferPointer(rebasing: buffer[done...])), errno)
            }
            if written < 0, code == EINTR { continue }
            guard written > 0 else { throw CaptureError(.unwritable, file: path, reason: System.words(code)) }
            done += written
        }
    }

    private func writeOnce(_ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Darwin)
        unsafe Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #elseif canImport(Musl)
        unsafe Musl.write(descriptor, bytes.baseAddress, bytes.count)
        #else
        unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
    }

    deinit { close(descriptor) }
}
