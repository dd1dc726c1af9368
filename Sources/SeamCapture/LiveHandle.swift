internal import CPcap
internal import SeamBytes

/// An interface that is being captured: the owner of a `pcap_t`.
@safe
struct LiveHandle: ~Copyable {
    private let handle: OpaquePointer
    /// The interface's name.
    let name: String
    /// What its packets start with, a `LINKTYPE_` value.
    let linkType: Int32
    /// Whether times come in nanoseconds.
    let hasNanoseconds: Bool
    /// What poll(2) can wait for, -1 where there is nothing.
    let descriptor: Int32

    /// Opens and starts an interface.
    init(_ name: String, _ options: LiveOptions) throws(CaptureError) {
        if let obstacle = Libpcap.obstacle { throw CaptureError(.unsupported, file: name, reason: obstacle) }
        var words = [CChar](repeating: 0, count: Int(PCAP_ERRBUF_SIZE))
        guard let handle = unsafe seam_pcap_create(name, &words) else {
            throw CaptureError(.noSuchInterface, file: name, reason: Self.text(words))
        }
        unsafe seam_pcap_set_snaplen(handle, Int32(clamping: options.snapLength))
        unsafe seam_pcap_set_promisc(handle, options.isPromiscuous ? 1 : 0)
        unsafe seam_pcap_set_timeout(handle, Int32(clamping: max(1, options.latency)))
        unsafe seam_pcap_set_buffer_size(handle, Int32(clamping: options.buffer))
        unsafe seam_pcap_set_immediate_mode(handle, options.isImmediate ? 1 : 0)
        unsafe seam_pcap_set_tstamp_precision(handle, PCAP_TSTAMP_PRECISION_NANO)
        let code = unsafe seam_pcap_activate(handle)
        guard code >= 0 else {
            let error = unsafe Self.error(code, handle, name)
            unsafe seam_pcap_close(handle)
            throw error
        }
        if let error = unsafe Self.prepare(handle, name, options) {
            unsafe seam_pcap_close(handle)
            throw error
        }
        unsafe self.handle = handle
        self.name = name
        hasNanoseconds = unsafe seam_pcap_get_tstamp_precision(handle) == PCAP_TSTAMP_PRECISION_NANO
        linkType = unsafe PacketFilter.fileNumber(of: seam_pcap_datalink(handle))
        descriptor = unsafe seam_pcap_get_selectable_fd(handle)
    }

    deinit { unsafe seam_pcap_close(handle) }

    /// Sets what can be set only on a started capture; what failed, if anything.
    private static func prepare(
        _ handle: OpaquePointer,
        _ name: String,
        _ options: LiveOptions
    ) -> CaptureError? {
        var words = [CChar](repeating: 0, count: Int(PCAP_ERRBUF_SIZE))
        guard unsafe seam_pcap_setnonblock(handle, 1, &words) == 0 else {
            return CaptureError(.unreadable, file: name, reason: text(words))
        }
        let direction: pcap_direction_t? =
            switch options.direction {
            case .both: nil
            case .in: PCAP_D_IN
            case .out: PCAP_D_OUT
            }
        if let direction, unsafe seam_pcap_setdirection(handle, direction) != 0 {
            let reason = unsafe String(cString: seam_pcap_geterr(handle))
            return CaptureError(.unsupported, file: name, reason: reason)
        }
        guard let filter = options.filter else { return nil }
        var program = unsafe bpf_program()
        defer { unsafe seam_pcap_freecode(&program) }
        guard unsafe seam_pcap_compile(handle, &program, filter, 1, PCAP_NETMASK_UNKNOWN) == 0,
            unsafe seam_pcap_setfilter(handle, &program) == 0
        else {
            let reason = unsafe String(cString: seam_pcap_geterr(handle))
            return CaptureError(.filter(filter), file: name, reason: reason)
        }
        return nil
    }

    private static func error(_ code: Int32, _ handle: OpaquePointer, _ name: String) -> CaptureError {
        let said = unsafe String(cString: seam_pcap_geterr(handle))
        let reason = said.isEmpty ? unsafe String(cString: seam_pcap_statustostr(code)) : said
        switch code {
        case PCAP_ERROR_PERM_DENIED, PCAP_ERROR_PROMISC_PERM_DENIED:
            return CaptureError(.captureDenied, file: name)
        case PCAP_ERROR_NO_SUCH_DEVICE: return CaptureError(.noSuchInterface, file: name)
        case PCAP_ERROR_IFACE_NOT_UP: return CaptureError(.interfaceDown, file: name)
        default: return CaptureError(.unreadable, file: name, reason: reason)
        }
    }

    private static func text(_ words: [CChar]) -> String {
        String(decoding: words.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

// MARK: - While it runs

extension LiveHandle {
    /// Hands the packets that are there to `sink`, how many there were; nil when the interface is gone.
    func dispatch(to sink: LiveSink) -> Int? {
        let user = unsafe Unmanaged.passUnretained(sink).toOpaque().assumingMemoryBound(to: UInt8.self)
        let take: pcap_handler = { user, header, bytes in
            guard let user = unsafe user, let header = unsafe header, let bytes = unsafe bytes else { return }
            let sink = unsafe Unmanaged<LiveSink>.fromOpaque(user).takeUnretainedValue()
            unsafe sink.take(header.pointee, bytes)
        }
        let count = unsafe seam_pcap_dispatch(handle, -1, take, user)
        return count >= 0 ? Int(count) : nil
    }

    /// libpcap's words for what failed last.
    var words: String { unsafe String(cString: seam_pcap_geterr(handle)) }

    /// What libpcap has counted, nil where it cannot tell.
    var statistics: pcap_stat? {
        var statistics = pcap_stat()
        return unsafe seam_pcap_stats(handle, &statistics) == 0 ? statistics : nil
    }
}

/// Where the packets of one interface go.
///
/// A class, since libpcap hands its callback nothing but a pointer.
final class LiveSink {
    private let ring: PacketRing
    private let interface: Int32
    private let linkType: Int32
    private let nanosecondsPerUnit: Int
    /// Packets that the queue had no room for.
    private(set) var refused = 0
    /// Packets that were lost since the last one that the queue took.
    private var missed = 0

    /// The way into `ring` for the interface with this number.
    init(_ ring: PacketRing, _ handle: borrowing LiveHandle, interface: Int) {
        self.ring = ring
        self.interface = Int32(truncatingIfNeeded: interface)
        linkType = handle.linkType
        nanosecondsPerUnit = handle.hasNanoseconds ? 1 : 1000
    }

    /// Says that packets were lost before they came here.
    func miss(_ count: Int) { missed += count }

    @unsafe
    fileprivate func take(_ header: pcap_pkthdr, _ bytes: UnsafePointer<UInt8>) {
        let seconds = Int(header.ts.tv_sec)
        let fraction = Int(header.ts.tv_usec) &* nanosecondsPerUnit
        let record = PacketRing.Header(
            time: Timestamp(seconds: seconds, nanoseconds: fraction).nanoseconds,
            captured: header.caplen,
            original: header.len,
            linkType: linkType,
            interface: interface,
            missed: missed
        )
        let buffer = unsafe UnsafeRawBufferPointer(start: bytes, count: Int(header.caplen))
        let isTaken = unsafe ring.append(record, buffer)
        missed = isTaken ? 0 : missed + 1
        if !isTaken { refused += 1 }
    }
}
