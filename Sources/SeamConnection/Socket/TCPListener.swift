public import SeamPackets
internal import Synchronization

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// A socket that clients connect to.
public final class TCPListener: Sendable {
    private static let backlog: Int32 = 1024

    private let file: Mutex<Int32?>
    private let options: SocketOptions
    /// Where it listens; the port is the one that the system chose where 0 was asked for.
    public let local: Endpoint

    private init(file: Int32, _ options: SocketOptions, _ local: Endpoint) {
        self.file = Mutex(file)
        self.options = options
        self.local = local
    }

    deinit { close() }

    /// Listens at the first address of the host; an empty host is every address of this machine, of both families.
    public static func listen(
        on target: HostPort,
        _ options: SocketOptions = SocketOptions()
    ) async throws(ConnectionError) -> TCPListener {
        // The system lists 0.0.0.0 before ::, and only :: can serve both families.
        let addresses = try await NameLookup.addresses(of: target, toListen: true)
        let ordered =
            target.host.isEmpty
            ? addresses.filter { $0.family == AF_INET6 } + addresses.filter { $0.family != AF_INET6 }
            : addresses
        var lastError = ConnectionError(.unknownHost, "\(target.host) has no address")
        for address in ordered {
            do throws(ConnectionError) {
                return try listen(address, options, "listening on \(target)")
            } catch {
                lastError = error
            }
        }
        throw lastError
    }

    private static func listen(
        _ address: SocketAddress,
        _ options: SocketOptions,
        _ doing: String
    ) throws(ConnectionError) -> TCPListener {
        guard let file = SocketCalls.open(address.family) else { throw ConnectionError(errno, doing) }
        SocketCalls.setReuse(file)
        SocketCalls.setBuffers(file, send: options.sendBuffer, receive: options.receiveBuffer)
        if address.family == AF_INET6 { SocketCalls.setBothFamilies(file) }
        let code = SocketCalls.listen(file, address, backlog: backlog)
        guard code == 0, let local = SocketCalls.local(file) else {
            SocketCalls.close(file)
            throw ConnectionError(code == 0 ? EINVAL : code, doing)
        }
        return TCPListener(file: file, options, local)
    }

    /// The next client; one caller at a time.
    ///
    /// - Throws: `closed`, `cancelled`, or `system` where the process may open no more files: try again later.
    public func accept() async throws(ConnectionError) -> TCPSocket {
        while true {
            let (file, outcome) = try file.withLock { file throws(ConnectionError) in
                guard let file else { throw ConnectionError(.closed, "the listener is closed") }
                return (file, SocketCalls.accept(file))
            }
            switch outcome {
            case .done(let accepted): return TCPSocket(file: Int32(accepted), options)
            // The client has gone already, or the network had a fault: accept(2) says to try again.
            case .failed(ECONNABORTED), .failed(EPROTO): continue
            case .failed(let code): throw ConnectionError(code, "accepting on \(local)")
            case .wouldWait:
                switch await SocketLoop.shared.wait(file, .readable, until: nil, unless: { isClosed }) {
                case .ready, .timedOut: continue
                case .cancelled: throw ConnectionError(.cancelled, "accepting was cancelled")
                case .closed: throw ConnectionError(.closed, "the listener is closed")
                }
            }
        }
    }

    private var isClosed: Bool { file.withLock { $0 == nil } }

    /// Closes it; a pending `accept` fails with `closed`, clients that were accepted stay.
    public func close() {
        guard let file = file.withLock({ $0.take() }) else { return }
        SocketLoop.shared.forget(file)
        SocketCalls.close(file)
    }
}
