import Seam

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The calls into the system, and all unsafe code but libFuzzer's two entry points.
enum System {
    static func environment(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)
    }

    static func exit(_ status: Int32) -> Never {
        #if canImport(Darwin)
        Darwin.exit(status)
        #elseif canImport(Musl)
        Musl.exit(status)
        #else
        Glibc.exit(status)
        #endif
    }

    /// Says what is wrong and aborts, as a trap does.
    static func fail(_ words: String) -> Never {
        write(Array((words + "\n").utf8), to: STDERR_FILENO)
        abort()
    }

    /// Writes a file, replacing one that is there.
    static func write(_ bytes: [UInt8], to path: String) {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644 as mode_t)
        guard descriptor >= 0 else { fail("cannot write \(path)") }
        write(bytes, to: descriptor)
        close(descriptor)
    }

    static func makeDirectory(_ path: String) { unsafe mkdir(path, 0o755 as mode_t) }

    /// The bytes of a file, at most `limit`; none where it cannot be read.
    static func read(_ path: String, limit: Int) -> [UInt8] {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe pread(descriptor, $0.baseAddress, limit, 0) }
        return Array(bytes.prefix(max(0, count)))
    }

    /// A path under which `bytes` can be read as a file; the same path each time, without touching a disk.
    static func file(of bytes: RawSpan) -> String {
        guard ftruncate(scratch, 0) == 0 else { fail("cannot empty the scratch file") }
        write([UInt8](copying: bytes), to: scratch)
        guard lseek(scratch, 0, SEEK_SET) == 0 else { fail("cannot rewind the scratch file") }
        return "/dev/fd/\(scratch)"
    }

    /// A file without a name.
    private static let scratch: Int32 = {
        var path = Array("/tmp/seam-fuzz-XXXXXX".utf8CString)
        let descriptor = unsafe mkstemp(&path)
        guard descriptor >= 0 else { fail("cannot make a scratch file") }
        unsafe unlink(path)
        return descriptor
    }()

    private static func write(_ bytes: [UInt8], to descriptor: Int32) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { buffer in
                #if canImport(Darwin)
                unsafe Darwin.write(descriptor, buffer.baseAddress, buffer.count)
                #elseif canImport(Musl)
                unsafe Musl.write(descriptor, buffer.baseAddress, buffer.count)
                #else
                unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)
                #endif
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
