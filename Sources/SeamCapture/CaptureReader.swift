internal import SeamBytes

/// Reads capture files, one after the other, as one capture.
///
///     a.pcap | 1 2 3 |   b.pcap | 4 5 |        a rotated capture: the numbers go on
///
/// Reads pcap (either byte order, micro- and nanoseconds, the "modified" format of old Linux systems)
/// and pcapng (sections of either byte order, interfaces that differ), both also packed with gzip or
/// zstd, each told by its first bytes. Memory does not grow with the files' size.
public struct CaptureReader: ~Copyable, PacketSource {
    /// A file of the capture that has been opened.
    public struct File: Hashable, Sendable {
        /// Its name as it was given, `-` for standard input.
        public let path: String
        /// The number that its first packet has, or would have, in the capture.
        public let firstPacket: Int
        /// The link type of its first interface as files number it (`LINKTYPE_`), -1 where a pcapng file
        /// describes none before its first packet.
        public let linkType: Int32
    }

    private var source = FileSource()
    private var waiting: ArraySlice<String>
    private var filter: PacketFilter?
    private let isFiltered: Bool
    /// How many packets `lookAhead` is ahead of `next`.
    private var ahead = 0
    /// How many packets it may be ahead.
    private static let farthest = 16
    /// The files that have been opened so far, in order.
    public private(set) var files: [File] = []
    /// How many packets have been read from all files, those included that the filter dropped.
    public private(set) var packetsRead = 0

    /// Opens the first of `paths`, `-` being standard input, after a look at whether the others can be opened.
    ///
    /// Only packets that `filter`, an expression of pcap-filter(7), lets pass are given out; they keep their
    /// numbers. Throws what is wrong with any file's name, with the first file, or with the filter.
    public init(files paths: [String], filter: String? = nil) throws(CaptureError) {
        try self.init(files: paths, filter: filter, follow: nil)
    }

    /// The same, where the end of a file is waited at as long as `follow` says so.
    init(files paths: [String], filter: String?, follow: Follow?) throws(CaptureError) {
        source.follow = follow
        self.waiting = paths[...]
        self.filter = filter.map { PacketFilter($0) }
        isFiltered = filter != nil
        if let obstacle = Self.obstacle(to: paths) { throw obstacle }
        _ = try openNext()
    }

    /// The next packet, nil at the end of the last file; its bytes are valid until the next call.
    ///
    /// Throws when a file is damaged, after all packets before the damage, or when the next file cannot be
    /// opened, after all packets of those before it. From then on it gives nil.
    @_lifetime(&self)
    public mutating func next() throws(CaptureError) -> CapturedPacket? { try advance() ? packet() : nil }

    /// Moves on to the next packet of the capture, which `packet` gives then; false at its end.
    ///
    /// Throws as `next` does.
    @inline(__always)
    public mutating func advance() throws(CaptureError) -> Bool {
        while true {
            let step = source.advance()
            guard step == .packet else {
                guard try moveOn(after: step) else { return false }
                continue
            }
            packetsRead += 1
            if ahead > 0 { ahead &-= 1 }
            if !isFiltered || passesFilter() { return true }
        }
    }

    /// The packet that `advance` moved on to.
    ///
    /// Apart from it, since a packet taken out of an optional is copied as soon as it was written, and the processor waits.
    @inline(__always)
    @_lifetime(&self)
    public mutating func packet() -> CapturedPacket { source.packet(number: packetsRead) }

    /// The beginning of a packet that comes soon, each packet once; nil when the next ones are not in memory yet.
    ///
    /// For whoever wants to fetch what the packet will need: no more than a hint, which may be wrong.
    @inline(__always)
    @_lifetime(&self)
    public mutating func lookAhead() -> RawSpan? {
        guard ahead < Self.farthest, let bytes = source.lookAhead() else { return nil }
        ahead &+= 1
        return bytes
    }

    /// Whether the next packet has not been written yet by whoever writes the pipe that is read.
    @inline(__always)
    public var hasToWait: Bool { source.hasToWait }

    /// What the files read so far say besides packets: interfaces, drops, names, secrets.
    public var facts: CaptureFacts { source.facts }
    /// How many bytes of the open file have been read, unpacked.
    public var offset: Int { source.input.offset }

    /// The file that holds a packet and the packet's number in that file, for "FILE: packet N"; nil when none does yet.
    public func place(ofPacket number: Int) -> (file: String, packet: Int)? {
        guard number >= 1, number <= packetsRead else { return nil }
        guard let file = files.last(where: { $0.firstPacket <= number }) else { return nil }
        return (file.path, number - file.firstPacket + 1)
    }

    private static func obstacle(to paths: [String]) -> CaptureError? {
        if paths.count(where: { $0 == "-" }) > 1 { return CaptureError(.repeatedStandardInput, file: "-") }
        for path in paths where path != "-" {
            if let obstacle = System.obstacle(to: path) { return obstacle }
        }
        return nil
    }

    @inline(never)
    private mutating func passesFilter() -> Bool {
        let record = source.record
        let bytes = source.input.record(record.start, record.captured)
        return filter?.passes(bytes, originalLength: Int(record.original), linkType: record.linkType) ?? true
    }

    /// Opens the next file or throws what ended this one; false at the end of the capture.
    ///
    /// Out of line, so that its strings and errors stay out of the loop over packets.
    @inline(never)
    private mutating func moveOn(after step: FileSource.Step) throws(CaptureError) -> Bool {
        switch step {
        case .otherRecord: packetsRead += 1
        case .failure: throw giveUp()
        default: return try openNext()
        }
        return true
    }

    /// Opens the next file, false when there is none; after an error there is none any more.
    private mutating func openNext() throws(CaptureError) -> Bool {
        guard let path = waiting.popFirst() else {
            source.close()
            return false
        }
        do {
            try source.open(path)
            try compileFilter(for: path)
        } catch {
            source.close()
            waiting = []
            throw error
        }
        files.append(File(path: path, firstPacket: packetsRead + 1, linkType: source.linkType))
        return true
    }

    /// Compiles the filter for a file's first link type, so that a wrong one is told before any packet.
    private mutating func compileFilter(for path: String) throws(CaptureError) {
        let ethernet: Int32 = 1
        let linkType = source.linkType < 0 ? ethernet : source.linkType
        guard let words = filter?.turn(to: linkType) else { return }
        throw CaptureError(.filter(filter?.expression ?? ""), file: path, reason: words)
    }

    /// The error that ended the reading of the last file.
    private mutating func giveUp() -> CaptureError {
        let failure = source.failure
        source.close()
        waiting = []
        let file = files.last ?? File(path: "", firstPacket: 1, linkType: 0)
        return CaptureError(
            failure.kind,
            file: file.path,
            packet: packetsRead + 1 - file.firstPacket,
            reason: failure.reason
        )
    }
}
