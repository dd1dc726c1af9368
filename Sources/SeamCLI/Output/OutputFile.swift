import Seam

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A buffered output, to standard output or a file.
///
/// Writing never fails at once: an error stays until `with` reports it, and a loop that reads asks `isOpen` in order
/// to end early. A class, since the loop and the observer that writes rows meanwhile share it.
final class OutputFile {
    /// What the output has come to.
    enum Condition: Equatable {
        case open
        /// The reader of the pipe went away (`| head`): there is no more to do, and nothing to say.
        case unread
        /// The `errno` of the write that failed.
        case failed(Int32)
    }

    /// Bytes that are kept back until they are written together.
    static let capacity = 64 << 10
    /// So many bytes at once are handed to the system without a copy.
    private static let large = 16 << 10

    private(set) var condition = Condition.open
    /// What is known of the terminal behind the output, if it is one.
    let terminal: Terminal
    private let descriptor: Descriptor
    /// The path, nil for standard output.
    private let path: String?
    private var buffer: [UInt8] = []

    /// Opens `path` and empties it; nil and `-` are `standard`.
    private init(_ path: String?, else standard: Descriptor) throws(CommandError) {
        self.path = path == "-" ? nil : path
        descriptor = if let path = self.path { try .create(path) } else { standard }
        terminal = Terminal(descriptor)
        buffer.reserveCapacity(Self.capacity)
    }

    /// How wide the terminal is now, for what is drawn again and again.
    var columns: Int { Terminal(descriptor).width.count }

    /// Whether written bytes still go somewhere.
    var isOpen: Bool { condition == .open }

    /// Opens an output for `body`, and writes out and closes it however `body` ends; without a path it is `standard`.
    ///
    /// - Throws: `output` when the file cannot be opened or not all was written; before that, what `body` throws.
    static func with<Result>(
        _ path: String?,
        else standard: Descriptor = .standardOutput,
        _ body: (inout OutputFile) throws(CommandError) -> Result
    ) throws(CommandError) -> Result {
        var output = try OutputFile(path, else: standard)
        let result: Result
        do throws(CommandError) {
            result = try body(&output)
        } catch {
            // What was read before the damage is printed first. The first error is the one to tell.
            try? output.finish()
            throw error
        }
        try output.finish()
        return result
    }

    /// Writes bytes.
    func write(_ bytes: [UInt8]) { unsafe write(bytes.span.bytes) }

    /// Writes a text as UTF-8.
    func write(_ text: String) { write(Array(text.utf8)) }

    /// Writes bytes.
    func write(_ bytes: RawSpan) {
        guard isOpen else { return }
        let isLarge = bytes.byteCount >= Self.large
        if isLarge || bytes.byteCount > Self.capacity - buffer.count { flush() }
        if isLarge { condition = send(bytes) } else { buffer.append(contentsOf: bytes) }
    }

    /// Hands everything written so far to the system.
    func flush() {
        condition = unsafe send(buffer.span.bytes)
        buffer.removeAll(keepingCapacity: true)
    }

    /// Writes bytes past the buffer, and tells what becomes of the output.
    private func send(_ bytes: RawSpan) -> Condition {
        guard isOpen, bytes.byteCount > 0, let error = descriptor.write(bytes) else { return condition }
        return error == EPIPE ? .unread : .failed(error)
    }

    private func finish() throws(CommandError) {
        flush()
        if path != nil, let error = descriptor.close(), isOpen { condition = .failed(error) }
        guard case .failed(let error) = condition else { return }
        throw .output("cannot write \(path ?? "standard output"): \(Descriptor.describe(error))")
    }
}

extension OutputFile {
    /// Throws `usage` when the output would overwrite one of the inputs.
    static func refuse(_ path: String?, among inputs: [String]) throws(CommandError) {
        guard let path, let output = FileIdentity(path) else { return }
        guard inputs.contains(where: { FileIdentity($0) == output }) else { return }
        throw .usage("--output \(path) is also an input")
    }
}

/// What makes two paths the same regular file.
private struct FileIdentity: Equatable {
    let device: dev_t
    let inode: ino_t

    /// Nil when the path is none of a regular file.
    init?(_ path: String) {
        var facts = stat()
        guard unsafe stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
        device = facts.st_dev
        inode = facts.st_ino
    }
}
