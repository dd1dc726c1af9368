import SeamBytes
import SeamCodecs
import SeamConnection
import SeamPackets
import Testing

/// Pieces of a stream that do not end where messages do.
enum Cutting: String, CaseIterable, Sendable {
    case whole, glued, torn, random, bytes

    /// How many messages are sent so: a byte a write is slow.
    var count: Int { self == .bytes ? 300 : 5000 }

    /// The sizes of the pieces that messages of these sizes are written in.
    func pieces(of sizes: [Int], _ random: inout some RandomNumberGenerator) -> [Int] {
        switch self {
        case .whole: return sizes
        case .bytes: return [Int](repeating: 1, count: sizes.reduce(0, +))
        case .torn:
            // Each message in two, at a place of its own.
            return sizes.flatMap { size in
                let first = Int.random(in: 1..<size, using: &random)
                return [first, size - first]
            }
        case .glued, .random:
            var left = sizes.reduce(0, +)
            var pieces: [Int] = []
            while left > 0 {
                let size = self == .glued ? 50_000 : Int.random(in: 1...3000, using: &random)
                pieces.append(min(left, size))
                left -= pieces[pieces.count - 1]
            }
            return pieces
        }
    }
}

@Suite(.serialized, .timeLimit(.minutes(2))) struct EveryCutTests {
    /// The content of a message: its number, then bytes that follow from it.
    static func content(_ number: Int) -> [UInt8] {
        var state = UInt64(number) &* 0x9e37_79b9_7f4a_7c15 | 1
        state ^= state >> 29
        let size = Int(state % 700)
        var bytes = (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        bytes.reserveCapacity(8 + size)
        for _ in 0..<size {
            state = state &* 6_364_136_223_846_793_005 &+ 1
            bytes.append(UInt8(truncatingIfNeeded: state >> 56))
        }
        return bytes
    }

    @Test(
        "messages of random sizes arrive complete, in order and equal, however they were cut",
        arguments: Cutting.allCases
    )
    func arrive(_ cutting: Cutting) async throws {
        let sockets = try await TCPSocketTests.pair()
        let factory = try CodecRegistry.factory("tlc:type=2,length=4")
        let near = Connection(sockets.client, codec: factory)
        let far = Connection(sockets.server, codec: factory, side: .server)
        let sending = Task { try await Self.send(cutting, over: sockets.client, factory) }
        let echoing = Task {
            while let message = try await far.receive() {
                try await far.send(FrameMessage(type: message.type ?? -1, content: message.content))
            }
        }
        let start = ContinuousClock.now
        for number in 0..<cutting.count {
            let message = try await near.receive()
            guard message?.type == number & 0xffff, message?.content == Self.content(number) else {
                Issue.record("message \(number) is \(message?.summary ?? "not there")")
                break
            }
        }
        let total = try await sending.value
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        print(
            "\(cutting.rawValue): \(cutting.count) messages, \(Int(Double(total) / seconds / 1e6)) MB/s there and back"
        )
        let (received, echoed) = (await far.received, await near.received)
        #expect((received.messages, received.bytes) == (cutting.count, total))
        #expect((echoed.messages, echoed.bytes) == (cutting.count, total))
        near.close()
        _ = try? await echoing.value
    }

    private static func send(
        _ cutting: Cutting,
        over channel: any ByteChannel,
        _ factory: CodecFactory
    ) async throws -> Int {
        var writer = ByteWriter()
        var sizes: [Int] = []
        for number in 0..<cutting.count {
            let before = writer.count
            try factory.encode?(FrameMessage(type: number & 0xffff, content: content(number)), &writer)
            sizes.append(writer.count - before)
        }
        var random = SystemRandomNumberGenerator()
        var start = 0
        for size in cutting.pieces(of: sizes, &random) {
            try await channel.write(Array(writer.bytes[start..<(start + size)]))
            start += size
        }
        return start
    }
}
