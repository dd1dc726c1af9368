import SeamBytes

/// The options of a TCP header that say something about the stream.
///
/// Reading tolerates damage: an option with a length that it cannot have is left out, and a length that leads
/// out of the header, or out of what was captured, ends the options. Of an option that is there twice the last counts.
public struct TCPOptions: Hashable, Sendable {
    /// The time that the sender stamped on the packet, and the stamp that it echoes (RFC 7323 §3.2).
    public struct Timestamps: Hashable, Sendable {
        /// TSval.
        public var value: UInt32
        /// TSecr.
        public var echo: UInt32

        /// Timestamps with these values.
        public init(value: UInt32, echo: UInt32) {
            self.value = value
            self.echo = echo
        }
    }

    /// The greatest segment that the sender takes, in bytes without headers (RFC 9293 §3.7.1).
    public var maximumSegmentSize: UInt16?
    /// By how many bits the sender's window is to be shifted; a greater shift than 14 is 14 (RFC 7323 §2.3).
    public var windowScale: UInt8?
    /// Whether the sender takes selective acknowledgments (RFC 2018 §2).
    public var sackPermitted = false
    /// The timestamps.
    public var timestamps: Timestamps?
    /// The blocks that were received out of order (RFC 2018 §3).
    public var sackBlocks = SACKBlocks()

    /// No options.
    public init() {}

    /// Reads the captured bytes of a header's options.
    public init(_ bytes: RawSpan) {
        var index = 0
        while let kind = bytes.byte(at: index), kind != 0 {
            if kind == 1 {
                index += 1
                continue
            }
            guard let field = bytes.byte(at: index + 1) else { return }
            let length = Int(field)
            guard length >= 2, length <= bytes.byteCount - index else { return }
            take(kind, HeaderBytes(bytes, at: index, count: length), length: length)
            index += length
        }
    }

    private mutating func take(_ kind: UInt8, _ option: borrowing HeaderBytes, length: Int) {
        switch (kind, length) {
        case (2, 4): maximumSegmentSize = option.word(2)
        case (3, 3): windowScale = min(option[2], 14)
        case (4, 2): sackPermitted = true
        case (5, 10...) where length % 8 == 2:
            sackBlocks = SACKBlocks()
            for place in stride(from: 2, to: length, by: 8) {
                sackBlocks.append(SACKBlock(start: option.long(place), end: option.long(place + 4)))
            }
        case (8, 10): timestamps = Timestamps(value: option.long(2), echo: option.long(6))
        default: break
        }
    }

    /// The options as bytes of a header, in the order and with the padding that Linux gives them; a multiple of 4.
    ///
    /// More than 40 bytes do not fit into a header: four blocks and timestamps are too many.
    public var bytes: [UInt8] {
        var writer = ByteWriter()
        if let maximumSegmentSize {
            writer.write([2, 4])
            writer.write(bigEndian: maximumSegmentSize)
        }
        if sackPermitted { writer.write(timestamps == nil ? [1, 1, 4, 2] : [4, 2]) }
        if let timestamps {
            writer.write(sackPermitted ? [8, 10] : [1, 1, 8, 10])
            writer.write(bigEndian: timestamps.value)
            writer.write(bigEndian: timestamps.echo)
        }
        if let windowScale { writer.write([1, 3, 3, windowScale]) }
        if sackBlocks.count > 0 {
            writer.write([1, 1, 5, UInt8(2 + 8 * sackBlocks.count)])
            for index in 0..<sackBlocks.count {
                writer.write(bigEndian: sackBlocks[index].start)
                writer.write(bigEndian: sackBlocks[index].end)
            }
        }
        return writer.bytes
    }
}
