#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// An open file of the system: the only place that calls write(2).
struct Descriptor: Sendable {
    let number: Int32

    static let standardOutput = Descriptor(number: STDOUT_FILENO)
    static let standardError = Descriptor(number: STDERR_FILENO)

    /// Opens a file for writing, empty from the start; the result is to be closed.
    ///
    /// - Throws: `output` that names the file.
    static func create(_ path: String) throws(CommandError) -> Descriptor {
        try open(path, O_CREAT | O_TRUNC)
    }

    /// Opens a file that is there for writing at its end; the result is to be closed.
    ///
    /// - Throws: `output` that names the file.
    static func append(to path: String) throws(CommandError) -> Descriptor {
        try open(path, O_APPEND)
    }

    private static func open(_ path: String, _ flags: Int32) throws(CommandError) -> Descriptor {
        while true {
            let number = posixOpen(path, O_WRONLY | O_CLOEXEC | flags)
            if number >= 0 { return Descriptor(number: number) }
            guard errno == EINTR else { throw .output("cannot write \(path): \(describe(errno))") }
        }
    }

    /// Makes a directory, unless it is there.
    ///
    /// - Throws: `output` that names it.
    static func makeDirectory(_ path: String) throws(CommandError) {
        guard unsafe mkdir(path, 0o777) != 0, errno != EEXIST else { return }
        throw .output("cannot make the directory \(path): \(describe(errno))")
    }

    /// Writes all bytes, however many calls that takes.
    ///
    /// - Returns: the `errno` that stopped it, nil when all is written.
    func write(_ bytes: RawSpan) -> Int32? {
        unsafe bytes.withUnsafeBytes { all in
            var rest = unsafe all[...]
            while unsafe !rest.isEmpty {
                let count = unsafe posixWrite(number, UnsafeRawBufferPointer(rebasing: rest))
                if count >= 0 {
                    unsafe rest = rest.dropFirst(count)
                } else if errno == EAGAIN {
                    // Somebody else made the terminal or pipe that we share non-blocking.
                    var ready = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
                    unsafe poll(&ready, 1, -1)
                } else if errno != EINTR {
                    return errno
                }
            }
            return nil
        }
    }

    /// Adds zeros at the end of the file, which take no room on the disk; what is written next follows them.
    ///
    /// - Returns: the `errno` that stopped it, nil when it has them.
    func extend(by count: Int) -> Int32? {
        let end = lseek(number, 0, SEEK_END)
        guard end >= 0 else { return errno }
        let (size, overflow) = end.addingReportingOverflow(off_t(count))
        guard !overflow else { return EFBIG }
        while ftruncate(number, size) != 0 {
            guard errno == EINTR else { return errno }
        }
        return lseek(number, size, SEEK_SET) < 0 ? errno : nil
    }

    /// Closes the file.
    ///
    /// - Returns: the `errno` of a write that failed late, as on a full network disk.
    func close() -> Int32? {
        // After EINTR Linux has closed the file all the same, and the number may be somebody else's already.
        posixClose(number) == 0 || errno == EINTR ? nil : errno
    }

    /// Writes one line; control characters are shown escaped, since names of files come from strangers.
    func say(_ line: String) {
        var text = ""
        for scalar in line.unicodeScalars {
            let isControl = scalar.properties.generalCategory == .control
            text += isControl ? scalar.escaped(asASCII: false) : String(scalar)
        }
        // Nothing can be said about a standard error that fails.
        _ = unsafe write(Array("\(text)\n".utf8).span.bytes)
    }

    /// The system's words for an error number.
    static func describe(_ number: Int32) -> String {
        unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
    }
}

// Inside Descriptor the methods of the same names would be found instead.
private func posixWrite(_ number: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    unsafe write(number, bytes.baseAddress, bytes.count)
}

private func posixOpen(_ path: String, _ flags: Int32) -> Int32 { unsafe open(path, flags, 0o666) }

private func posixClose(_ number: Int32) -> Int32 { close(number) }
