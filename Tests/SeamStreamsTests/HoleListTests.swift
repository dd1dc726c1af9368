import SeamBytes
import Testing

@testable import SeamStreams

/// Runs that come in some order, and what is kept of them then.
struct HoleCase: Sendable, CustomTestStringConvertible {
    /// What it shows.
    var testDescription: String
    /// Where each run stands and its bytes, in order of arrival; `_` is a byte that the snap length cut off.
    var runs: [(Int, String)]
    /// What is kept, from offset 0: `.` for a hole, `_` for a byte that will not come, `|` where one run follows another.
    var picture: String
    /// The first and the last offset that the last run brought, nil for nothing.
    var hull: ByteRange?
    /// Whether the last run had other bytes.
    var isConflict = false
}

@Suite("Runs behind a hole")
struct HoleListTests {
    static let cases: [HoleCase] = [
        HoleCase(testDescription: "one run", runs: [(2, "ab")], picture: "..ab", hull: ByteRange(2, 4)),
        HoleCase(
            testDescription: "a run behind another",
            runs: [(2, "ab"), (6, "cd")],
            picture: "..ab..cd",
            hull: ByteRange(6, 8)
        ),
        HoleCase(
            testDescription: "a run before another",
            runs: [(6, "cd"), (2, "ab")],
            picture: "..ab..cd",
            hull: ByteRange(2, 4)
        ),
        HoleCase(
            testDescription: "a run right behind another stays a run of its own",
            runs: [(2, "ab"), (4, "cd")],
            picture: "..ab|cd",
            hull: ByteRange(4, 6)
        ),
        HoleCase(
            testDescription: "a run right before another",
            runs: [(4, "cd"), (2, "ab")],
            picture: "..ab|cd",
            hull: ByteRange(2, 4)
        ),
        HoleCase(
            testDescription: "a run that fills a hole between two",
            runs: [(2, "ab"), (6, "ef"), (4, "cd")],
            picture: "..ab|cd|ef",
            hull: ByteRange(4, 6)
        ),
        HoleCase(
            testDescription: "the same run again",
            runs: [(2, "ab"), (2, "ab")],
            picture: "..ab",
            hull: nil
        ),
        HoleCase(
            testDescription: "the same place with other bytes: the first copy stays",
            runs: [(2, "ab"), (2, "aX")],
            picture: "..ab",
            hull: nil,
            isConflict: true
        ),
        HoleCase(
            testDescription: "a part of a run again",
            runs: [(2, "abcd"), (3, "bc")],
            picture: "..abcd",
            hull: nil
        ),
        HoleCase(
            testDescription: "a longer run at the same start: its tail is new",
            runs: [(2, "ab"), (2, "abcd")],
            picture: "..ab|cd",
            hull: ByteRange(4, 6)
        ),
        HoleCase(
            testDescription: "a longer run with the same end: its front is new",
            runs: [(4, "cd"), (2, "abcd")],
            picture: "..ab|cd",
            hull: ByteRange(2, 4)
        ),
        HoleCase(
            testDescription: "a run around another brings two runs with one hull",
            runs: [(4, "cd"), (2, "abcdef")],
            picture: "..ab|cd|ef",
            hull: ByteRange(2, 8)
        ),
        HoleCase(
            testDescription: "a run around another with other bytes there",
            runs: [(4, "cd"), (2, "abXXef")],
            picture: "..ab|cd|ef",
            hull: ByteRange(2, 8),
            isConflict: true
        ),
        HoleCase(
            testDescription: "a run over the end of one and the start of another",
            runs: [(2, "abc"), (7, "fgh"), (3, "bcdefg")],
            picture: "..abc|de|fgh",
            hull: ByteRange(5, 7)
        ),
        HoleCase(
            testDescription: "a run over three with holes brings what is in the holes",
            runs: [(1, "b"), (3, "d"), (5, "f"), (0, "abcdefg")],
            picture: "a|b|c|d|e|f|g",
            hull: ByteRange(0, 7)
        ),
        HoleCase(
            testDescription: "runs that touch are no overlap",
            runs: [(2, "ab"), (6, "ef"), (4, "XY")],
            picture: "..ab|XY|ef",
            hull: ByteRange(4, 6)
        ),
        HoleCase(
            testDescription: "a run whose end was cut off",
            runs: [(2, "ab__")],
            picture: "..ab__",
            hull: ByteRange(2, 4)
        ),
        HoleCase(
            testDescription: "a run of which nothing was captured",
            runs: [(2, "__")],
            picture: "..__",
            hull: nil
        ),
        HoleCase(
            testDescription: "a cut run around another: only what was captured is in the hull",
            runs: [(4, "cd"), (2, "abcd__")],
            picture: "..ab|cd|__",
            hull: ByteRange(2, 4)
        ),
        HoleCase(
            testDescription: "a cut run right before another",
            runs: [(6, "ef"), (2, "ab__")],
            picture: "..ab__|ef",
            hull: ByteRange(2, 4)
        ),
    ]

    @Test("what is kept, what is new and what conflicts", arguments: cases)
    func insert(_ example: HoleCase) {
        var list = HoleList()
        var hull: ByteRange?
        var isConflict = false
        for (start, run) in example.runs { (hull, isConflict) = list.insert(run, at: start) }
        #expect(list.picture == example.picture)
        #expect(hull == example.hull)
        #expect(isConflict == example.isConflict)
    }

    @Test("bytes that are delivered at once are compared and counted in the hull, but not kept")
    func direct() {
        // delivered to here |----direct----|==held==|---kept---|
        var list = HoleList()
        _ = list.insert("cd", at: 2)
        let (hull, isConflict) = list.insert("abXdef", at: 0, direct: 2)
        #expect(list.picture == "..cd|ef")
        #expect(hull == ByteRange(0, 6))
        #expect(isConflict)
    }

    @Test("a run is taken from where it starts, and nowhere else")
    func take() {
        var list = HoleList()
        _ = list.insert("cd", at: 2)
        #expect(list.take(at: 1) == nil)
        #expect(list.take(at: 3) == nil)
        #expect(list.take(at: 2)?.bytes == Array("cd".utf8))
        #expect(list.take(at: 2) == nil)
        #expect(list.isEmpty)
    }

    @Test("bytes reach to the next hole, and no further than what was captured")
    func reach() {
        var list = HoleList()
        for (start, run) in [(2, "cd"), (4, "ef__"), (8, "ij")] { _ = list.insert(run, at: start) }
        #expect(list.reach(from: 0) == 0)
        #expect(list.reach(from: 2) == 6)
        #expect(list.reach(from: 8) == 8)
    }

    @Test("each run costs its bytes and a fixed overhead, and costs nothing once it is taken")
    func cost() {
        var list = HoleList()
        for start in 1...200 { _ = list.insert("x", at: start * 2) }
        #expect(list.cost == 200 * (1 + HeldSegment.overhead))
        for start in 1...200 { #expect(list.take(at: start * 2) != nil) }
        #expect(list.cost == 0)
    }

    @Test("whatever the order of arrival, the same bytes are kept")
    func anyOrder() {
        let text = Array("abcdefghij")
        // Knuth's MMIX generator: the same orders on every machine.
        var state: UInt64 = 7
        for _ in 0..<200 {
            var order = Array(text.indices)
            for place in order.indices.dropFirst() {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                order.swapAt(place, Int(state >> 33) % (place + 1))
            }
            var list = HoleList()
            for start in order {
                _ = list.insert(String(text[start..<min(start + 3, text.count)]), at: start + 1)
            }
            #expect(list.picture.filter { $0 != "|" } == ".abcdefghij", "order \(order)")
        }
    }
}

extension HoleList {
    /// Inserts a run, of which the bytes `_` at its end were cut off.
    mutating func insert(
        _ run: String,
        at start: Int,
        direct: Int = 0
    ) -> (hull: ByteRange?, isConflict: Bool) {
        let bytes = Array(run.utf8.filter { $0 != UInt8(ascii: "_") })
        let range = ByteRange(start, start + bytes.count)
        let isConflict = conflicts(bytes.rawSpan, at: range)
        let hull = insert(
            bytes.rawSpan,
            at: range,
            cut: run.utf8.count - bytes.count,
            direct: direct,
            packet: 1,
            time: Timestamp(nanoseconds: 0)
        )
        return (hull, isConflict)
    }

    /// What is kept, as in `HoleCase`.
    var picture: String {
        var rest = self
        var picture = ""
        var end = 0
        while let start = rest.firstStart, let run = rest.take(at: start) {
            if start == end, !picture.isEmpty { picture += "|" }
            picture += String(repeating: ".", count: start - end)
            picture += String(decoding: run.bytes, as: UTF8.self) + String(repeating: "_", count: run.cut)
            end = run.range.end
        }
        return picture
    }
}
