internal import SeamPackets

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// An address as the system wants it.
struct SocketAddress: Equatable, Sendable {
    /// The bytes of a `sockaddr_in` or `sockaddr_in6`.
    private let bytes: [UInt8]
    /// `AF_INET` or `AF_INET6`.
    let family: Int32

    /// The address that `pointer` shows; nil of another family.
    @unsafe
    init?(_ pointer: UnsafePointer<sockaddr>, size: Int) {
        family = unsafe Int32(pointer.pointee.sa_family)
        guard family == AF_INET || family == AF_INET6 else { return nil }
        bytes = unsafe [UInt8](UnsafeRawBufferPointer(start: pointer, count: size))
    }

    /// Hands the address to a call of the system.
    @unsafe
    func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        // An array's memory is aligned for any of these structures.
        unsafe bytes.withUnsafeBytes { buffer in
            guard let start = buffer.baseAddress else { preconditionFailure("an address has bytes") }
            return unsafe body(start.assumingMemoryBound(to: sockaddr.self), socklen_t(buffer.count))
        }
    }

    /// The address without what only the system knows (a zone).
    var endpoint: Endpoint? { unsafe withPointer { pointer, _ in unsafe Self.endpoint(pointer) } }

    /// What a call of the system that fills in an address answers.
    @unsafe
    static func read(
        _ call: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) -> Endpoint? {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return unsafe withUnsafeMutablePointer(to: &storage) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                guard unsafe call(address, &size) == 0 else { return nil }
                return unsafe endpoint(address)
            }
        }
    }

    /// The endpoint that `pointer` shows; nil of another family.
    @unsafe
    static func endpoint(_ pointer: UnsafePointer<sockaddr>) -> Endpoint? {
        switch unsafe Int32(pointer.pointee.sa_family) {
        case AF_INET:
            return unsafe pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { address in
                let bits = unsafe UInt32(bigEndian: address.pointee.sin_addr.s_addr)
                let port = unsafe UInt16(bigEndian: address.pointee.sin_port)
                return Endpoint(address: IPAddress(ipv4: bits), port: port)
            }
        case AF_INET6:
            return unsafe pointer.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { address in
                let port = unsafe UInt16(bigEndian: address.pointee.sin6_port)
                let words = unsafe withUnsafeBytes(of: address.pointee.sin6_addr) { bytes in
                    unsafe (
                        bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self),
                        bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
                    )
                }
                let address = IPAddress(high: UInt64(bigEndian: words.0), low: UInt64(bigEndian: words.1))
                return Endpoint(address: address, port: port)
            }
        default: return nil
        }
    }
}
