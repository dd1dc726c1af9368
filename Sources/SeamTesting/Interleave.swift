public import SeamBytes
public import SeamCodecs

/// Proof that it does not matter in which order the two halves of a connection are seen.
///
/// Some decoders listen to the other half (`Step.awaitPeer`). A capture may have an answer before its
/// question, and in any pieces: each half is cut at random, the pieces are shuffled together, and the
/// units of both halves must be the same each time.
public enum Interleave {
    /// Bytes of one half that are seen together.
    public struct Piece: Equatable, Sendable {
        /// Who sent them.
        public var side: Side
        /// How many there are.
        public var count: Int
    }

    /// An order that changes what the decoders make of the halves.
    public struct Counterexample: Equatable, Sendable, CustomStringConvertible {
        /// Who sent each piece, and how many bytes it had.
        public var order: [Piece]
        /// The units of the client's half seen first, then those of the server's.
        public var expected: [String]
        /// The units in this order.
        public var found: [String]

        /// The first unit that differs, and the start of the order.
        public var description: String {
            let index = zip(expected, found).enumerated().first { $1.0 != $1.1 }?.offset
            let place = index ?? min(expected.count, found.count)
            let first = order.prefix(8).map { "\($0.side.name) \($0.count)" }.joined(separator: ", ")
            return """
                \(first)...: unit \(place) is \(place < found.count ? found[place] : "nothing"), \
                in order \(place < expected.count ? expected[place] : "nothing")
                """
        }
    }

    /// Checks a codec; nil when every order that was tried gives the same units.
    ///
    /// Tried are: one half wholly before the other, both ways; byte by byte in turns; and `random` orders of random
    /// pieces made from `seed`.
    public static func counterexample(
        client: [UInt8],
        server: [UInt8],
        random: Int = 64,
        seed: UInt64 = 1,
        end: StreamEnd = .closed,
        _ make: () -> (client: any UnitDecoder, server: any UnitDecoder)
    ) -> Counterexample? {
        let whole = [Piece(side: .client, count: client.count), Piece(side: .server, count: server.count)]
        let expected = run(client, server, whole, end, make)
        var orders = [Array(whole.reversed())]
        orders.append(turns(client.count, server.count) { _ in 1 })
        var generator = SeededGenerator(seed: seed)
        func next(_ bound: Int) -> Int { generator.next(below: bound) }
        for round in 0..<random {
            let longest = 1 << (round % 8)
            orders.append(shuffled(client.count, server.count, longest, next))
        }
        for order in orders {
            let found = run(client, server, order, end, make)
            if found != expected { return Counterexample(order: order, expected: expected, found: found) }
        }
        return nil
    }

    private static func turns(
        _ client: Int,
        _ server: Int,
        _ size: (Side) -> Int
    ) -> [Piece] {
        var left = [client, server]
        var order: [Piece] = []
        while left[0] + left[1] > 0 {
            for side in Side.allCases where left[side.place] > 0 {
                let count = min(size(side), left[side.place])
                left[side.place] -= count
                order.append(Piece(side: side, count: count))
            }
        }
        return order
    }

    private static func shuffled(
        _ client: Int,
        _ server: Int,
        _ longest: Int,
        _ next: (Int) -> Int
    ) -> [Piece] {
        var left = [client, server]
        var order: [Piece] = []
        while left[0] + left[1] > 0 {
            let side = next(2) == 0 ? Side.client : .server
            let count = min(1 + next(longest), left[side.place])
            guard count > 0 else { continue }
            left[side.place] -= count
            order.append(Piece(side: side, count: count))
        }
        return order
    }

    /// Feeds the pieces in this order, and lets the halves answer each other as the pipeline does.
    private static func run(
        _ client: [UInt8],
        _ server: [UInt8],
        _ order: [Piece],
        _ end: StreamEnd,
        _ make: () -> (client: any UnitDecoder, server: any UnitDecoder)
    ) -> [String] {
        let pair = make()
        let decoders = [pair.client, pair.server]
        let halves = [client, server]
        var batches = [UnitBatch(wantsDetails: true), UnitBatch(wantsDetails: true)]
        var places = [0, 0]
        func settle() {
            var before = -1
            while true {
                let now = batches.reduce(0) { $0 + $1.units.count + $1.layers.count }
                guard now != before, decoders.contains(where: { $0.isAwaitingPeer }) else { return }
                before = now
                for index in [0, 1] { decoders[index].resume(into: &batches[index]) }
            }
        }
        for part in order {
            let index = part.side.place
            let count = part.count
            let bytes = halves[index]
            let piece = bytes.rawSpan.extracting(places[index]..<places[index] + count)
            decoders[index].feed(piece, into: &batches[index])
            places[index] += count
            settle()
        }
        for index in [0, 1] { decoders[index].peerEnded(into: &batches[index]) }
        for index in [0, 1] { decoders[index].finish(end, into: &batches[index]) }
        return batches.flatMap { Rechunk.lines(of: $0) }
    }
}
