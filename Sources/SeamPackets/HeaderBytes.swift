import SeamBytes

/// The bytes of one header, all of them captured.
///
/// How many there are is checked once, when the view is made; an index is then a constant of the format,
/// and one that does not fit is a programmer's error. The checks fold away where both are constants.
struct HeaderBytes: ~Escapable {
    private let bytes: RawSpan

    /// The `count` bytes at `start` of a packet; they must be there.
    @inline(__always)
    @_lifetime(copy packet)
    init(_ packet: RawSpan, at start: Int, count: Int) { bytes = packet.extracting(start..<start + count) }

    /// The byte at `index`.
    @inline(__always)
    subscript(index: Int) -> UInt8 { load(index, as: UInt8.self) }

    /// The big-endian 16 bits at `index`.
    @inline(__always)
    func word(_ index: Int) -> UInt16 { load(index, as: UInt16.self) }

    /// The big-endian 32 bits at `index`.
    @inline(__always)
    func long(_ index: Int) -> UInt32 { load(index, as: UInt32.self) }

    /// The big-endian integer at `index`.
    @inline(__always)
    private func load<T: FixedWidthInteger & BitwiseCopyable>(_ index: Int, as type: T.Type) -> T {
        guard let value = bytes.bigEndian(at: index, as: T.self) else {
            preconditionFailure("a header is read inside its length")
        }
        return value
    }

    /// The 4 bytes of an IPv4 address at `index`.
    @inline(__always)
    func ipv4Address(_ index: Int) -> IPAddress { IPAddress(ipv4: long(index)) }

    /// The 16 bytes of an IPv6 address at `index`.
    @inline(__always)
    func ipv6Address(_ index: Int) -> IPAddress {
        IPAddress(high: load(index, as: UInt64.self), low: load(index + 8, as: UInt64.self))
    }
}
