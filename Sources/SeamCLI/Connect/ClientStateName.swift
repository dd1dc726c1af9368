import SeamConnection

/// What a client is doing, in words.
struct ClientStateName {
    /// The word in JSON.
    let name: StaticString
    /// Which attempt it is, where attempts are counted.
    let attempt: Int?
    /// What a person is told; nil where something else says it.
    let words: String?

    init(_ state: ClientState) {
        switch state {
        case .idle: (name, attempt, words) = ("idle", nil, nil)
        case .connecting(let number):
            (name, attempt, words) = (
                "connecting", number, number > 1 ? "connecting, attempt \(number)" : nil
            )
        case .connected: (name, attempt, words) = ("connected", nil, nil)
        case .pausing(let pause, let number):
            let milliseconds =
                pause.components.seconds * 1000 + pause.components.attoseconds / 1_000_000_000_000_000
            (name, attempt, words) = ("pausing", number, "connecting again in \(milliseconds) ms")
        case .waitingForNetwork:
            (name, attempt, words) = ("waiting-for-network", nil, "waiting for the network")
        case .stopped: (name, attempt, words) = ("stopped", nil, "ended")
        }
    }
}
