public import SeamCodecs

/// A client that reads, as far as its reads depend on it: what it asks its socket for, and when.
///
///     deliveries   |-----|--|-----------|---|      how the in-order stream grew
///     recv:8       |-----|--|-------|---|---|      at most 8 bytes, whatever is there
///     read-to:\n   |---|--------|-------|---|      up to the next LF
///
/// A delivery wakes a reader that waits, and it reads at once; `wake` and `every` make it slower.
public struct ReaderModel: Equatable, Sendable {
    /// What one read asks for.
    public enum Request: Equatable, Sendable {
        /// Whatever is there, at most so many bytes: `recv`.
        case upTo(Int)
        /// Exactly so many bytes.
        case exactly(Int)
        /// All bytes up to a delimiter and that, at most `limit`.
        case through([UInt8], limit: Int)
        /// A header, then, by another read, the content whose length it says.
        case lengthPrefixed(LengthField)
    }

    /// What each read asks for.
    public var request: Request
    /// How long the client is busy after each read, in nanoseconds.
    public var every: Int
    /// How long it takes from the first byte that a waiting reader gets until its read returns, in nanoseconds:
    /// what comes meanwhile is in the read too.
    public var wake: Int
    /// How long after the first byte the first read is asked for, in nanoseconds.
    public var after: Int

    /// A reader; times in nanoseconds.
    public init(_ request: Request, every: Int = 0, wake: Int = 0, after: Int = 0) {
        self.request = request
        self.every = every
        self.wake = wake
        self.after = after
    }

    /// `recv` into a buffer of 64 KiB by a prompt reader: what is meant where no reader is given.
    public static let usual = ReaderModel(.upTo(64 << 10))

    /// A reader that takes every delivery as one read, however large.
    public static let prompt = ReaderModel(.upTo(.max))
}
