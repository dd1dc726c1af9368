import Seam
import SeamTesting

/// A codec whose units must not depend on how its bytes were cut, nor leave any byte out.
///
///     | parameters 4 | client's share 1 | gap's place 2 | gap's length 1 | pieces 8 | bytes of both halves |
struct CodecTarget: Sendable {
    /// How many bytes of an input stand before those of the halves.
    static let headLength = 16

    /// The codec's name, and the target's.
    let name: String
    /// A spec made from four bytes.
    let spec: @Sendable ([UInt8]) -> String

    var target: FuzzTarget { FuzzTarget(name: name) { check($0) } }

    private func check(_ bytes: RawSpan) {
        var input = FuzzInput(bytes)
        let spec = spec(input.bytes(4))
        let script = HalvesScript(&input)
        // Not all values go together.
        guard let factory = try? CodecRegistry.factory(spec) else { return }
        let whole = script.play(factory, .whole)
        whole.demandTotal()
        for way in [HalvesScript.Way.pieces, .byByte] {
            let other = script.play(factory, way)
            other.demandTotal()
            demand(whole == other, "\(spec): \(way) gives \(other), in one piece \(whole)")
            let unseen = script.play(factory, way, isSeen: false)
            demand(unseen.hasUnits(of: whole), "\(spec): \(way) unseen gives \(unseen), not \(whole)")
        }
    }
}

/// The bytes of two halves, and the ways to hand them to a pair of decoders.
struct HalvesScript: ~Escapable {
    enum Way {
        /// The client's half in one piece, then the server's.
        case whole
        /// Both by turns, in the pieces that the input says.
        case pieces
        /// Both by turns, byte by byte.
        case byByte
    }

    private let client: RawSpan
    private let server: RawSpan
    /// Where in the client's half bytes are missing, and how many; 0: none.
    private let gapPlace: Int
    private let gapLength: Int
    private let pieces: [UInt8]
    private let isClosed: Bool

    @_lifetime(copy input)
    init(_ input: inout FuzzInput) {
        let share = input.byte()
        let place = input.word()
        let length = input.byte()
        pieces = input.bytes(8)
        let bytes = input.rest
        let split = share == 0 ? bytes.byteCount : bytes.byteCount * Int(share) / 256
        client = bytes.extracting(0..<split)
        server = bytes.extracting(split..<bytes.byteCount)
        gapPlace = split == 0 ? 0 : place % (split + 1)
        gapLength = Int(length & 0x7F)
        isClosed = length & 0x80 == 0
    }

    /// What the decoders make of the halves when they come this way.
    func play(_ factory: CodecFactory, _ way: Way, isSeen: Bool = true) -> HalvesResult {
        var stage = HalvesStage(factory.make(), isSeen: isSeen)
        var positions = [0, 0]
        var turn = 0
        while positions[0] < client.byteCount || positions[1] < server.byteCount {
            let side = nextSide(way, turn, positions)
            let half = side == .client ? client : server
            let start = positions[Int(side.rawValue)]
            if side == .client, start == gapPlace { stage.gap(gapLength, side) }
            var end = min(half.byteCount, start + size(way, turn))
            if side == .client, start < gapPlace { end = min(end, gapPlace) }
            stage.feed(half.extracting(start..<end), side)
            positions[Int(side.rawValue)] = end
            turn += 1
        }
        if gapPlace == client.byteCount { stage.gap(gapLength, .client) }
        let counts = [client.byteCount + gapLength, server.byteCount]
        return stage.finish(isClosed ? .closed : .cut, counts)
    }

    private func nextSide(_ way: Way, _ turn: Int, _ positions: [Int]) -> Side {
        if positions[0] == client.byteCount { return .server }
        if positions[1] == server.byteCount { return .client }
        switch way {
        case .whole: return .client
        case .pieces: return pieces[turn % pieces.count] & 0x80 == 0 ? .client : .server
        case .byByte: return turn % 2 == 0 ? .client : .server
        }
    }

    private func size(_ way: Way, _ turn: Int) -> Int {
        switch way {
        case .whole: .max / 2
        case .pieces: 1 + Int(pieces[turn % pieces.count] & 0x7F)
        case .byByte: 1
        }
    }
}
