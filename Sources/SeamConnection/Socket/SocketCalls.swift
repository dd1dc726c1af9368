internal import SeamPackets

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// The calls of the system that sockets need, with what differs between systems; unsafe for that.
enum SocketCalls {
    /// What a call that must not wait came to.
    enum Outcome {
        case done(Int)
        case wouldWait
        case failed(Int32)
    }

    #if canImport(Darwin)
    private static let stream = SOCK_STREAM
    private static let datagram = SOCK_DGRAM
    private static let sendFlags: Int32 = 0
    #else
    private static let stream = Int32(SOCK_STREAM.rawValue)
    private static let datagram = Int32(SOCK_DGRAM.rawValue)
    private static let sendFlags = Int32(MSG_NOSIGNAL)
    #endif

    /// A TCP socket that never waits; nil with `errno` where the system has none.
    static func open(_ family: Int32, isDatagram: Bool = false) -> Int32? {
        let file = socket(family, isDatagram ? datagram : stream, 0)
        guard file >= 0 else { return nil }
        prepare(file)
        return file
    }

    private static func prepare(_ file: Int32) {
        _ = fcntl(file, F_SETFD, FD_CLOEXEC)
        _ = fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_NONBLOCK)
        #if canImport(Darwin)
        set(file, SOL_SOCKET, SO_NOSIGPIPE, 1)
        #endif
    }

    static func set(_ file: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
        var value = value
        unsafe setsockopt(file, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    static func setNoDelay(_ file: Int32) { set(file, Int32(IPPROTO_TCP), TCP_NODELAY, 1) }
    static func setReuse(_ file: Int32) { set(file, SOL_SOCKET, SO_REUSEADDR, 1) }
    static func setBothFamilies(_ file: Int32) { set(file, Int32(IPPROTO_IPV6), IPV6_V6ONLY, 0) }
    static func setBuffers(_ file: Int32, send: Int?, receive: Int?) {
        if let send { set(file, SOL_SOCKET, SO_SNDBUF, Int32(clamping: send)) }
        if let receive { set(file, SOL_SOCKET, SO_RCVBUF, Int32(clamping: receive)) }
    }

    /// Lets close(2) end the connection with a reset.
    static func setResetOnClose(_ file: Int32) {
        var option = linger(l_onoff: 1, l_linger: 0)
        unsafe setsockopt(file, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    static func connect(_ file: Int32, _ address: SocketAddress) -> Outcome {
        let code = unsafe address.withPointer { unsafe posixConnect(file, $0, $1) }
        if code == 0 { return .done(0) }
        return errno == EINPROGRESS || errno == EINTR ? .wouldWait : .failed(errno)
    }

    /// What an attempt to connect came to, once the socket is writable: 0 or an error number.
    static func pendingError(_ file: Int32) -> Int32 {
        var code: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        guard unsafe getsockopt(file, SOL_SOCKET, SO_ERROR, &code, &size) == 0 else { return errno }
        return code
    }

    static func listen(_ file: Int32, _ address: SocketAddress, backlog: Int32) -> Int32 {
        guard unsafe address.withPointer({ unsafe bind(file, $0, $1) }) == 0 else { return errno }
        return posixListen(file, backlog) == 0 ? 0 : errno
    }

    static func accept(_ file: Int32) -> Outcome {
        let accepted = unsafe posixAccept(file, nil, nil)
        guard accepted >= 0 else { return outcome(-1) }
        prepare(accepted)
        return .done(Int(accepted))
    }

    /// Reads at most `limit` bytes into a new array.
    static func read(_ file: Int32, atMost limit: Int) -> (outcome: Outcome, bytes: [UInt8]) {
        var result = Outcome.done(0)
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            result = unsafe outcome(recv(file, buffer.baseAddress, buffer.count, 0))
            if case .done(let taken) = result { count = taken }
        }
        return (result, bytes)
    }

    /// Writes what fits of `bytes` from `start` on.
    static func write(_ file: Int32, _ bytes: [UInt8], from start: Int) -> Outcome {
        unsafe bytes.withUnsafeBytes { buffer in
            let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[start...])
            return unsafe outcome(send(file, rest.baseAddress, rest.count, sendFlags))
        }
    }

    private static func outcome(_ result: Int) -> Outcome {
        if result >= 0 { return .done(result) }
        let code = errno
        return code == EAGAIN || code == EWOULDBLOCK || code == EINTR ? .wouldWait : .failed(code)
    }

    static func shutdownWriting(_ file: Int32) -> Int32 {
        posixShutdown(file, Int32(SHUT_WR)) == 0 ? 0 : errno
    }

    /// Bytes that the peer has not acknowledged yet; 0 where the system does not tell.
    static func unacknowledged(_ file: Int32) -> Int {
        var count: Int32 = 0
        #if canImport(Darwin)
        var size = socklen_t(MemoryLayout<Int32>.size)
        guard unsafe getsockopt(file, SOL_SOCKET, SO_NWRITE, &count, &size) == 0 else { return 0 }
        #else
        guard unsafe ioctl(file, UInt(TIOCOUTQ), &count) == 0 else { return 0 }
        #endif
        return Int(count)
    }

    static func local(_ file: Int32) -> Endpoint? {
        unsafe SocketAddress.read { unsafe getsockname(file, $0, $1) }
    }

    static func peer(_ file: Int32) -> Endpoint? {
        unsafe SocketAddress.read { unsafe getpeername(file, $0, $1) }
    }

    static func close(_ file: Int32) { posixClose(file) }

    /// What the system calls an error number.
    static func words(_ code: Int32) -> String {
        guard let text = unsafe strerror(code) else { return "error \(code)" }
        return unsafe String(cString: text)
    }
}

// Inside the enum the names of its own functions hide those of the system.
@unsafe
private func posixConnect(_ file: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t) -> Int32 {
    unsafe connect(file, address, size)
}
private func posixListen(_ file: Int32, _ backlog: Int32) -> Int32 { listen(file, backlog) }
@unsafe
private func posixAccept(
    _ file: Int32,
    _ address: UnsafeMutablePointer<sockaddr>?,
    _ size: UnsafeMutablePointer<socklen_t>?
) -> Int32 { unsafe accept(file, address, size) }
private func posixShutdown(_ file: Int32, _ how: Int32) -> Int32 { shutdown(file, how) }
private func posixClose(_ file: Int32) { close(file) }
