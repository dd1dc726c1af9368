import SeamBytes

extension Rechunk {
    /// Checks any decoder through a closure; nil when every way of cutting that was tried gives the same messages.
    ///
    /// `decode` takes the pieces of the stream, none of them empty, feeds them to a fresh decoder and returns its
    /// messages. With `expected` these must also be the right ones. What it throws counts as an answer.
    public static func counterexample<Message: Equatable>(
        _ bytes: [UInt8],
        expected: [Message]? = nil,
        random: Int = 32,
        everyPlace: Int = 2048,
        seed: UInt64 = 1,
        messages decode: (_ pieces: [[UInt8]]) throws -> [Message]
    ) -> Counterexample? {
        func answer(_ cuts: [Int]) -> [String] {
            do {
                return try decode(pieces(of: bytes, cuts)).map { String(reflecting: $0) }
            } catch {
                return ["an error: \(error)"]
            }
        }
        if let expected = expected.map({ $0.map { String(reflecting: $0) } }) {
            let whole = answer([])
            if whole != expected { return Counterexample(cuts: [], whole: expected, pieces: whole) }
        }
        return search(bytes, random: random, everyPlace: everyPlace, seed: seed, answer)
    }

    /// Throws the counterexample of `counterexample(_:expected:random:everyPlace:seed:messages:)`, for a test to show.
    public static func verify<Message: Equatable>(
        _ bytes: [UInt8],
        expected: [Message]? = nil,
        seed: UInt64 = 1,
        messages decode: (_ pieces: [[UInt8]]) throws -> [Message]
    ) throws(Counterexample) {
        let found = counterexample(bytes, expected: expected, seed: seed, messages: decode)
        if let found { throw found }
    }

    /// The bytes in pieces that end at `cuts`, none of them empty.
    public static func pieces(of bytes: [UInt8], _ cuts: [Int]) -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        feed(bytes, cuts) { pieces.append([UInt8](copying: $0)) }
        return pieces
    }
}
