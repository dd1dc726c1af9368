public import SeamBytes

/// Writes packets to a classic pcap file while they come; memory does not grow with the file.
public struct PcapFileWriter: ~Copyable {
    private static let flushSize = 64 << 10

    private var writer: PcapWriter
    private let file: OutputFile

    /// Makes the file `path`, or empties one that is there; `-` is standard output.
    public init(
        path: String,
        linkType: Int32,
        precision: PcapWriter.Precision = .nanoseconds
    ) throws(CaptureError) {
        file = try OutputFile(path: path)
        writer = PcapWriter(linkType: linkType, precision: precision)
    }

    /// Appends a packet as `PcapWriter.append` does; it is in the file after the next `flush()` at the latest.
    public mutating func append(
        time: Timestamp,
        bytes: RawSpan,
        originalLength: Int? = nil
    ) throws(CaptureError) {
        writer.append(time: time, bytes: bytes, originalLength: originalLength)
        if writer.bytes.count >= Self.flushSize { try flush() }
    }

    /// Writes all appended packets, so that a reader sees them.
    ///
    /// Needed at the end as well: the value's end closes the file but could not tell that writing failed.
    public mutating func flush() throws(CaptureError) {
        try file.write(writer.takeBytes())
    }
}
