/// Keeps a connection: opens it, lets it run, and opens it again as the policy says.
package struct Keeper<Session: Sendable>: Sendable {
    private let target: HostPort
    private let policy: ReconnectPolicy
    private let log: ChangeLog
    /// Connects, logs in, subscribes.
    private let open: @Sendable () async throws(ConnectionError) -> Session
    /// Runs until the connection ends, and says why.
    private let run: @Sendable (Session) async -> ConnectionError

    /// A keeper of connections to `target`.
    package init(
        target: HostPort,
        policy: ReconnectPolicy,
        log: ChangeLog,
        open: @escaping @Sendable () async throws(ConnectionError) -> Session,
        run: @escaping @Sendable (Session) async -> ConnectionError
    ) {
        self.target = target
        self.policy = policy
        self.log = log
        self.open = open
        self.run = run
    }

    /// Why a connection ended that the user left.
    package static var userLeft: ConnectionError { ConnectionError(.closed, "the user left") }
    /// Why a connection ended that the server left.
    package static var serverLeft: ConnectionError {
        ConnectionError(.ended, "the server ended the connection")
    }

    /// Goes on until the task is cancelled or the policy gives up; answers with the last reason.
    package func keep() async -> ConnectionError {
        var attempt = 0
        while true {
            attempt += 1
            let reason = await once(&attempt)
            if Task.isCancelled { return stop(Self.userLeft) }
            let isDown = await isNetworkDown(reason)
            if policy.limit == 0 || !ReconnectPolicy.isWorthAnother(after: reason.kind) {
                return stop(reason)
            }
            if isDown {
                log.note(ClientChange(state: .waitingForNetwork, reason: reason))
                guard await waitForNetwork() else { return stop(Self.userLeft) }
                attempt = 0
            } else {
                // A network that seems to be there but leads nowhere says nothing of the server.
                let isCounted = reason.kind != .networkDown
                if isCounted, let limit = policy.limit, attempt > limit { return stop(reason) }
                let pause = policy.pause(before: attempt, random: Double.random(in: 0...1))
                log.note(ClientChange(state: .pausing(pause, attempt: attempt), reason: reason))
                do {
                    try await Task.sleep(for: pause)
                } catch {
                    return stop(Self.userLeft)
                }
            }
        }
    }

    /// One connection from its first attempt to its end.
    private func once(_ attempt: inout Int) async -> ConnectionError {
        log.note(ClientChange(state: .connecting(attempt: attempt)))
        do throws(ConnectionError) {
            let session = try await open()
            let start = ContinuousClock.now
            log.note(ClientChange(state: .connected))
            let reason = await run(session)
            if ContinuousClock.now - start >= policy.settledAfter { attempt = 1 }
            return reason
        } catch {
            return error
        }
    }

    private func stop(_ reason: ConnectionError) -> ConnectionError {
        log.note(ClientChange(state: .stopped, reason: reason))
        return reason
    }

    /// Whether what looks like a server that went is a network that did.
    private func isNetworkDown(_ reason: ConnectionError) async -> Bool {
        switch reason.kind {
        case .networkDown, .timedOut, .reset, .system, .unknownHost: await !NetworkPath.exists(to: target)
        default: false
        }
    }

    /// Waits until there is a way to the target; false when the task was cancelled.
    ///
    /// The first look comes behind a pause: a way that seems to be there may lead nowhere, and must not be tried
    /// without end.
    private func waitForNetwork() async -> Bool {
        while true {
            do {
                try await Task.sleep(for: policy.networkInterval)
            } catch {
                return false
            }
            if await NetworkPath.exists(to: target) { return true }
        }
    }
}
