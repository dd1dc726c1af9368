internal import CPcap
internal import SeamBytes

/// A filter of pcap-filter(7), compiled and run by libpcap.
///
/// The same words mean other bytes for each link type, so a program is made for each that turns up.
@safe
struct PacketFilter: ~Copyable {
    private typealias Program = UnsafeMutablePointer<bpf_program>

    /// What the user wrote.
    let expression: String
    private var programs: [Int32: Program] = unsafe [:]
    /// libpcap's words for link types of whose packets the expression cannot be said.
    private var refusals: [Int32: String] = [:]
    private var linkType: Int32?
    private var program: Program?

    /// A filter that is not compiled for any link type yet.
    init(_ expression: String) { self.expression = expression }

    deinit {
        unsafe programs.values.forEach { unsafe Self.free($0) }
    }

    /// Turns to packets that start with `linkType`, a `LINKTYPE_` value; libpcap's words when it cannot.
    ///
    /// After that none of them passes: what cannot be said of a packet is not true of it.
    @discardableResult
    mutating func turn(to linkType: Int32) -> String? {
        self.linkType = linkType
        unsafe program = programs[linkType]
        if unsafe program == nil, refusals[linkType] == nil {
            let (compiled, words) = unsafe compile(for: linkType)
            unsafe program = compiled
            unsafe programs[linkType] = compiled
            refusals[linkType] = words
        }
        return refusals[linkType]
    }

    /// Whether a packet passes, of whose `originalLength` bytes `bytes` were captured.
    mutating func passes(_ bytes: RawSpan, originalLength: Int, linkType: Int32) -> Bool {
        if linkType != self.linkType { turn(to: linkType) }
        guard let program = unsafe program else { return false }
        var header = pcap_pkthdr()
        header.caplen = UInt32(clamping: bytes.byteCount)
        header.len = UInt32(clamping: originalLength)
        return unsafe bytes.withUnsafeBytes { packet in
            guard let start = unsafe packet.bindMemory(to: UInt8.self).baseAddress else { return false }
            return unsafe seam_pcap_offline_filter(program, &header, start) != 0
        }
    }

    private func compile(for linkType: Int32) -> (Program?, words: String?) {
        if let obstacle = Libpcap.obstacle { return (nil, obstacle) }
        guard let handle = unsafe seam_pcap_open_dead(Self.number(of: linkType), Int32(CaptureLimits.packet))
        else {
            return (nil, "no memory")
        }
        defer { unsafe seam_pcap_close(handle) }
        let program = Program.allocate(capacity: 1)
        unsafe program.initialize(to: bpf_program())
        if unsafe seam_pcap_compile(handle, program, expression, 1, PCAP_NETMASK_UNKNOWN) == 0 {
            return unsafe (program, nil)
        }
        unsafe Self.free(program)
        return unsafe (nil, String(cString: seam_pcap_geterr(handle)))
    }

    private static func free(_ program: Program) {
        unsafe seam_pcap_freecode(program)
        unsafe program.deallocate()
    }

    /// How files number a link type that libpcap itself numbers `own`.
    static func fileNumber(of own: Int32) -> Int32 {
        (100...109).first { number(of: $0) == own } ?? own
    }

    /// libpcap's own number of a link type (`DLT_`), for the few that it has another one for in files.
    private static func number(of linkType: Int32) -> Int32 {
        switch linkType {
        case 100: DLT_ATM_RFC1483
        case 101: DLT_RAW
        case 102: DLT_SLIP_BSDOS
        case 103: DLT_PPP_BSDOS
        case 106: DLT_ATM_CLIP
        case 108: DLT_LOOP
        case 109: DLT_ENC
        default: linkType
        }
    }
}
