internal import SeamBytes

extension FileSource {
    /// How many bytes of a packet are looked at: its headers.
    private static let headers = 96

    /// How many bytes ahead of that memory is asked for: the system wrote them past the caches.
    private static let distance = 1024

    /// The beginning of the packet behind those that were looked at, if it is in the buffer.
    ///
    /// Nothing is checked but that the bytes are there: a hint.
    @inline(__always)
    @_lifetime(&self)
    mutating func lookAhead() -> RawSpan? {
        let available = input.available
        guard format == .pcap, ahead <= available &- layout.recordHeaderSize else { return nil }
        let captured = min(Int(input.word(ahead &+ 8)), CaptureLimits.packet)
        let start = ahead &+ layout.recordHeaderSize
        guard captured <= available &- start else { return nil }
        input.prefetch(ahead &+ Self.distance, count: start &+ captured &- ahead)
        ahead = start &+ captured
        return input.window(start, min(captured, Self.headers))
    }
}
