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
                return try decode(pieces(of: bytes, cuts)).map { shown($0) }
            } catch {
                return ["an error: \(error)"]
            }
        }
        if let expected = expected.map({ $0.map { shown($0) } }) {
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

    /// A message as a person reads it: bytes as text where they are text of ASCII, or else in hex.
    private static func shown(_ message: some Any) -> String {
        guard let bytes = message as? [UInt8] else { return String(reflecting: message) }
        let isText = bytes.allSatisfy { (0x20...0x7E).contains($0) || [0x09, 0x0A, 0x0D].contains($0) }
        guard !isText else { return String(reflecting: String(decoding: bytes, as: UTF8.self)) }
        let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        return "<\(digits.joined(separator: " "))>"
    }

    /// The bytes in pieces that end at `cuts`, none of them empty.
    public static func pieces(of bytes: [UInt8], _ cuts: [Int]) -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        feed(bytes, cuts) { pieces.append([UInt8](copying: $0)) }
        return pieces
    }
}
