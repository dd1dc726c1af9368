import SeamBytes

// What the driver does while its decoder waits for the other half.

/// What comes for a half in the meantime, in order.
@usableFromInline
struct HeldInput {
    /// Bytes, and how many bytes behind them are not in the capture.
    struct Run {
        var bytes: [UInt8] = []
        var gap = 0
    }

    private(set) var runs: [Run] = []
    /// How many bytes are held, counting what holding them costs.
    private(set) var cost = 0

    mutating func append(_ bytes: RawSpan) {
        if runs.last?.gap != 0 { addRun() }
        runs[runs.count - 1].bytes.append(contentsOf: bytes)
        cost += bytes.byteCount
    }

    mutating func append(gap count: Int) {
        if runs.last?.gap != 0 { addRun() }
        runs[runs.count - 1].gap = count
    }

    private mutating func addRun() {
        runs.append(Run())
        cost += MemoryLayout<Run>.stride
    }
}

extension StreamDecoder {
    /// Keeps bytes until the other half has spoken, or until they are more than a message may keep waiting.
    @usableFromInline
    mutating func hold(_ bytes: RawSpan, _ receive: Receiver) {
        held.append(bytes)
        if held.cost > policy.windowLimit { peerEnded(receive) }
    }

    /// Takes up what has come while the decoder waited; it may have to wait again.
    mutating func replay(_ receive: Receiver) {
        var input = HeldInput()
        swap(&input, &held)
        for run in input.runs {
            if !run.bytes.isEmpty { feed(run.bytes.rawSpan, receive) }
            gap(run.gap, receive)
        }
    }
}
