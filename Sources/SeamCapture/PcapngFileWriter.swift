public import SeamBytes

/// Writes a pcapng file while packets come; memory does not grow with the file.
public struct PcapngFileWriter: ~Copyable {
    private static let flushSize = 64 << 10

    private var writer: PcapngWriter
    private let file: OutputFile

    /// Makes the file `path`, or empties one that is there; `-` is standard output.
    public init(path: String, section: CaptureSection = CaptureSection()) throws(CaptureError) {
        file = try OutputFile(path: path)
        writer = PcapngWriter(section)
    }

    /// Appends a packet as `PcapngWriter.append` does; it is in the file after the next `flush()` at the latest.
    public mutating func append(
        time: Timestamp,
        bytes: RawSpan,
        originalLength: Int? = nil,
        interface: Int = 0,
        comments: [String] = []
    ) throws(CaptureError) {
        writer.append(
            time: time,
            bytes: bytes,
            originalLength: originalLength,
            interface: interface,
            comments: comments
        )
        if writer.count >= Self.flushSize { try flush() }
    }

    /// Appends an interface, names, secrets, statistics: what comes once in a while.
    public mutating func append<Result>(_ write: (inout PcapngWriter) -> Result) -> Result { write(&writer) }

    /// Writes all appended packets, so that a reader sees them.
    ///
    /// Needed at the end as well: the value's end closes the file but could not tell that writing failed.
    public mutating func flush() throws(CaptureError) {
        try file.write(writer.bytes)
        writer.removeAll()
    }
}
