public import SeamAnalysis
public import SeamBytes
public import SeamCodecs
public import SeamPackets
public import SeamStreams

/// What watches a pipeline: the commands of the command line, tests, and programs that embed seam.
public protocol Observer: UnitReceiver {
    /// Learns, before anything else, when the capture's first packet was captured.
    func begin(at time: Timestamp)
    /// Sees bytes of a half as they become part of the in-order stream, at `offset`.
    func bytes(_ bytes: RawSpan, at offset: Int, stream: Int, from: Side)
    /// Sees that bytes of a half are not in the capture.
    func gap(_ range: ByteRange, stream: Int, from: Side)
    /// Sees what a read of the modelled client returned, before its bytes are decoded.
    func read(_ read: Read, stream: Int, from: Side)
    /// Sees that a packet completes a datagram that came in fragments; what is in it follows as that packet's.
    ///
    /// `packets` are the numbers of all that brought fragments, in order, `number` the last of them.
    func datagram(in packets: [Int], completedBy number: Int)
    /// Sees a TCP packet after it was placed and whatever it brought in order was decoded.
    func packet(
        _ packet: TCPPacket,
        _ placement: Half.Placement,
        number: Int,
        time: Timestamp,
        stream: Int,
        from: Side
    )
    /// Learns that what comes next has to be waited for: whoever reads what it writes should have all that there is.
    func pause()
}

extension Observer {
    /// Looks away.
    public func begin(at time: Timestamp) {}

    /// Looks away.
    public func receive(
        _ unit: UnitReport,
        _ finder: borrowing SeamFinder,
        _ batch: borrowing UnitBatch,
        _ place: Int
    ) {}

    /// Looks away.
    public func bytes(_ bytes: RawSpan, at offset: Int, stream: Int, from: Side) {}

    /// Looks away.
    public func gap(_ range: ByteRange, stream: Int, from: Side) {}

    /// Looks away.
    public func read(_ read: Read, stream: Int, from: Side) {}

    /// Looks away.
    public func datagram(in packets: [Int], completedBy number: Int) {}

    /// Looks away.
    public func packet(
        _ packet: TCPPacket,
        _ placement: Half.Placement,
        number: Int,
        time: Timestamp,
        stream: Int,
        from: Side
    ) {}

    /// Looks away.
    public func pause() {}
}
