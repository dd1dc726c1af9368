internal import CPcap

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// An interface of this machine that libpcap can capture, as `seam interfaces` lists it; no rights are needed.
public struct CaptureDevice: Hashable, Sendable {
    /// The name to capture it by.
    public var name: String
    /// What the system says it is; often empty.
    public var details: String
    /// Its IPv4 (4 bytes) and IPv6 (16 bytes) addresses.
    public var addresses: [[UInt8]]
    /// Whether it is up.
    public var isUp: Bool
    /// Whether it has a carrier, so that traffic can come.
    public var isRunning: Bool
    /// Whether it is the machine's loopback.
    public var isLoopback: Bool
    /// What its packets will start with, a `LINKTYPE_` value; nil where the system does not tell without rights.
    public var linkType: Int32?

    /// All interfaces, in libpcap's order.
    ///
    /// Throws what keeps the system from telling.
    public static func all() throws(CaptureError) -> [CaptureDevice] {
        let list = "the list of interfaces"
        if let obstacle = Libpcap.obstacle { throw CaptureError(.unreadable, file: list, reason: obstacle) }
        var words = [CChar](repeating: 0, count: Int(PCAP_ERRBUF_SIZE))
        var first: UnsafeMutablePointer<pcap_if_t>?
        guard unsafe seam_pcap_findalldevs(&first, &words) == 0 else {
            let reason = words.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            let text = String(decoding: reason, as: UTF8.self)
            throw CaptureError(.unreadable, file: list, reason: text)
        }
        defer { unsafe seam_pcap_freealldevs(first) }
        var devices: [CaptureDevice] = []
        var next = unsafe first
        while let entry = unsafe next {
            unsafe devices.append(CaptureDevice(entry.pointee))
            unsafe next = entry.pointee.next
        }
        return devices
    }

    private init(_ entry: pcap_if_t) {
        unsafe name = String(cString: entry.name)
        unsafe details = entry.description.map { unsafe String(cString: $0) } ?? ""
        let flags = unsafe entry.flags
        isUp = flags & UInt32(PCAP_IF_UP) != 0
        isRunning = flags & UInt32(PCAP_IF_RUNNING) != 0
        isLoopback = flags & UInt32(PCAP_IF_LOOPBACK) != 0
        addresses = []
        var next = unsafe entry.addresses
        while let address = unsafe next {
            if let bytes = unsafe Self.bytes(address.pointee.addr) { addresses.append(bytes) }
            unsafe next = address.pointee.next
        }
        linkType = Self.linkType(of: name)
    }

    /// The bytes of an IPv4 or IPv6 address, nil for addresses of other kinds.
    private static func bytes(_ address: UnsafeMutablePointer<sockaddr>?) -> [UInt8]? {
        guard let address = unsafe address else { return nil }
        let start = UnsafeRawPointer(address)
        switch unsafe Int32(address.pointee.sa_family) {
        case AF_INET:
            var value = unsafe start.loadUnaligned(as: sockaddr_in.self).sin_addr
            return unsafe withUnsafeBytes(of: &value) { unsafe Array($0) }
        case AF_INET6:
            var value = unsafe start.loadUnaligned(as: sockaddr_in6.self).sin6_addr
            return unsafe withUnsafeBytes(of: &value) { unsafe Array($0) }
        default: return nil
        }
    }

    /// The link type that Linux's kind of hardware comes to (linux/if_arp.h and libpcap's pcap-linux).
    private static func linkType(of name: String) -> Int32? {
        #if os(Linux)
        if name == "any" { return 113 }
        guard !name.contains("/"), let file = try? Descriptor(reading: "/sys/class/net/\(name)/type") else {
            return nil
        }
        var room = [UInt8](repeating: 0, count: 16)
        let count = unsafe room.withUnsafeMutableBytes { unsafe (try? file.read(into: $0)) ?? 0 }
        switch Int(String(decoding: room.prefix(count).prefix { $0 > 0x20 }, as: UTF8.self)) {
        case 1, 772: return 1
        case 512, 768, 769, 776, 65534: return 101
        case 801: return 105
        case 802: return 119
        case 803: return 127
        default: return nil
        }
        #else
        return nil
        #endif
    }
}
