internal import CPcap

/// libpcap, which is loaded when it is first needed: for interfaces and filters, not for files.
enum Libpcap {
    /// Why it cannot be called, in the system's words; nil where it can.
    static var obstacle: String? { unsafe seam_pcap_missing().map { unsafe String(cString: $0) } }
}
