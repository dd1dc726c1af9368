internal import SeamPackets

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

extension TCPSocket {
    /// Connects to a host; its addresses are raced (RFC 8305), IPv6 and IPv4 in turn.
    ///
    /// - Throws: what the last address said when none answered, `timedOut` when none did in time.
    public static func connect(
        to target: HostPort,
        _ options: SocketOptions = SocketOptions(),
        timeout: Duration = .seconds(30)
    ) async throws(ConnectionError) -> TCPSocket {
        let deadline = ContinuousClock.now + timeout
        let addresses = interleaved(try await NameLookup.addresses(of: target))
        return try await ConnectRace(addresses, options, until: deadline).run()
    }

    /// The addresses with their families in turn, that of the first one first (RFC 8305 §4).
    static func interleaved(_ addresses: [SocketAddress]) -> [SocketAddress] {
        var first = addresses.filter { $0.family == addresses.first?.family }[...]
        var second = addresses.filter { $0.family != addresses.first?.family }[...]
        var result: [SocketAddress] = []
        while !first.isEmpty || !second.isEmpty {
            if let address = first.popFirst() { result.append(address) }
            if let address = second.popFirst() { result.append(address) }
        }
        return result
    }

    /// Connects to one address.
    static func connect(
        _ address: SocketAddress,
        _ options: SocketOptions,
        until deadline: ContinuousClock.Instant
    ) async throws(ConnectionError) -> TCPSocket {
        let doing = "connecting to \(address.endpoint?.description ?? "?")"
        guard let file = SocketCalls.open(address.family) else { throw ConnectionError(errno, doing) }
        SocketCalls.setBuffers(file, send: options.sendBuffer, receive: options.receiveBuffer)
        do throws(ConnectionError) {
            switch SocketCalls.connect(file, address) {
            case .done: break
            case .failed(let code): throw ConnectionError(code, doing)
            case .wouldWait:
                switch await SocketLoop.shared.wait(file, .writable, until: deadline, unless: { false }) {
                case .ready: break
                case .timedOut: throw ConnectionError(.timedOut, "\(doing): no answer in time")
                case .cancelled, .closed: throw ConnectionError(.cancelled, "\(doing): cancelled")
                }
                let code = SocketCalls.pendingError(file)
                if code != 0 { throw ConnectionError(code, doing) }
            }
        } catch {
            SocketCalls.close(file)
            throw error
        }
        return TCPSocket(file: file, options)
    }
}

/// Attempts at the addresses of a host, each begun a little behind the one before or when that failed.
private struct ConnectRace {
    /// What an attempt has over the next one (RFC 8305 §5: "Connection Attempt Delay").
    private static let lead = Duration.milliseconds(250)

    private enum Event {
        case connected(TCPSocket)
        case failed(ConnectionError)
        case leadIsOver(attempt: Int)
    }

    private let addresses: [SocketAddress]
    private let options: SocketOptions
    private let deadline: ContinuousClock.Instant

    init(_ addresses: [SocketAddress], _ options: SocketOptions, until deadline: ContinuousClock.Instant) {
        self.addresses = addresses
        self.options = options
        self.deadline = deadline
    }

    func run() async throws(ConnectionError) -> TCPSocket {
        let result = await withTaskGroup(of: Event.self) { group in
            let result = await race(&group)
            group.cancelAll()
            // One that was late is not kept.
            for await event in group {
                if case .connected(let socket) = event { socket.close() }
            }
            return result
        }
        return try result.get()
    }

    private func race(_ group: inout TaskGroup<Event>) async -> Result<TCPSocket, ConnectionError> {
        var begun = 0
        var failed = 0
        var lastError = ConnectionError(.unknownHost, "the host has no address")
        begin(&begun, in: &group)
        while failed < addresses.count, let event = await group.next() {
            switch event {
            case .connected(let socket): return .success(socket)
            case .failed(let error):
                failed += 1
                lastError = error
                if failed == begun { begin(&begun, in: &group) }
            case .leadIsOver(let attempt):
                if attempt == begun { begin(&begun, in: &group) }
            }
        }
        return .failure(lastError)
    }

    private func begin(_ begun: inout Int, in group: inout TaskGroup<Event>) {
        guard begun < addresses.count else { return }
        let address = addresses[begun]
        begun += 1
        group.addTask { [options, deadline] in
            do throws(ConnectionError) {
                return .connected(try await TCPSocket.connect(address, options, until: deadline))
            } catch {
                return .failed(error)
            }
        }
        guard begun < addresses.count else { return }
        group.addTask { [begun] in
            try? await Task.sleep(for: Self.lead)
            return .leadIsOver(attempt: begun)
        }
    }
}
