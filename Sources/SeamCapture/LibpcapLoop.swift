internal import CPcap

/// What libpcap alone needs for a capture: the yardstick of `seam-bench`.
public enum LibpcapLoop {
    /// What a capture holds.
    public struct Count: Equatable, Sendable {
        /// How many packets.
        public var packets = 0
        /// How many bytes of them were captured.
        public var bytes = 0
    }

    /// Counts the packets of a file through `pcap_dispatch` and nothing else, reading as libpcap does by itself.
    ///
    /// Throws `notACapture` when libpcap cannot open the file and `damaged` when it cannot read it to its end.
    public static func count(_ path: String) throws(CaptureError) -> Count {
        if let obstacle = Libpcap.obstacle { throw CaptureError(.unsupported, file: path, reason: obstacle) }
        var words = [CChar](repeating: 0, count: Int(PCAP_ERRBUF_SIZE))
        guard let handle = unsafe seam_pcap_open_offline(path, &words) else {
            let reason = words.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            throw CaptureError(.notACapture(nil), file: path, reason: String(decoding: reason, as: UTF8.self))
        }
        defer { unsafe seam_pcap_close(handle) }
        var count = Count()
        let result = unsafe withUnsafeMutableBytes(of: &count) { memory in
            let user = unsafe memory.baseAddress?.assumingMemoryBound(to: UInt8.self)
            let add: pcap_handler = { user, header, _ in unsafe LibpcapLoop.add(header, to: user) }
            return unsafe seam_pcap_dispatch(handle, -1, add, user)
        }
        guard result >= 0 else { throw CaptureError(.damaged, file: path, packet: count.packets) }
        return count
    }

    private static func add(_ header: UnsafePointer<pcap_pkthdr>?, to user: UnsafeMutablePointer<UInt8>?) {
        guard let header = unsafe header, let user = unsafe user else { return }
        let count = unsafe UnsafeMutableRawPointer(user).assumingMemoryBound(to: Count.self)
        unsafe count.pointee.packets &+= 1
        unsafe count.pointee.bytes &+= Int(header.pointee.caplen)
    }
}
