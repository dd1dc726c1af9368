#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A TCP socket of this machine's loopback: the only place that calls the sockets of the system.
struct LoopbackSocket: Equatable {
    /// What came of a call.
    enum Event: Equatable {
        case done(Int)
        /// Nothing to be had at the moment.
        case later
        /// The other side is gone, or the socket failed.
        case over
    }

    /// Connections that wait to be accepted.
    private static let backlog: Int32 = 64

    let number: Int32

    /// Listens on 127.0.0.1, or on ::1; port 0 is any that is free.
    ///
    /// - Throws: `output` that says why not.
    static func listen(onPort port: UInt16, isIPv6: Bool) throws(CommandError) -> LoopbackSocket {
        let number = socket(isIPv6 ? AF_INET6 : AF_INET, streamType, 0)
        guard number >= 0 else { throw failure(port) }
        let listening = LoopbackSocket(number: number)
        listening.set(SOL_SOCKET, SO_REUSEADDR, 1)
        if isIPv6 { listening.set(Int32(IPPROTO_IPV6), IPV6_V6ONLY, 1) }
        let isBound = isIPv6 ? bindIPv6(number, port) : bindIPv4(number, port)
        guard isBound, posixListen(number, backlog) == 0, listening.prepare() else {
            let error = failure(port)
            listening.close()
            throw error
        }
        return listening
    }

    private static func failure(_ port: UInt16) -> CommandError {
        .output("cannot listen on port \(port) of the loopback: \(Descriptor.describe(errno))")
    }

    /// The port that it listens on.
    var port: UInt16 {
        var address = sockaddr_in6()
        var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
        // The port has the same place in the addresses of both versions.
        let result = unsafe withUnsafeMutablePointer(to: &address) { place in
            unsafe place.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getsockname(number, $0, &size)
            }
        }
        return result == 0 ? UInt16(bigEndian: address.sin6_port) : 0
    }

    /// A connection that waits to be accepted.
    func accept() -> LoopbackSocket? {
        let number = posixAccept(self.number)
        guard number >= 0 else { return nil }
        let connection = LoopbackSocket(number: number)
        guard connection.prepare() else {
            connection.close()
            return nil
        }
        return connection
    }

    /// Appends what has come, at most `limit` bytes.
    func receive(into bytes: inout [UInt8], limit: Int) -> Event {
        var block = [UInt8](repeating: 0, count: limit)
        let count = unsafe block.withUnsafeMutableBytes { unsafe recv(number, $0.baseAddress, $0.count, 0) }
        if count > 0 {
            bytes += block[..<count]
            return .done(count)
        }
        return count < 0 && (errno == EAGAIN || errno == EINTR) ? .later : .over
    }

    /// Hands bytes over; tells how many were taken.
    func send(_ bytes: ArraySlice<UInt8>) -> Event {
        let count = unsafe bytes.withUnsafeBytes { unsafe posixSend(number, $0) }
        if count >= 0 { return .done(count) }
        return errno == EAGAIN || errno == EINTR ? .later : .over
    }

    func close() { _ = Descriptor(number: number).close() }

    /// Waits until one of the sockets can be read or, those of `writing`, written; tells which.
    static func wait(
        reading: [LoopbackSocket],
        writing: [LoopbackSocket],
        milliseconds: Int32
    ) -> Set<Int32> {
        var waits = reading.map { pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0) }
        waits += writing.map { pollfd(fd: $0.number, events: Int16(POLLOUT), revents: 0) }
        guard unsafe poll(&waits, nfds_t(waits.count), milliseconds) > 0 else { return [] }
        return Set(waits.filter { $0.revents != 0 }.map(\.fd))
    }

    /// Never waits in a call, and is not handed on to other programs.
    private func prepare() -> Bool {
        #if canImport(Darwin)
        set(SOL_SOCKET, SO_NOSIGPIPE, 1)
        #endif
        return fcntl(number, F_SETFL, O_NONBLOCK) == 0 && fcntl(number, F_SETFD, FD_CLOEXEC) == 0
    }

    private func set(_ level: Int32, _ option: Int32, _ value: Int32) {
        var value = value
        _ = unsafe setsockopt(number, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }
}

#if canImport(Darwin)
private let streamType = SOCK_STREAM
#else
private let streamType = Int32(SOCK_STREAM.rawValue)
#endif

private func bindIPv4(_ number: Int32, _ port: UInt16) -> Bool {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return unsafe withUnsafePointer(to: &address) { place in
        unsafe place.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            unsafe bind(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
    }
}

private func bindIPv6(_ number: Int32, _ port: UInt16) -> Bool {
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_port = port.bigEndian
    address.sin6_addr = in6addr_loopback
    return unsafe withUnsafePointer(to: &address) { place in
        unsafe place.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            unsafe bind(number, $0, socklen_t(MemoryLayout<sockaddr_in6>.size)) == 0
        }
    }
}

// Inside LoopbackSocket the methods of the same names would be found instead.
private func posixListen(_ number: Int32, _ backlog: Int32) -> Int32 { listen(number, backlog) }

private func posixAccept(_ number: Int32) -> Int32 { accept(number, nil, nil) }

private func posixSend(_ number: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Darwin)
    unsafe send(number, bytes.baseAddress, bytes.count, 0)
    #else
    unsafe send(number, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    #endif
}
