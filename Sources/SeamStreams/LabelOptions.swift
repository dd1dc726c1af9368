import SeamBytes

/// The options of a TCP header that the labels' rules ask for, read as Wireshark reads them.
///
/// `TCPOptions` reads those that say something about the stream; Fast Open and MPTCP matter to labels only.
struct LabelOptions {
    /// The window's shift, at most 14.
    private(set) var windowScale: UInt8?
    /// Whether there is a cookie, in the option of RFC 7413 or in its experimental form.
    private(set) var hasFastOpenCookie = false
    /// The subtypes of MPTCP options, a bit each.
    private(set) var multipathOptions: UInt8 = 0
    /// Whether an MPTCP option says enough to know that MPTCP is in use.
    private(set) var startsMultipath = false

    /// Whether there is nothing, or no more than the timestamps that most packets have.
    @inline(__always)
    static func areUsual(_ bytes: RawSpan) -> Bool {
        bytes.byteCount == 0
            || bytes.byteCount == 12 && bytes.bigEndian(at: 0, as: UInt32.self) == 0x0101_080A
    }

    /// Reads the captured bytes of a header's options.
    init(_ bytes: RawSpan) {
        var index = 0
        while let kind = bytes.byte(at: index), kind != 0 {
            if kind == 1 {
                index += 1
                continue
            }
            guard let field = bytes.byte(at: index + 1) else { return }
            let length = Int(field)
            guard length >= 2, length <= bytes.byteCount - index else { return }
            take(kind, bytes.extracting(index..<index + length))
            index += length
        }
    }

    private mutating func take(_ kind: UInt8, _ option: RawSpan) {
        switch kind {
        case 3 where option.byteCount == 3: windowScale = min(option.byte(at: 2) ?? 0, 14)
        case 34 where option.byteCount > 2: hasFastOpenCookie = true
        case 253 where option.byteCount > 4, 254 where option.byteCount > 4:
            if option.bigEndian(at: 2, as: UInt16.self) == 0xF989 { hasFastOpenCookie = true }
        case 30: takeMultipath(option)
        default: break
        }
    }

    /// An MPTCP option (RFC 8684 §3); a connection without the keys of MP_CAPABLE is not known to use it.
    private mutating func takeMultipath(_ option: RawSpan) {
        guard let subtype = option.byte(at: 2).map({ $0 >> 4 }) else { return }
        if subtype < 8 { multipathOptions |= 1 << subtype }
        switch (subtype, option.byteCount) {
        case (0, 12), (0, 20), (0, 22), (0, 24), (1..., _): startsMultipath = true
        default: break
        }
    }
}
