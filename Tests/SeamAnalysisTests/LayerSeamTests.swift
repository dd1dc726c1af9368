import Seam
import SeamAnalysis
import SeamCodecs
import SeamStreams
import SeamTesting
import Testing

/// Verdicts of every layer, against segments and against the messages of the layer below.
@Suite struct LayerSeamTests {
    /// Writes down the server's units as `2 message 0..<5 split of 7,8; below coalesced of 1 <- 2..<7`.
    private final class Writer: Observer {
        var lines: [String] = []

        func receive(
            _ unit: UnitReport,
            _ finder: borrowing SeamFinder,
            _ batch: borrowing UnitBatch,
            _ place: Int
        ) {
            guard unit.from == .server, let layer = unit.layer else { return }
            let packets = unit.result.carriers.map { "\(finder.carriers[$0].packet)" }.joined(separator: ",")
            let below = layer.units.map { "\($0)" }.joined(separator: ",")
            lines.append(
                "\(layer.layer) \(unit.unit.kind.name) \(unit.unit.range) \(unit.result.verdict.name) of \(packets); "
                    + "below \(layer.verdict.name) of \(below)"
            )
        }
    }

    /// The lines for what the server sends behind the handshake, packets 1 to 3.
    private func read(_ spec: String, _ packets: String...) throws -> [String] {
        let script = (["connection mss=1460 rtt=20ms", "handshake"] + packets).joined(separator: "\n")
        let capture = try CaptureScript(script)
        var options = PipelineOptions()
        options.codecs.add(try CodecRegistry.factory(spec), port: nil)
        let writer = Writer()
        var pipeline = Pipeline(options, observer: writer)
        capture.play { pipeline.take($0) }
        pipeline.finish()
        return writer.lines
    }

    @Test("a message that fills its segment is whole though its frame has a head")
    func whole() throws {
        #expect(
            try read("websocket/line", "+1ms server <82 02> \"a\\n\"") == [
                "1 message 0..<2 whole of 4; below whole of 0",
                "2 message 0..<2 whole of 4; below whole of 0",
            ]
        )
    }

    @Test("two frames in a segment are coalesced there, and whole in the layer below")
    func coalesced() throws {
        #expect(
            try read("websocket/line", "+1ms server <82 02> \"a\\n\" <82 02> \"b\\n\"") == [
                "1 message 0..<2 coalesced of 4; below whole of 0",
                "2 message 0..<2 coalesced of 4; below whole of 0",
                "1 message 2..<4 coalesced of 4; below whole of 1",
                "2 message 2..<4 coalesced of 4; below whole of 1",
            ]
        )
    }

    @Test(
        "two lines in one message are coalesced below, one over two messages split there and whole in the segment"
    )
    func inMessages() throws {
        #expect(
            try read("websocket/line", "+1ms server <82 04> \"a\\nb\\n\"") == [
                "1 message 0..<4 whole of 4; below whole of 0",
                "2 message 0..<2 coalesced of 4; below coalesced of 0",
                "2 message 2..<4 coalesced of 4; below coalesced of 0",
            ]
        )
        #expect(
            try read("websocket/line", "+1ms server <82 01> \"a\" <82 01> \"\\n\"").last
                == "2 message 0..<2 whole of 4; below split of 0,1"
        )
    }

    @Test("a payload in two segments is split, a head in a segment of its own splits the frame alone")
    func split() throws {
        #expect(
            try read("websocket", "+1ms server <82 02> \"a\"", "+1ms server \"b\"") == [
                "1 message 0..<2 split of 4,5; below whole of 0"
            ]
        )
        #expect(
            try read("websocket", "+1ms server <82>", "+1ms server <02> \"ab\"") == [
                "1 message 0..<2 whole of 5; below whole of 0"
            ]
        )
    }

    @Test("a compressed message in two segments is split though no byte of it can be told apart")
    func inflated() throws {
        #expect(
            try read("websocket", "+1ms server <c1 07 f248cd>", "+1ms server <c9c90700>") == [
                "1 message 0..<5 split of 4,5; below whole of 0"
            ]
        )
    }

    @Test("a fragmented message is split over its frames; a ping between them is none of it")
    func fragments() throws {
        #expect(
            try read("websocket", "+1ms server <02 01> \"a\" <89 00> <80 01> \"b\"") == [
                "1 message 0..<2 whole of 4; below split of 0,2"
            ]
        )
    }
}
