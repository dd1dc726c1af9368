import Seam

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A temporary file without a name: its room is free again when the process ends, however it ends.
struct SpillFile: ~Copyable {
    private let file: Descriptor
    /// How many bytes it holds.
    private(set) var size = 0

    /// Makes one in `TMPDIR`, or where large files may lie.
    ///
    /// - Throws: `output` when it cannot be made.
    init() throws(CommandError) {
        let named = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) }
        let folder = named ?? "/var/tmp"
        // mkstemp puts a name for the six letters.
        var path = Array("\(folder)/seam.\(String(repeating: "X", count: 6))".utf8CString)
        let number = unsafe mkstemp(&path)
        guard number >= 0 else {
            throw .output(
                "cannot make a file in \(folder): \(Descriptor.describe(errno)); TMPDIR chooses another"
            )
        }
        unsafe unlink(path)
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        file = Descriptor(number: number)
    }

    deinit { _ = file.close() }

    /// Adds bytes at the end; the `errno` of a full disk, nil when they are there.
    mutating func append(_ bytes: [UInt8]) -> Int32? {
        size += bytes.count
        return file.write(bytes.rawSpan)
    }

    /// The bytes of a range; fewer when the disk does not give them back.
    func bytes(_ range: Range<Int>) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: range.count) { room, count in
            while count < range.count {
                let rest = unsafe UnsafeMutableRawBufferPointer(
                    rebasing: UnsafeMutableRawBufferPointer(room)[count...]
                )
                let got = unsafe pread(
                    file.number,
                    rest.baseAddress,
                    range.count - count,
                    off_t(range.lowerBound + count)
                )
                guard got > 0 else { return }
                count += got
            }
        }
    }
}
