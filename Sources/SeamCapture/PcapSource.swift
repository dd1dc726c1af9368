internal import CPcap
internal import SeamBytes

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// Reads one capture file after the other through libpcap: the other file with unsafe code.
///
///     file -> own 128 KiB buffer -> stdio -> libpcap's record buffer -> span, valid until advance()
///
/// libpcap would read through stdio's 4 KiB buffer, which takes twice the time on large packets. The
/// buffer must start on a page: copying out of one at another address is slower. A stdio stream uses
/// it until it is closed, so it is freed last.
@safe struct PcapSource: ~Copyable {
    /// What came of moving on.
    enum Step {
        /// A packet is there.
        case packet
        /// The file is at its end, or none is open.
        case end
        /// libpcap cannot go on; `failure` says why.
        case failure
    }

    private static let bufferSize = 128 << 10
    private static let pageSize = 4096

    private let buffer = UnsafeMutableRawPointer.allocate(byteCount: bufferSize, alignment: pageSize)
    private var handle: OpaquePointer?
    private var program = unsafe bpf_program()
    private var header: UnsafeMutablePointer<pcap_pkthdr>?
    private var data: UnsafePointer<UInt8>?
    private var secondsMask = -1
    /// The link type of the open file, as libpcap numbers it.
    private(set) var linkType: Int32 = 0

    /// A source with no file open.
    init() {}

    /// Closes the open file.
    mutating func close() {
        unsafe Self.release(handle, program)
        unsafe handle = nil
        unsafe program = bpf_program()
        unsafe header = nil
        unsafe data = nil
    }

    deinit {
        unsafe Self.release(handle, program)
        unsafe buffer.deallocate()
    }

    private static func release(_ handle: OpaquePointer?, _ program: bpf_program) {
        var program = unsafe program
        unsafe pcap_freecode(&program)
        // Closes the stdio stream as well, which is never C's own stdin.
        if let handle = unsafe handle { unsafe pcap_close(handle) }
    }
}

// MARK: - Opening

extension PcapSource {
    /// Opens the file `path`, `-` for standard input, instead of the one that is open, and compiles `filter` for it.
    mutating func open(_ path: String, filter: String?) throws(CaptureError) {
        close()
        let stream = try unsafe Self.stream(of: path, buffer: buffer)
        guard let head = unsafe Self.peek(stream) else {
            let code = errno
            unsafe fclose(stream)
            throw System.error(code, reading: path)
        }
        let (opened, words) = unsafe Self.handle(over: stream)
        guard let opened = unsafe opened else {
            unsafe fclose(stream)
            throw Self.refusal(of: path, head: head, words: words)
        }
        unsafe handle = opened
        linkType = unsafe pcap_datalink(opened)
        // Classic pcap has unsigned 32-bit seconds, libpcap takes them for signed (2038).
        secondsMask = Self.isPcapng(head) ? -1 : 0xffff_ffff
        guard let filter else { return }
        if unsafe pcap_compile(opened, &program, filter, 1, PCAP_NETMASK_UNKNOWN) != 0 {
            let words = unsafe String(cString: pcap_geterr(opened))
            close()
            throw CaptureError(.filter(filter), file: path, reason: words)
        }
    }

    #if canImport(Musl)
    private typealias Stream = OpaquePointer
    #else
    private typealias Stream = UnsafeMutablePointer<FILE>
    #endif

    /// A stdio stream over a file.
    ///
    /// Standard input is read through a duplicate of its descriptor: C's own `stdin` would keep our
    /// buffer for longer than it lives, and closing it would close the process's input.
    private static func stream(
        of path: String,
        buffer: UnsafeMutableRawPointer
    ) throws(CaptureError) -> Stream {
        let stream: Stream?
        if path == "-" {
            let duplicate = dup(STDIN_FILENO)
            unsafe stream = duplicate < 0 ? nil : unsafe fdopen(duplicate, "r")
        } else {
            unsafe stream = unsafe fopen(path, "re")
        }
        guard let stream = unsafe stream else { throw System.error(errno, reading: path) }
        unsafe setvbuf(stream, buffer, _IOFBF, bufferSize)
        return unsafe stream
    }

    /// The first bytes of a stream that stays at its start, nil when it cannot be read.
    ///
    /// A pipe cannot be rewound; the C libraries take back eight bytes that came from the buffer.
    private static func peek(_ stream: Stream) -> [UInt8]? {
        var head = [UInt8](repeating: 0, count: ForeignFormat.headLength)
        let count = unsafe fread(&head, 1, head.count, stream)
        guard unsafe ferror(stream) == 0 else { return nil }
        head.removeSubrange(count...)
        for byte in head.reversed() where unsafe ungetc(Int32(byte), stream) == EOF { return nil }
        return head
    }

    private static func handle(over stream: Stream) -> (OpaquePointer?, words: String) {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PCAP_ERRBUF_SIZE)) { words in
            unsafe words.initialize(repeating: 0)
            guard let start = words.baseAddress else { return (nil, "") }
            let precision = UInt32(PCAP_TSTAMP_PRECISION_NANO)
            let handle = unsafe pcap_fopen_offline_with_tstamp_precision(stream, precision, start)
            return unsafe (handle, handle == nil ? String(cString: start) : "")
        }
    }
}

// MARK: - Reading

extension PcapSource {
    /// Moves to the next packet of the open file, whatever the filter says of it.
    mutating func advance() -> Step {
        guard let handle = unsafe handle else { return .end }
        switch unsafe pcap_next_ex(handle, &header, &data) {
        case 1: return .packet
        case PCAP_ERROR_BREAK: return .end
        default: return .failure
        }
    }

    /// Why `advance()` failed: what it means, and libpcap's words.
    var failure: (kind: CaptureError.Kind, reason: String) {
        guard let handle = unsafe handle else { return (.damaged, "") }
        let words = unsafe String(cString: pcap_geterr(handle))
        return (Self.kind(of: words), words)
    }

    /// Whether the filter lets the packet pass that `advance()` came to.
    ///
    /// Asked for each packet instead of once with `pcap_setfilter`: what that drops is not counted, and
    /// then a packet's number would not be that of Wireshark.
    mutating func passesFilter() -> Bool {
        guard unsafe program.bf_insns != nil else { return true }
        guard let header = unsafe header, let data = unsafe data else { return false }
        return unsafe pcap_offline_filter(&program, header, data) != 0
    }

    /// The packet that `advance()` came to, which gets `number`; empty when there is none.
    @inline(__always)
    @_lifetime(&self)
    mutating func packet(number: Int) -> CapturedPacket {
        guard let header = unsafe header, let data = unsafe data else {
            return CapturedPacket(
                number: number,
                time: Timestamp(nanoseconds: 0),
                originalLength: 0,
                linkType: linkType,
                bytes: RawSpan()
            )
        }
        let record = unsafe header.pointee
        let seconds = Int(record.ts.tv_sec) & secondsMask
        let bytes = unsafe RawSpan(_unsafeStart: data, byteCount: Int(record.caplen))
        return CapturedPacket(
            number: number,
            time: Timestamp(seconds: seconds, nanoseconds: Int(record.ts.tv_usec)),
            originalLength: Int(record.len),
            linkType: linkType,
            bytes: unsafe _overrideLifetime(bytes, mutating: &self)
        )
    }
}

// MARK: - What libpcap's words mean

extension PcapSource {
    private static func isPcapng(_ head: [UInt8]) -> Bool { head.starts(with: [0x0a, 0x0d, 0x0d, 0x0a]) }

    private static func refusal(of path: String, head: [UInt8], words: String) -> CaptureError {
        if head.isEmpty { return CaptureError(.emptyFile, file: path) }
        if words == "unknown file format" {
            return CaptureError(.notACapture(ForeignFormat(head: head)), file: path)
        }
        return CaptureError(kind(of: words), file: path, reason: words)
    }

    /// libpcap tells its failures apart in words only; the words are in its sources since 1.0.
    private static func kind(of words: String) -> CaptureError.Kind {
        let unsupported = ["unsupported", "archaic", "different", "no Interface Description"]
        if unsupported.contains(where: words.contains) { return .unsupported }
        return words.hasPrefix("error reading") ? .unreadable : .damaged
    }
}
