public import SeamBytes

/// Writes packets as a classic pcap file, little-endian, in memory.
///
/// The format: draft-ietf-opsawg-pcap, sections 4 (file header) and 5 (packet record).
public struct PcapWriter: Sendable {
    /// How fine the times in the file are.
    public enum Precision: Hashable, Sendable {
        /// What every reader knows.
        case microseconds
        /// What seam's own captures use.
        case nanoseconds

        fileprivate var magic: UInt32 { self == .microseconds ? 0xa1b2_c3d4 : 0xa1b2_3c4d }
        fileprivate var nanosecondsPerUnit: Int { self == .microseconds ? 1000 : 1 }
    }

    /// The largest packet in bytes that the file can hold: what libpcap reads, and tcpdump's default.
    public static let snapLength = 262_144

    private let precision: Precision
    private var writer = ByteWriter()

    /// A file with no packet of link type `linkType`, a `LINKTYPE_` value as `CapturedPacket` has it.
    public init(linkType: Int32, precision: Precision = .nanoseconds) {
        self.precision = precision
        word(precision.magic)
        writer.write(2, width: 2, order: .little)
        writer.write(4, width: 2, order: .little)
        word(0)
        word(0)
        word(UInt32(Self.snapLength))
        word(UInt32(truncatingIfNeeded: linkType))
    }

    /// What was written since the start or the last `takeBytes()`.
    public var bytes: [UInt8] { writer.bytes }

    /// Appends a packet, of whose `originalLength` bytes `bytes` are recorded; nil: all of them.
    ///
    /// Bytes beyond `snapLength` are left out. The format has room for seconds from 1970 to 2106: other
    /// times are put at the nearest of its ends.
    public mutating func append(time: Timestamp, bytes: RawSpan, originalLength: Int? = nil) {
        recordHeader(time, count: bytes.byteCount, originalLength)
        writer.write(bytes.clamped(0..<Self.snapLength))
    }

    /// Appends a packet from an array.
    public mutating func append(time: Timestamp, bytes: [UInt8], originalLength: Int? = nil) {
        recordHeader(time, count: bytes.count, originalLength)
        writer.write(Array(bytes.prefix(Self.snapLength)))
    }

    /// Gives away what was written and forgets it, to write a large file in pieces.
    public mutating func takeBytes() -> [UInt8] {
        defer { writer = ByteWriter() }
        return writer.bytes
    }

    private mutating func recordHeader(_ time: Timestamp, count: Int, _ originalLength: Int?) {
        let end = Int(UInt32.max) * 1_000_000_000 + 999_999_999
        let nanoseconds = min(max(0, time.nanoseconds), end)
        word(UInt32(truncatingIfNeeded: nanoseconds / 1_000_000_000))
        word(UInt32(truncatingIfNeeded: nanoseconds % 1_000_000_000 / precision.nanosecondsPerUnit))
        word(UInt32(min(count, Self.snapLength)))
        word(UInt32(clamping: max(originalLength ?? 0, count)))
    }

    private mutating func word(_ value: UInt32) { writer.write(UInt64(value), width: 4, order: .little) }
}
