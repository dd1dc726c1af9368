public import SeamBytes

/// Bytes of one half without a hole, with what its packets say about where its sender paused.
///
///     bytes   |-----------------------------------|
///     ends          ^          ^     ^            ^     a packet ended here and the sender had nothing more
///
/// Ends are evidence for borders of messages, never proof: an application may write a message in pieces.
public struct InferRun: Sendable {
    /// The connection's number.
    public var stream: Int
    /// Who sent the bytes.
    public var from: Side
    /// The offset in the stream of the first byte.
    public var start: Int
    /// The bytes.
    public var bytes: [UInt8]
    /// Whether a message starts at the first byte: it is the first of the connection.
    public var isStart: Bool
    /// Where packets ended and the sender paused, as indices into `bytes`, ascending.
    public var ends: [Int]
    /// Whether the sender said no more, rather than the sample or the capture having ended.
    public var isComplete: Bool
    /// When the first packet of the run was captured.
    public var time: Timestamp?
    /// What lies at this index and behind was not used to make hypotheses; it judges them.
    public var judgedFrom = Int.max

    /// A run with its evidence.
    public init(
        stream: Int,
        from: Side,
        start: Int = 0,
        bytes: [UInt8],
        isStart: Bool = true,
        ends: [Int],
        isComplete: Bool = true
    ) {
        self.stream = stream
        self.from = from
        self.start = start
        self.bytes = bytes
        self.isStart = isStart
        self.ends = ends
        self.isComplete = isComplete
    }
}

extension [InferRun] {
    /// The runs, divided so that half of the ends make the hypotheses and the others judge them.
    ///
    /// The border lies between connections but for the one that holds the middle.
    func divided() -> [InferRun] {
        let total = reduce(0) { $0 + $1.ends.count }
        var seen = 0
        return map { run in
            var run = run
            let left = total / 2 - seen
            seen += run.ends.count
            if left <= 0 {
                run.judgedFrom = 0
            } else if left < run.ends.count {
                run.judgedFrom = run.ends[left - 1]
            }
            return run
        }
    }
}
