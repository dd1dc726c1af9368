/// A way to pack a file that is undone while it is read.
enum CompressedFormat: Hashable, Sendable {
    /// RFC 1952, through zlib.
    case gzip
    /// RFC 8878, through libzstd.
    case zstd

    /// How many bytes of a file are enough to tell.
    static let magicLength = 4

    /// The format that starts with `head`, nil for neither.
    init?(head: [UInt8]) {
        switch head.prefix(Self.magicLength) {
        case [0x28, 0xb5, 0x2f, 0xfd]: self = .zstd
        // A skippable frame, with which pzstd starts: RFC 8878 §3.1.2.
        case let magic where magic.dropFirst() == [0x2a, 0x4d, 0x18] && head[0] >> 4 == 5: self = .zstd
        case let magic where magic.starts(with: [0x1f, 0x8b]): self = .gzip
        default: return nil
        }
    }

    /// What a person calls it.
    var name: String { self == .gzip ? "gzip" : "zstd" }
}

/// What a step of unpacking came to.
struct UnpackingStep {
    enum State {
        /// Behind a whole member or frame: the data may end here, or another one follows.
        case border
        /// Inside one.
        case inside
        /// The data breaks its format, in the library's words.
        case failed(String)
    }
    /// How many bytes of the input were taken.
    let taken: Int
    /// How many bytes of output were made.
    let given: Int
    let state: State
}

/// Unpacks a file while it is read: members or frames in a row are one run of bytes, as for gunzip and zstd.
///
/// Memory: 128 KiB for what is still packed, and the window of the format: 32 KiB for gzip, what the
/// frame asks for but at most 128 MiB for zstd. Damage is told after all that was unpacked before it.
struct Decompressor: ~Copyable {
    private static let readSize = 128 << 10

    private enum Engine: ~Copyable {
        case gzip(GzipEngine)
        case zstd(ZstdEngine)
    }

    private let engine: Engine
    private let format: CompressedFormat
    private var packed: [UInt8]
    private var start = 0
    private var end: Int
    private var isAtBorder = true
    private var isAtEnd = false
    private var failure: ReadFailure?

    /// Unpacks data of which `head` was read before.
    init(_ format: CompressedFormat, startingWith head: [UInt8]) {
        self.format = format
        engine = format == .gzip ? .gzip(GzipEngine()) : .zstd(ZstdEngine())
        packed = [UInt8](repeating: 0, count: max(Self.readSize, head.count))
        packed.replaceSubrange(..<head.count, with: head)
        end = head.count
    }

    /// Unpacks into `room`, which must not be empty; the count, 0 only at the end.
    @unsafe
    mutating func read(
        into room: UnsafeMutableRawBufferPointer,
        from descriptor: borrowing Descriptor
    ) throws(ReadFailure) -> Int {
        while true {
            if let failure { throw failure }
            if start == end { try refill(from: descriptor) }
            if isAtBorder {
                skipPadding()
                if start == end {
                    if isAtEnd { return 0 }
                    continue
                }
            }
            let given = unsafe unpack(into: room)
            if given > 0 { return given }
        }
    }

    private mutating func refill(from descriptor: borrowing Descriptor) throws(ReadFailure) {
        start = 0
        end = 0
        let (count, failure) = unsafe packed.withUnsafeMutableBytes { room in
            do throws(ReadFailure) {
                return (try unsafe descriptor.read(into: room), ReadFailure?.none)
            } catch {
                return (0, error)
            }
        }
        if let failure { throw failure }
        end = count
        isAtEnd = count == 0
    }

    /// Zeros behind a gzip member fill up a block of a tape or disk; gunzip ignores them as well.
    private mutating func skipPadding() {
        guard format == .gzip else { return }
        while start < end, packed[start] == 0 { start += 1 }
    }

    private mutating func unpack(into room: UnsafeMutableRawBufferPointer) -> Int {
        let step = unsafe packed.withUnsafeBytes { bytes in
            let input = unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<end])
            switch engine {
            case .gzip(let engine): return unsafe engine.step(input, room, startsMember: isAtBorder)
            case .zstd(let engine): return unsafe engine.step(input, room)
            }
        }
        start += step.taken
        switch step.state {
        case .border:
            isAtBorder = true
        case .inside:
            isAtBorder = false
            if step.taken == 0, step.given == 0 {
                failure = damage(isAtEnd ? "is cut off" : "makes no sense")
            }
        case .failed(let words):
            failure = damage("is damaged: \(words)")
        }
        return step.given
    }

    private func damage(_ words: String) -> ReadFailure {
        ReadFailure(.damaged, "the \(format.name)-compressed data \(words)")
    }
}
