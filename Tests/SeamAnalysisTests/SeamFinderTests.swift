import SeamAnalysis
import SeamBytes
import SeamStreams
import Testing

@Suite("Seams of two partitions")
struct SeamFinderTests {
    // DESIGN section 1: split if two or more carriers carried it, coalesced if a carrier of it also carried bytes of
    // another unit; a join is a message border strictly inside a carrier, a cut a carrier border strictly inside a message.
    static let drawings = [
        Drawing(
            testDescription: "one message, one segment",
            carriers: "|---------|",
            units: "|---------|",
            expected: ["whole"]
        ),
        Drawing(
            testDescription: "each message in a segment of its own",
            carriers: "|----|---|------|",
            units: "|----|---|------|",
            expected: ["whole", "whole", "whole"]
        ),
        Drawing(
            testDescription: "three messages in one segment",
            carriers: "|--------------|",
            units: "|----|----|----|",
            expected: ["coalesced join 5@1", "coalesced join 10@1", "coalesced"]
        ),
        Drawing(
            testDescription: "one message in three segments",
            carriers: "|----|----|----|",
            units: "|--------------|",
            expected: ["split cut 5@1 cut 10@2"]
        ),
        Drawing(
            testDescription: "the end of one and the start of the next share a segment",
            carriers: "|----|----|----|",
            units: "|------|-------|",
            expected: ["split+coalesced cut 5@1 join 7@2", "split+coalesced cut 10@2"]
        ),
        Drawing(
            testDescription: "the picture of DESIGN: joins and a cut",
            carriers: "|----------|------|--------------------|-----|",
            units: "|---|------|---------|--------|--------|-----|",
            expected: [
                "coalesced join 4@1", "coalesced", "split+coalesced cut 18@2 join 21@3",
                "coalesced join 30@3",
                "coalesced", "whole",
            ]
        ),
        Drawing(
            testDescription: "a whole message between two that share segments with others",
            carriers: "|-----|---|-----|",
            units: "|--|--|---|--|--|",
            expected: ["coalesced join 3@1", "coalesced", "whole", "coalesced join 13@3", "coalesced"]
        ),
        Drawing(
            testDescription: "a border that both have is no seam",
            carriers: "|----|----|",
            units: "|----|----|",
            expected: ["whole", "whole"]
        ),
        Drawing(
            testDescription: "one byte of the next message is enough to be coalesced",
            carriers: "|-----|---|",
            units: "|----|----|",
            expected: ["coalesced join 5@1", "split+coalesced cut 6@1"]
        ),
        Drawing(
            testDescription: "a gap between messages is whole and has no carrier",
            carriers: "|----|....|----|",
            units: "|----|....|----|",
            expected: ["whole", "whole", "whole"]
        ),
        Drawing(
            testDescription: "a gap ends a segment: what stands before it is no join",
            carriers: "|-------|....|----|",
            units: "|----|--|....|----|",
            expected: ["coalesced join 5@1", "coalesced", "whole", "whole"]
        ),
        Drawing(
            testDescription:
                "bytes that no decoder placed are no message: a segment border in them is no cut",
            carriers: "|----|------|----|",
            units: "|-??????????|----|",
            expected: ["split", "whole"]
        ),
        Drawing(
            testDescription: "a message behind bytes that no decoder placed starts at a join",
            carriers: "|----|------|",
            units: "|-??????|---|",
            expected: ["split+coalesced join 8@2", "coalesced"]
        ),
        Drawing(
            testDescription: "a message with a hole in it is cut where the hole starts",
            carriers: "|----|....|----|",
            units: "|--------------|",
            expected: ["split cut 5@1"]
        ),
        Drawing(
            testDescription: "a message whose end is missing has one carrier",
            carriers: "|----|....|----|",
            units: "|---------|----|",
            expected: ["whole", "whole"]
        ),
        Drawing(
            testDescription:
                "a segment that brought two runs carried both messages, though no border is inside a run",
            carriers: "|---|----|---|",
            units: "|---|----|---|",
            expected: ["coalesced", "whole", "coalesced"],
            hulls: [2: ByteRange(0, 13)],
            packets: [2, 1, 2]
        ),
        Drawing(
            testDescription: "two runs of one segment in the same message",
            carriers: "|---|----|---|",
            units: "|------------|",
            expected: ["split cut 4@2 cut 9@1"],
            hulls: [2: ByteRange(0, 13)],
            packets: [2, 1, 2]
        ),
        Drawing(
            testDescription: "a run whose segment also brought a run of another message, far behind",
            carriers: "|---|----|---|----|",
            units: "|---|----|--------|",
            expected: ["coalesced", "whole", "split+coalesced cut 13@2"],
            hulls: [2: ByteRange(0, 13)],
            packets: [2, 1, 2, 3]
        ),
    ]

    @Test("verdicts, joins and cuts", arguments: drawings)
    func compare(_ drawing: Drawing) {
        #expect(drawing.results == drawing.expected)
    }

    @Test("the units of a drawing reach as far as its carriers", arguments: drawings)
    func drawingsAreTotal(_ drawing: Drawing) {
        #expect(drawing.carriers.count == drawing.units.count)
    }

    @Test("carriers and units may come in turns")
    func inTurns() {
        //  |----|----|      carriers: a unit is compared as soon as it is complete
        //  |--|----|-|
        var finder = SeamFinder()
        finder.add(Carrier(ByteRange(0, 5), packet: 1, time: Timestamp(nanoseconds: 1)))
        #expect(finder.compare(ByteRange(0, 3)).verdict == .coalesced)
        finder.add(Carrier(ByteRange(5, 10), packet: 2, time: Timestamp(nanoseconds: 2)))
        #expect(finder.compare(ByteRange(3, 8)).verdict == .splitAndCoalesced)
        #expect(finder.compare(ByteRange(8, 10)).verdict == .coalesced)
    }

    /// Adds carriers of one byte each.
    func add(_ count: Int, to finder: inout SeamFinder, from start: Int) {
        for offset in start..<start + count {
            finder.add(
                Carrier(
                    ByteRange(offset, offset + 1),
                    packet: offset + 1,
                    time: Timestamp(nanoseconds: offset)
                )
            )
        }
    }

    @Test(
        "of a message in very many pieces all are counted and some remembered",
        arguments: [
            SeamFinder.carrierLimit, SeamFinder.carrierLimit + 1, 10 * SeamFinder.carrierLimit,
        ]
    )
    func manyPieces(_ count: Int) {
        var finder = SeamFinder()
        add(count, to: &finder, from: 0)
        let result = finder.compare(ByteRange(0, count))
        #expect(result.verdict == .split)
        #expect(result.cuts == count - 1)
        #expect(result.carriers.count <= SeamFinder.carrierLimit)
        #expect(finder.carriers[result.carriers.lowerBound].packet == 1)
        #expect(finder.carriers[result.carriers.upperBound - 1].packet == count)
    }

    @Test(
        "the more connections there are, the fewer carriers of each are remembered, but all are counted",
        arguments: [(1, 4096), (64, 4096), (128, 2048), (5000, 64), (1 << 20, 64)]
    )
    func manyConnections(_ connections: Int, _ limit: Int) {
        #expect(SeamFinder.share(of: SeamFinder.carrierLimit, among: connections) == limit)
        var finder = SeamFinder(limit: limit)
        add(10_000, to: &finder, from: 0)
        #expect(finder.carriers.count <= limit)
        #expect(finder.compare(ByteRange(0, 10_000)).cuts == 9999)
    }

    @Test("what was left out of one message does not count for the next")
    func afterManyPieces() {
        var finder = SeamFinder()
        let many = 2 * SeamFinder.carrierLimit
        add(many, to: &finder, from: 0)
        #expect(finder.compare(ByteRange(0, many)).cuts == many - 1)
        add(3, to: &finder, from: many)
        #expect(finder.compare(ByteRange(many, many + 3)).cuts == 2)
        add(many, to: &finder, from: many + 3)
        #expect(finder.compare(ByteRange(many + 3, 2 * many + 3)).cuts == many - 1)
    }

    @Test("the carriers of one message do not crowd out those of the next")
    func oneAfterTheOther() {
        var finder = SeamFinder()
        let count = SeamFinder.carrierLimit - 1
        for start in [0, count, 2 * count] {
            add(count, to: &finder, from: start)
            let result = finder.compare(ByteRange(start, start + count))
            #expect(result.cuts == count - 1)
            #expect(result.carriers.count == count)
        }
    }

    @Test("a message in more pieces than usual changes nothing for those behind it", arguments: 1...10)
    func fewMorePieces(_ pieces: Int) {
        var finder = SeamFinder()
        var start = 0
        for count in [2, pieces, 1, 3, pieces, 2] {
            add(count, to: &finder, from: start)
            let result = finder.compare(ByteRange(start, start + count))
            #expect(result.cuts == count - 1)
            #expect(result.carriers.map { finder.carriers[$0].packet } == Array(start + 1...start + count))
            start += count
        }
    }

    @Test("carriers are forgotten once their bytes belong to units")
    func bounded() {
        var finder = SeamFinder()
        // The second half of each carrier stays for the next unit, so that there is never none.
        //  |--|--|--|--|
        //  |-|--|--|--|-|
        finder.add(Carrier(ByteRange(0, 2), packet: 1, time: Timestamp(nanoseconds: 1)))
        for index in 1...(3 * SeamFinder.carrierLimit) {
            let carrier = ByteRange(2 * index, 2 * index + 2)
            finder.add(Carrier(carrier, packet: index + 1, time: Timestamp(nanoseconds: index)))
            let result = finder.compare(ByteRange(2 * index - (index == 1 ? 2 : 1), 2 * index + 1))
            #expect(result.verdict == .splitAndCoalesced && result.cuts == 1)
        }
        #expect(finder.carriers.count <= SeamFinder.carrierLimit)
    }
}
