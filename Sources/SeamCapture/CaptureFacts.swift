internal import SeamBytes

/// What capture files say besides packets, in the order of the files; it grows while they are read.
///
/// A classic pcap file has one interface and nothing else. Memory is bounded: at most 65 536 interfaces and
/// sections, and 4 MiB of names, comments and secrets.
public struct CaptureFacts: Hashable, Sendable {
    /// The sections of pcapng files.
    public private(set) var sections: [CaptureSection] = []
    /// The interfaces of all files and sections.
    public private(set) var interfaces: [CaptureInterface] = []
    /// Which names the addresses have, as the capturing host saw it.
    public private(set) var names: [ResolvedName] = []
    /// Keys to the encrypted traffic.
    public private(set) var secrets: [DecryptionSecrets] = []
    /// How many sections, names, secrets and texts were beyond the limit and are left out.
    public private(set) var leftOut = 0
    private var keptBytes = 0

    /// No files, no facts.
    public init() {}

    /// Packets that interfaces and the system dropped, of all interfaces that say so, nil when none does.
    public var dropped: Int? {
        let counts = interfaces.compactMap(\.statistics)
        let drops = counts.compactMap(\.dropped) + counts.compactMap(\.droppedBySystem)
        return drops.isEmpty
            ? nil : drops.reduce(0) { $0.addingReportingOverflow($1).overflow ? .max : $0 + $1 }
    }
}

extension CaptureFacts {
    /// Adds an interface and returns its place among all; too many are refused, for packets refer to them.
    mutating func add(_ interface: CaptureInterface) throws(ReadFailure) -> Int {
        guard interfaces.count < CaptureLimits.interfaces else {
            throw ReadFailure(.unsupported, "more than \(CaptureLimits.interfaces) interfaces")
        }
        interfaces.append(interface)
        return interfaces.count - 1
    }

    /// Adds a section if there is room.
    private mutating func add(_ section: CaptureSection) {
        if sections.count < CaptureLimits.sections { sections.append(section) } else { leftOut += 1 }
    }

    /// Whether there is room for so many bytes more, which are then taken.
    private mutating func keep(_ count: Int) -> Bool {
        guard count + CaptureLimits.keptOverhead <= CaptureLimits.keptBytes - keptBytes else {
            leftOut += 1
            return false
        }
        keptBytes += count + CaptureLimits.keptOverhead
        return true
    }

    /// An option's text, empty where there is no room for it.
    private mutating func text(_ option: PcapngOptions.Option, _ options: borrowing PcapngOptions) -> String {
        keep(option.range.count) ? options.text(option) : ""
    }
}

// MARK: - The blocks of pcapng

extension CaptureFacts {
    /// Adds the section that starts with a Section Header Block of this body (draft, section 4.1).
    mutating func addSection(_ body: RawSpan, _ order: ByteOrder, file: Int) throws(ReadFailure) {
        guard body.byteCount >= 16, let major: UInt16 = body.integer(at: 4, order),
            let minor: UInt16 = body.integer(at: 6, order)
        else {
            throw ReadFailure(.damaged, "a Section Header Block that is too short")
        }
        // 1.2 was written by mistake and means 1.0, says the draft.
        guard major == 1, minor == 0 || minor == 2 else {
            throw ReadFailure(.unsupported, "pcapng of version \(major).\(minor)")
        }
        var section = CaptureSection(file: file)
        var options = PcapngOptions(body, order, from: 16)
        while let option = options.next() {
            switch option.code {
            case PcapngOptions.comment: section.comments.append(text(option, options))
            case 2: section.hardware = text(option, options)
            case 3: section.operatingSystem = text(option, options)
            case 4: section.application = text(option, options)
            default: break
            }
        }
        if options.isDamaged { throw PcapngOptions.damage(of: .sectionHeader) }
        add(section)
    }

    /// Adds the interface of an Interface Description Block with this body (section 4.2).
    mutating func addInterface(
        _ body: RawSpan,
        _ order: ByteOrder,
        file: Int
    ) throws(ReadFailure) -> SectionInterface {
        guard let linkType: UInt16 = body.integer(at: 0, order), let snap: UInt32 = body.integer(at: 4, order)
        else {
            throw ReadFailure(.damaged, "an Interface Description Block that is too short")
        }
        var interface = CaptureInterface(file: file, linkType: Int32(linkType), snapLength: Int(snap))
        var resolution: UInt8 = 6
        var offset = 0
        var options = PcapngOptions(body, order, from: 8)
        while let option = options.next() {
            switch option.code {
            case PcapngOptions.comment: interface.comments.append(text(option, options))
            case 2: interface.name = text(option, options)
            case 3: interface.details = text(option, options)
            case 9: resolution = options.number(option) ?? resolution
            // A byte in front says which kind of filter; 0 is a text.
            case 11:
                if options.number(option) == UInt8(0) { interface.filter = text(option.dropFirst(), options) }
            case 12: interface.operatingSystem = text(option, options)
            case 14: offset = options.number(option) ?? offset
            default: break
            }
        }
        if options.isDamaged { throw PcapngOptions.damage(of: .interface) }
        interface.resolution = TimestampResolution(code: resolution, offset: offset)
        return SectionInterface(interface, index: try add(interface))
    }

    /// Adds what an Interface Statistics Block with this body says of an interface (section 4.6).
    mutating func addStatistics(_ body: RawSpan, _ order: ByteOrder, interface index: Int) {
        var statistics = interfaces[index].statistics ?? InterfaceStatistics()
        var options = PcapngOptions(body, order, from: 12)
        while let option = options.next() {
            guard let count = options.number(option, as: UInt64.self).map(Int.init(clamping:)) else {
                continue
            }
            switch option.code {
            case 4: statistics.received = count
            case 5: statistics.dropped = count
            case 6: statistics.accepted = count
            case 7: statistics.droppedBySystem = count
            case 8: statistics.delivered = count
            default: break
            }
        }
        interfaces[index].statistics = statistics
    }

    /// Adds the names of a Name Resolution Block with this body (section 4.5).
    ///
    /// A record is type 2, length 2, an address (1: IPv4, 2: IPv6) and names that end with a zero each.
    mutating func addNames(_ body: RawSpan, _ order: ByteOrder) {
        var records = PcapngOptions(body, order, from: 0)
        while let record = records.next() {
            let size = record.code == 1 ? 4 : 16
            guard record.code <= 2, record.range.count > size, keep(record.range.count * 2) else { continue }
            let value = records.value(record)
            let address = [UInt8](copying: value.clamped(0..<size))
            let texts = [UInt8](copying: value.clamped(size..<value.byteCount)).split(separator: 0)
            names.append(
                ResolvedName(address: address, names: texts.map { String(decoding: $0, as: UTF8.self) })
            )
        }
    }

    /// Adds the secrets of a Decryption Secrets Block with this body (section 4.7).
    mutating func addSecrets(_ body: RawSpan, _ order: ByteOrder) {
        guard let type: UInt32 = body.integer(at: 0, order), let count: UInt32 = body.integer(at: 4, order)
        else { return }
        guard count <= body.byteCount - 8, keep(Int(count)) else { return }
        secrets.append(
            DecryptionSecrets(type: type, bytes: [UInt8](copying: body.clamped(8..<8 + Int(count))))
        )
    }
}
