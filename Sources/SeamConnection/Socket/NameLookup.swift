internal import SeamBytes
internal import SeamPackets

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// Names into addresses.
enum NameLookup {
    /// The addresses of a host, in the order in which the system would try them (RFC 6724).
    ///
    /// getaddrinfo(3) blocks, so it has a thread of its own; when the task is cancelled it runs on to nobody.
    static func addresses(
        of target: HostPort,
        toListen: Bool = false
    ) async throws(ConnectionError) -> [SocketAddress] {
        let answer = await withCheckedContinuation { (answer: CheckedContinuation<Answer, Never>) in
            let failure = SystemThread.start {
                answer.resume(returning: lookUp(target, toListen: toListen))
            }
            if failure != 0 {
                answer.resume(returning: .failure(ConnectionError(.system, "no thread for a name lookup")))
            }
        }
        return try answer.get()
    }

    private typealias Answer = Result<[SocketAddress], ConnectionError>

    private static func lookUp(_ target: HostPort, toListen: Bool) -> Answer {
        var hints = unsafe addrinfo()
        unsafe hints.ai_family = AF_UNSPEC
        #if canImport(Darwin)
        unsafe hints.ai_socktype = SOCK_STREAM
        #else
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #endif
        unsafe hints.ai_flags = AI_NUMERICSERV | (toListen ? AI_PASSIVE : 0)
        var list: UnsafeMutablePointer<addrinfo>?
        let host = target.host.isEmpty ? nil : target.host
        let code = unsafe getaddrinfo(host, "\(target.port)", &hints, &list)
        guard code == 0 else {
            let words = unsafe String(cString: gai_strerror(code))
            let isDown = code == EAI_AGAIN
            return .failure(ConnectionError(isDown ? .networkDown : .unknownHost, "\(target.host): \(words)"))
        }
        defer { unsafe freeaddrinfo(list) }
        var addresses: [SocketAddress] = []
        var next = unsafe list
        while let entry = unsafe next {
            if let pointer = unsafe entry.pointee.ai_addr,
                let address = unsafe SocketAddress(pointer, size: Int(entry.pointee.ai_addrlen))
            {
                addresses.append(address)
            }
            unsafe next = entry.pointee.ai_next
        }
        return .success(addresses)
    }
}
