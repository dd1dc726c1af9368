/// Knuth's MMIX generator: the same numbers from the same seed on every machine.
struct SeededGenerator: Sendable {
    private(set) var state: UInt64

    init(seed: UInt64) { state = seed }

    /// The next number from 0 to below `bound`.
    mutating func next(below bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        // The low bits of such a generator repeat soon.
        return Int(state >> 33) % max(1, bound)
    }
}
