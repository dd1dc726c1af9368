internal import SeamBytes

/// Reads one capture file after the other, pcap or pcapng, and keeps what they say besides packets.
///
///     file -> Descriptor -> Decompressor, if packed -> InputBuffer -> record or block -> span, valid until advance()
struct FileSource: ~Copyable {
    /// What came of moving on.
    enum Step {
        /// A packet is there.
        case packet
        /// A record that is no packet, though Wireshark numbers it as one.
        case otherRecord
        /// The file is at its end, or none is open.
        case end
        /// The file cannot be read on; `failure` says why.
        case failure
    }

    /// What the open file is.
    enum Format {
        case none
        case pcap
        case pcapng
    }

    /// Where the packet is that `advance()` came to, in bytes from the record's start.
    struct Record {
        /// The packet's bytes: where they start, how many are captured, how many there were.
        var start = 0
        var captured = 0
        var original: UInt32 = 0
        var time = Timestamp(nanoseconds: 0)
        var linkType: Int32 = 0
        /// The interface's index in `facts`.
        var interface: Int32 = 0
        /// The pcapng options: where they start, and how many bytes they have at most.
        var options = 0
        var optionsSize = 0
    }

    var input = InputBuffer()
    /// How far `lookAhead` has come, in bytes behind the next record.
    var ahead = 0
    var format = Format.none
    /// How the records of a classic file are laid out.
    var layout = PcapLayout()
    /// The interfaces of the open pcapng section.
    var interfaces: [SectionInterface] = []
    var record = Record()
    /// Why `advance()` failed.
    var failure = ReadFailure(.damaged, "")
    /// What the files say besides packets.
    var facts = CaptureFacts()
    /// The open file's place among those that were opened.
    var file = -1

    /// What waits at the end of files, if anything does.
    var follow: Follow?

    /// A source with no file open.
    init() {}

    /// Closes the open file.
    mutating func close() {
        input.close()
        format = .none
        record = Record()
        interfaces.removeAll()
    }

    /// Moves to the next packet of the open file.
    @inline(__always)
    mutating func advance() -> Step {
        switch format {
        case .pcap: nextRecord()
        case .pcapng: nextBlock()
        case .none: .end
        }
    }

    /// The packet that `advance()` came to, which gets `number`; empty when there is none.
    @inline(__always)
    @_lifetime(&self)
    mutating func packet(number: Int) -> CapturedPacket {
        CapturedPacket(
            number: number,
            time: record.time,
            originalLength: record.original,
            linkType: record.linkType,
            interface: record.interface,
            bytes: input.record(record.start, record.captured),
            options: input.record(record.options, record.optionsSize),
            order: input.order
        )
    }
}
