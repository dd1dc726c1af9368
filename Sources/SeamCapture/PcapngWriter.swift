public import SeamBytes

/// Writes packets, and what people say about them, as a pcapng file in memory, little-endian.
///
///     section header | interface | packet | packet | interface | packet | statistics
///
/// Times are in nanoseconds. The format: draft-ietf-opsawg-pcapng, section 4.
public struct PcapngWriter: Sendable {
    private var writer = ByteWriter()
    /// How many interfaces the section has.
    private var interfaces = 0
    /// Bytes of the block that is being written.
    private var blockLength: UInt32 = 0

    /// A file with one section and no packet.
    public init(_ section: CaptureSection = CaptureSection()) { append(section) }

    /// What was written since the start or the last `takeBytes()`.
    public var bytes: [UInt8] { writer.bytes }

    /// How many bytes those are.
    public var count: Int { writer.count }

    /// Gives away what was written and forgets it, to write a large file in pieces.
    public mutating func takeBytes() -> [UInt8] {
        defer { writer = ByteWriter() }
        return writer.bytes
    }

    /// Forgets what was written, keeping the memory, to write a large file in pieces.
    public mutating func removeAll() { writer.removeAll() }

    /// Starts another section, whose interfaces count from 0 again.
    public mutating func append(_ section: CaptureSection) {
        interfaces = 0
        var options = PcapngOptionWriter()
        options.write(section.comments)
        options.write(2, text: section.hardware)
        options.write(3, text: section.operatingSystem)
        options.write(4, text: section.application)
        start(.sectionHeader, bodySize: 16 + options.size)
        word(PcapngBlock.byteOrderMagic)
        number(1, width: 2)
        number(0, width: 2)
        number(.max, width: 8)  // The section's length, which need not be said.
        end(options)
    }

    /// Adds an interface to the section; its packets name it by the number that is returned.
    @discardableResult
    public mutating func append(_ interface: CaptureInterface) -> Int {
        var options = PcapngOptionWriter()
        options.write(interface.comments)
        options.write(2, text: interface.name)
        options.write(3, text: interface.details)
        options.write(9, [TimestampResolution.nanoseconds.code])
        if !interface.filter.isEmpty { options.write(11, [0] + Array(interface.filter.utf8)) }
        options.write(12, text: interface.operatingSystem)
        start(.interface, bodySize: 8 + options.size)
        number(UInt64(UInt16(truncatingIfNeeded: interface.linkType)), width: 2)
        number(0, width: 2)
        word(UInt32(clamping: interface.snapLength))
        end(options)
        interfaces += 1
        return interfaces - 1
    }

    /// Appends a packet, of whose `originalLength` bytes `bytes` are recorded; nil: all of them.
    ///
    /// The interface must be one of the section's. Bytes beyond 262 144 are left out, as by `PcapWriter`; times
    /// before 1970 become its start.
    public mutating func append(
        time: Timestamp,
        bytes: RawSpan,
        originalLength: Int? = nil,
        interface: Int = 0,
        comments: [String] = []
    ) {
        precondition(interface >= 0 && interface < interfaces, "an interface of this section")
        let captured = bytes.clamped(0..<PcapWriter.snapLength)
        var options = PcapngOptionWriter()
        options.write(comments)
        start(.enhancedPacket, bodySize: 20 + Self.padded(captured.byteCount) + options.size)
        word(UInt32(interface))
        moment(time)
        word(UInt32(captured.byteCount))
        word(UInt32(clamping: max(originalLength ?? 0, bytes.byteCount)))
        writer.write(captured)
        pad(captured.byteCount)
        end(options)
    }

    /// Appends what an interface of the section counted until `time`.
    public mutating func append(_ statistics: InterfaceStatistics, interface: Int = 0, time: Timestamp) {
        precondition(interface >= 0 && interface < interfaces, "an interface of this section")
        var options = PcapngOptionWriter()
        options.write(4, count: statistics.received)
        options.write(5, count: statistics.dropped)
        options.write(6, count: statistics.accepted)
        options.write(7, count: statistics.droppedBySystem)
        options.write(8, count: statistics.delivered)
        start(.statistics, bodySize: 12 + options.size)
        word(UInt32(interface))
        moment(time)
        end(options)
    }

    /// Appends the names of an IPv4 or IPv6 address, as many as fit into 65 535 bytes.
    public mutating func append(_ name: ResolvedName) {
        var value = name.address
        for text in name.names where text.utf8.count < Int(UInt16.max) - value.count {
            value += Array(text.utf8) + [0]
        }
        var records = PcapngOptionWriter()
        records.write(name.address.count == 4 ? 1 : 2, value)
        start(.names, bodySize: records.size)
        end(records)
    }

    /// Appends keys to the packets that follow; bytes beyond 8 MiB are left out.
    public mutating func append(_ secrets: DecryptionSecrets) {
        let bytes = Array(secrets.bytes.prefix(CaptureLimits.block / 2))
        start(.secrets, bodySize: 8 + Self.padded(bytes.count))
        word(secrets.type)
        word(UInt32(bytes.count))
        writer.write(bytes)
        pad(bytes.count)
        end(PcapngOptionWriter())
    }
}

// MARK: - Blocks

extension PcapngWriter {
    private static func padded(_ count: Int) -> Int { (count + 3) / 4 * 4 }

    private mutating func start(_ block: PcapngBlock, bodySize: Int) {
        blockLength = UInt32(PcapngBlock.frameSize + bodySize)
        word(block.rawValue)
        word(blockLength)
    }

    private mutating func end(_ options: PcapngOptionWriter) {
        writer.write(options.bytes)
        word(blockLength)
    }

    private mutating func pad(_ count: Int) {
        for _ in count..<Self.padded(count) { writer.write(0) }
    }

    /// A time as blocks have it: the upper 32 bits first.
    private mutating func moment(_ time: Timestamp) {
        let units = UInt64(max(0, time.nanoseconds))
        word(UInt32(units >> 32))
        word(UInt32(truncatingIfNeeded: units))
    }

    private mutating func word(_ value: UInt32) { number(UInt64(value), width: 4) }

    private mutating func number(_ value: UInt64, width: Int) {
        writer.write(value, width: width, order: .little)
    }
}
