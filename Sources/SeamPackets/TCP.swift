public import SeamBytes

/// The header of a TCP packet (RFC 9293 §3.1), as it is to be written; reading gives a `TCPPacket`.
///
///     | source 2 | destination 2 | sequence 4 | acknowledgment 4 | length in 4 bytes, flags 2 |
///     | window 2 | checksum 2 | urgent pointer 2 | options |
public struct TCPHeader: Sendable {
    /// The length of a header without options, in bytes.
    public static let minimumLength = 20
    /// The most bytes that options can have.
    public static let maximumOptionsLength = 40

    /// Who sends.
    public var source: Endpoint
    /// Who receives.
    public var destination: Endpoint
    /// The sequence number.
    public var sequence: UInt32
    /// The acknowledgment number.
    public var acknowledgment: UInt32
    /// The control bits.
    public var flags: TCPFlags
    /// The window, not scaled.
    public var window: UInt16
    /// The urgent pointer.
    public var urgentPointer: UInt16
    /// Options as they stand in the header, filled with zeros to a multiple of 4 bytes; at most 40 bytes.
    public var options: [UInt8]

    /// A header from `source` to `destination`.
    public init(
        from source: Endpoint,
        to destination: Endpoint,
        flags: TCPFlags = .ack,
        sequence: UInt32 = 0,
        acknowledgment: UInt32 = 0,
        window: UInt16 = 65_535,
        urgentPointer: UInt16 = 0,
        options: [UInt8] = []
    ) {
        self.source = source
        self.destination = destination
        self.sequence = sequence
        self.acknowledgment = acknowledgment
        self.flags = flags
        self.window = window
        self.urgentPointer = urgentPointer
        self.options = options
    }

    @inline(__always)
    static func parse(_ bytes: RawSpan, _ walk: PacketWalk) throws(PacketIssue) -> TCPPacket {
        let rest = walk.rest
        let header = try rest.header(minimumLength, of: .tcp, in: bytes)
        let word = header.word(12)
        let length = Int(word >> 12) * 4
        let available = rest.end - rest.start
        guard length >= minimumLength else { throw .badHeaderLength(.tcp, length) }
        guard length <= available else { throw .short(.tcp, required: length, had: available) }
        // The snap length may have cut the options: what is left of them is read, and there is no payload.
        let headerEnd = min(rest.start + length, rest.capturedEnd)
        return TCPPacket(
            source: Endpoint(address: walk.source, port: header.word(0)),
            destination: Endpoint(address: walk.destination, port: header.word(2)),
            sequence: header.long(4),
            acknowledgment: header.long(8),
            flags: TCPFlags(rawValue: word & 0x0FFF),
            window: header.word(14),
            urgentPointer: header.word(18),
            identification: walk.identification,
            timeToLive: walk.timeToLive,
            options: rest.start + minimumLength..<headerEnd,
            payload: headerEnd..<rest.capturedEnd,
            payloadLength: available - length
        )
    }

    /// The header's length with its options, in bytes.
    public var length: Int { TCPHeader.minimumLength + (options.count + 3) / 4 * 4 }

    /// Writes the header and its payload, with the checksum over both and the pseudo header (RFC 9293 §3.1, RFC 8200 §8.1).
    public func emit(payload: [UInt8], into writer: inout ByteWriter) {
        precondition(options.count <= TCPHeader.maximumOptionsLength, "the length field has 4 bits")
        let start = writer.count
        writer.write(bigEndian: source.port)
        writer.write(bigEndian: destination.port)
        writer.write(bigEndian: sequence)
        writer.write(bigEndian: acknowledgment)
        writer.write(bigEndian: UInt16(length / 4) << 12 | flags.rawValue & 0x0FFF)
        writer.write(bigEndian: window)
        writer.write(bigEndian: 0 as UInt16)
        writer.write(bigEndian: urgentPointer)
        writer.write(options)
        writer.write([UInt8](repeating: 0, count: start + length - writer.count))
        writer.write(payload)
        var checksum = InternetChecksum()
        checksum.add(source.address)
        checksum.add(destination.address)
        checksum.add(UInt32(IPProtocol.tcp.rawValue))
        checksum.add(UInt32(truncatingIfNeeded: writer.count - start))
        checksum.add(writer.bytes[start...])
        writer.patch(checksum.value, at: start + 16)
    }
}
