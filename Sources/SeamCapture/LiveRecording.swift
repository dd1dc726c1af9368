public import SeamBytes

/// Writes a live capture to one pcapng file after the other.
///
///     w.pcapng                                  without rotation
///     w.00001.pcapng w.00002.pcapng ...         with it: each begins with the interfaces and opens by itself
///
/// Blocks go to the system whole, so what a killed process has written ends between two of them.
public struct LiveRecording: ~Copyable {
    private let options: RecordingOptions
    private let section: CaptureSection
    private let interfaces: [CaptureInterface]
    private var writer: PcapngFileWriter
    private var bytesInFile = 0
    private var fileStart: Timestamp?
    private var packetsInFile = 0
    /// The paths of the files that are there, the last one open.
    public private(set) var files: [String]
    /// How many files were begun.
    public private(set) var fileCount = 1
    /// How many packets were recorded.
    public private(set) var packets = 0

    /// Makes the first file.
    public init(
        _ options: RecordingOptions,
        section: CaptureSection,
        interfaces: [CaptureInterface]
    ) throws(CaptureError) {
        self.options = options
        self.section = section
        self.interfaces = interfaces
        let path = Self.path(1, options)
        writer = try Self.open(path, section, interfaces)
        files = [path]
    }

    /// Appends a packet; it is in the file after the next `flush()` at the latest.
    public mutating func append(
        _ packet: borrowing CapturedPacket,
        comments: [String] = []
    ) throws(CaptureError) {
        if packetsInFile > 0, isFull(at: packet.time) { try rotate() }
        if fileStart == nil { fileStart = packet.time }
        try writer.append(
            time: packet.time,
            bytes: packet.bytes,
            originalLength: packet.originalLength,
            interface: packet.interface,
            comments: comments
        )
        // 32 bytes of an Enhanced Packet Block stand around the packet, 4 in front of each comment.
        bytesInFile += 32 + packet.bytes.byteCount
        for comment in comments { bytesInFile += 4 + comment.utf8.count }
        packetsInFile += 1
        packets += 1
    }

    /// Writes all appended packets, so that a reader sees them.
    public mutating func flush() throws(CaptureError) { try writer.flush() }

    /// Ends the recording with what each interface counted.
    public mutating func finish(_ counts: [LiveCounts], at time: Timestamp) throws(CaptureError) {
        for (index, count) in counts.enumerated() where index < interfaces.count {
            var statistics = InterfaceStatistics()
            statistics.received = count.received
            statistics.dropped = count.droppedByInterface
            statistics.droppedBySystem = count.droppedByKernel
            statistics.delivered = count.received - count.droppedByKernel - count.droppedByQueue
            writer.append { $0.append(statistics, interface: index, time: time) }
        }
        try writer.flush()
    }

    private func isFull(at time: Timestamp) -> Bool {
        if let limit = options.bytesPerFile, bytesInFile >= limit { return true }
        guard let seconds = options.secondsPerFile, let start = fileStart else { return false }
        return time.since(start) >= seconds &* 1_000_000_000
    }

    /// Goes on in the next file, and removes the oldest one if there are too many.
    private mutating func rotate() throws(CaptureError) {
        try writer.flush()
        fileCount += 1
        let path = Self.path(fileCount, options)
        writer = try Self.open(path, section, interfaces)
        (bytesInFile, packetsInFile, fileStart) = (0, 0, nil)
        files.append(path)
        guard let kept = options.keptFiles, files.count > max(1, kept) else { return }
        System.remove(files.removeFirst())
    }

    private static func open(
        _ path: String,
        _ section: CaptureSection,
        _ interfaces: [CaptureInterface]
    ) throws(CaptureError) -> PcapngFileWriter {
        var writer = try PcapngFileWriter(path: path, section: section)
        for interface in interfaces { _ = writer.append { $0.append(interface) } }
        try writer.flush()
        return writer
    }

    /// `w.pcapng` becomes `w.00003.pcapng` as the third of several files.
    static func path(_ number: Int, _ options: RecordingOptions) -> String {
        guard options.rotates, options.path != "-" else { return options.path }
        let digits = String(number)
        let padded = String(repeating: "0", count: max(0, 5 - digits.count)) + digits
        let name = options.path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else {
            return "\(options.path).\(padded)"
        }
        let ending = name[dot...]
        return "\(options.path.dropLast(ending.count)).\(padded)\(ending)"
    }
}
