// While lanes take a gathering each tells a scribe; what they wrote is said while the next gathering is taken.

extension Pipeline {
    /// About so much is written of a gathering, in bytes: more are gathered, or fewer, when it was not.
    private static let usual = 1 << 20
    /// Bytes of packets to begin with, and at least and at most: a message of a byte takes a row of hundreds.
    private static let first = 64 << 10
    private static let range = 16 << 10...128 << 10

    /// Finds scribes for the lanes, two each, as there are two gatherings.
    mutating func engageScribes() {
        guard let observer = observer as? any SharedObserver else { return }
        for place in 0..<gatherings.count {
            transcripts.append((0..<Lane.count).map { _ in Transcript(observer.makeScribe()) })
            gatherings[place].capacity.bytes = Self.first
        }
    }

    /// Has the lanes tell the scribes of a gathering.
    mutating func tellScribes(of gathering: Int) {
        guard !transcripts.isEmpty else { return }
        for lane in lanes.indices { lanes[lane].transcript = transcripts[gathering][lane] }
    }

    /// Has the lanes tell the observer again.
    mutating func tellObserver(after gathering: Int) {
        guard !transcripts.isEmpty else { return }
        for lane in lanes.indices { lanes[lane].transcript = nil }
        unsaid = gathering
    }

    /// Says what was written of the gathering that was taken last.
    mutating func say() {
        guard let gathering = unsaid else { return }
        unsaid = nil
        transcripts[gathering].say()
        let size = transcripts[gathering].reduce(0) { $0 + $1.size }
        for one in transcripts[gathering] { one.clear() }
        fit(size)
    }

    /// Fits how much is gathered at a time to what was written of it.
    private mutating func fit(_ size: Int) {
        var bytes = gatherings[filling].capacity.bytes
        if size > 2 * Self.usual { bytes /= 2 }
        if size < Self.usual / 2 { bytes *= 2 }
        bytes = min(max(bytes, Self.range.lowerBound), Self.range.upperBound)
        for place in 0..<gatherings.count { gatherings[place].capacity.bytes = bytes }
    }
}
