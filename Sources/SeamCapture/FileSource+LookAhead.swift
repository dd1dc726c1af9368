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

    /// Whether the next record is not in the buffer, and whoever writes the pipe has not written on.
    @inline(__always)
    var hasToWait: Bool { input.isPipe && !isNextHere && input.isSilent }

    /// Whether the next record or block is in the buffer, as far as its header tells.
    private var isNextHere: Bool {
        let available = input.available
        switch format {
        case .none: return true
        case .pcap:
            let header = layout.recordHeaderSize
            return available >= header && Int(input.word(8)) <= available - header
        case .pcapng: return available >= PcapngBlock.headSize && Int(input.word(4)) <= available
        }
    }
}
