import SeamBytes

/// Where an unsigned integer stands in the first 8 bytes of a message: it is taken out of them by two shifts.
struct WordPart: Equatable, Sendable {
    private let order: ByteOrder
    private let left: UInt64
    private let right: UInt64

    /// An integer of `width` bytes behind `offset` others; nil where it has none, or not all within the first 8.
    init?(offset: Int, width: Int, _ order: ByteOrder) {
        guard offset >= 0, width > 0, width <= 8, offset <= 8 - width else { return nil }
        self.order = order
        left = UInt64(8 * (order == .big ? offset : 8 - width - offset))
        right = UInt64(64 - 8 * width)
    }

    /// The integer in the first 8 bytes, which are given as a big-endian one.
    @inline(__always)
    func value(in word: UInt64) -> UInt64 {
        ((order == .big ? word : word.byteSwapped) &<< left) &>> right
    }
}
