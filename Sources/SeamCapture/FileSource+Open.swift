internal import SeamBytes

extension FileSource {
    /// Opens the file `path`, `-` for standard input, instead of the one that is open.
    mutating func open(_ path: String) throws(CaptureError) {
        close()
        file += 1
        try input.open(path, follow: follow)
        do throws(ReadFailure) {
            try readStart()
        } catch {
            close()
            throw CaptureError(error.kind, file: path, reason: error.reason)
        }
    }

    /// The link type of the file's first interface, -1 where there is none before the first packet.
    var linkType: Int32 {
        switch format {
        case .pcap: layout.linkType
        case .pcapng: interfaces.first?.linkType ?? -1
        case .none: -1
        }
    }

    private mutating func readStart() throws(ReadFailure) {
        _ = input.require(ForeignFormat.headLength)
        let head = [UInt8](copying: input.window(0, min(input.available, ForeignFormat.headLength)))
        if head.isEmpty { throw input.failure ?? ReadFailure(.emptyFile, "") }
        let magic = head.rawSpan.bigEndian(at: 0, as: UInt32.self)
        if let layout = PcapLayout(magic: magic) {
            self.layout = layout
            try readFileHeader()
            format = .pcap
        } else if magic == PcapngBlock.sectionHeader.rawValue {
            format = .pcapng
            try readPreamble()
        } else {
            throw input.failure ?? ReadFailure(.notACapture(ForeignFormat(head: head)), "")
        }
    }

    private mutating func readFileHeader() throws(ReadFailure) {
        guard input.require(PcapLayout.fileHeaderSize) else {
            throw shortage(of: "the file header", PcapLayout.fileHeaderSize)
        }
        input.order = layout.order
        try layout.readHeader(input)
        input.take(PcapLayout.fileHeaderSize)
        let interface = CaptureInterface(
            file: file,
            linkType: layout.linkType,
            snapLength: layout.snapLength
        )
        record.interface = Int32(truncatingIfNeeded: try facts.add(interface))
        record.linkType = layout.linkType
    }

    /// Reads a pcapng file up to its first interface, so that its link type is known.
    private mutating func readPreamble() throws(ReadFailure) {
        while interfaces.isEmpty, !isAtPacket() {
            switch takeBlock() {
            case nil: continue
            case .failure: throw failure
            default: return
            }
        }
    }
}

// MARK: - Failing

extension FileSource {
    /// What is wrong when `what`, which needs `count` bytes, is not all there.
    func shortage(of what: String, _ count: Int) -> ReadFailure {
        if let failure = input.failure { return failure }
        return ReadFailure(
            .damaged,
            "\(what) is cut off: \(input.available) of \(count) bytes at byte \(input.offset)"
        )
    }

    /// Ends the reading of the file.
    mutating func fail(_ failure: ReadFailure) -> Step {
        record = Record()
        self.failure = failure
        return .failure
    }

    /// Ends the reading of the file as damaged, in words that end with the place.
    mutating func damaged(_ words: String) -> Step {
        fail(ReadFailure(.damaged, "\(words) at byte \(input.offset)"))
    }
}
