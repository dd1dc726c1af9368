import SeamBytes
import SeamCodecs
import SeamStreams
import Testing

@testable import SeamAnalysis

@Suite("Bytes that belong to no message")
struct LostBytesTests {
    /// A half of a codec, or of none, which gets each piece of text in a packet of its own.
    struct Talk: ~Copyable {
        var half = HalfAnalysis(
            stream: 0,
            side: .client,
            decoder: CodecDecoder(NoDecoder()),
            wantsPicture: false
        )
        private var batch = UnitBatch(wantsDetails: false)
        private var offset = 0
        private var packet = 0

        init(_ codec: String?) throws {
            guard let codec else { return }
            let factory = try CodecRegistry.factory(codec)
            half.start(factory.name, factory.make().client, at: Timestamp(nanoseconds: 0))
        }

        mutating func send(_ text: String, times: Int = 1, to receiver: (any UnitReceiver)? = nil) {
            let bytes = Array(text.utf8)
            for _ in 0..<times {
                packet += 1
                let range = ByteRange(offset, offset + bytes.count)
                var carrier = Carrier(range, packet: packet, time: Timestamp(nanoseconds: packet))
                half.carry(&carrier)
                _ = half.feed(bytes.rawSpan, &batch, receiver)
                offset = range.end
            }
        }

        mutating func finish(_ receiver: any UnitReceiver) { half.finish(.closed, &batch, receiver) }
    }

    /// What was told of each unit.
    private final class Log: UnitReceiver {
        var lines: [String] = []

        func receive(
            _ unit: UnitReport,
            _ finder: borrowing SeamFinder,
            _ batch: borrowing UnitBatch,
            _ place: Int
        ) {
            let packets = finder.segments(of: unit.result).map(\.packet)
            let leftOut = finder.leftOutSegments(of: unit.result)
            lines.append(
                "\(unit.unit.kind) \(unit.unit.range) in \(packets.first ?? 0) to \(packets.last ?? 0), \(leftOut) left out"
            )
        }
    }

    // Netty's decoder too discards what is too long up to the next delimiter.
    @Test(
        "in however many packets, few of these are remembered where nobody is told",
        arguments: [nil, "stomp", "length:width=2,max=16", "delimiter:bytes=7c,max=16"] as [String?]
    )
    func few(_ codec: String?) throws {
        var talk = try Talk(codec)
        for _ in 0..<100 {
            talk.send("ABCD", times: 50)
            #expect(talk.half.finder.carriers.count <= 10)
        }
    }

    @Test("whoever is told gets the first and the last packet, and how many are left out")
    func told() throws {
        let log = Log()
        var talk = try Talk("delimiter:bytes=7c,max=16")
        talk.send("a|", to: log)
        talk.send("ABCD", times: 1000, to: log)
        #expect(talk.half.finder.carriers.count <= SeamFinder.lostLimit + 1)
        talk.send("E|", to: log)
        talk.send("b", times: 10, to: log)
        talk.send("|", to: log)
        talk.finish(log)
        #expect(log.lines.count == 3)
        #expect(log.lines.first == "message 0..<2 in 1 to 1, 0 left out")
        // 1001 packets, of which no more than 65 are remembered.
        let lost = try #require(log.lines.dropFirst().first)
        #expect(lost.hasPrefix("undecoded 2..<4004 in 2 to 1002, 9"), "\(lost)")
        #expect(log.lines.last == "message 4004..<4015 in 1003 to 1013, 0 left out")
    }

    @Test("of a message in as many packets all are remembered")
    func message() throws {
        let log = Log()
        var talk = try Talk("delimiter:bytes=7c")
        talk.send("b", times: 1000)
        talk.send("|", to: log)
        #expect(log.lines == ["message 0..<1001 in 1 to 1001, 0 left out"])
    }
}
