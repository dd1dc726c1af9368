/// Bytes that were received out of order: sequence numbers, half-open.
public struct SACKBlock: Hashable, Sendable {
    /// The sequence number of the first byte.
    public var start: UInt32
    /// The sequence number behind the last byte.
    public var end: UInt32

    /// The block from `start` up to `end`, not included.
    public init(start: UInt32, end: UInt32) {
        self.start = start
        self.end = end
    }
}

/// Up to four blocks, in the order of the option and without memory of their own.
///
/// Four are all that fit into a header (RFC 2018 §3).
public struct SACKBlocks: Hashable, Sendable {
    /// The most blocks.
    public static let capacity = 4

    /// How many blocks there are.
    public private(set) var count = 0
    private var blocks: InlineArray<4, SACKBlock> = .init(repeating: SACKBlock(start: 0, end: 0))

    /// No blocks.
    public init() {}

    /// The block at `index`, from 0 up to `count`.
    public subscript(index: Int) -> SACKBlock {
        precondition(index < count, "there are only `count` blocks")
        return blocks[index]
    }

    /// Appends a block; one that is too many is dropped.
    public mutating func append(_ block: SACKBlock) {
        guard count < SACKBlocks.capacity else { return }
        blocks[count] = block
        count += 1
    }

    /// Whether both hold the same blocks in the same order.
    public static func == (left: SACKBlocks, right: SACKBlocks) -> Bool {
        left.count == right.count && (0..<left.count).allSatisfy { left[$0] == right[$0] }
    }

    /// Feeds the blocks to a hasher.
    public func hash(into hasher: inout Hasher) {
        for index in 0..<count { hasher.combine(self[index]) }
    }
}
