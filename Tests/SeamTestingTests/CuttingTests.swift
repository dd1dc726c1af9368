import SeamBytes
import SeamTesting
import Testing

@Suite("Ways of cutting")
struct CuttingTests {
    /// `one\n` `two\n`: each ends at a multiple of 4.
    static let lines = DecoderCase(
        name: "lines",
        bytes: Array("one\ntwo\n".utf8),
        messages: [.init(ByteRange(0, 4)), .init(ByteRange(4, 8))]
    )

    /// What a decoder returns that takes each piece for a message.
    static func eachPiece(_ cuts: [Int]) -> DecoderAnswer {
        var start = 0
        let messages = (cuts + [8]).map { end in
            defer { start = end }
            return DecoderAnswer.Message(.range(ByteRange(start, end)))
        }
        return .decoded(messages, refusal: nil)
    }

    @Test("cuts in two stand at every place of a short stream, in order")
    func everyPlace() {
        var places: [[Int]] = []
        let plan = CutPlan(count: 4)
        #expect(plan.firstFailure(.inTwo) { places.append($0); return false } == nil)
        #expect(places == [[1], [2], [3]])
    }

    @Test("of a long stream that many places are cut, and those near borders")
    func longStream() {
        var plan = CutPlan(count: 100_000)
        plan.everyPlace = 100
        plan.borders = [50_001]
        var places: [Int] = []
        _ = plan.firstFailure(.inTwo) { places += $0; return false }
        #expect(places.count < 120)
        #expect(Set(49_997...50_005).isSubset(of: places))
    }

    @Test("random cuts are the same for a seed and others for another")
    func seeds() {
        func cuts(_ seed: UInt64) -> [[Int]] {
            var plan = CutPlan(count: 50)
            plan.seed = seed
            var all: [[Int]] = []
            _ = plan.firstFailure(.random) { all.append($0); return false }
            return all
        }
        #expect(cuts(7) == cuts(7))
        #expect(cuts(7) != cuts(8))
        #expect(cuts(7).allSatisfy { $0 == $0.sorted() && $0.allSatisfy { (1..<50).contains($0) } })
    }

    @Test("shrinking leaves the one cut that matters", arguments: [1, 17, 99])
    func shrinks(place: Int) {
        let plan = CutPlan(count: 100)
        #expect(plan.smallest(Array(1..<100)) { $0.contains(place) } == [place])
    }

    @Test("shrinking leaves two cuts where only both together matter")
    func shrinksToTwo() {
        let plan = CutPlan(count: 100)
        #expect(plan.smallest(Array(1..<100)) { $0.contains(3) && $0.contains(80) } == [3, 80])
    }

    @Test("a decoder that is right in all ways has no failure")
    func right() {
        let answer = DecoderAnswer.decoded(
            [.init(.bytes(Array("one".utf8))), .init(.range(ByteRange(4, 8)))],
            refusal: nil
        )
        let trial = CutTrial(Self.lines, CutPlan(count: 8)) { _ in answer }
        #expect(trial.failures.isEmpty)
        #expect(trial.count > 8)
    }

    @Test("a decoder that takes each read for a message is wrong in one piece, and right when cut between messages")
    func readIsMessage() {
        let trial = CutTrial(Self.lines, CutPlan(count: 8), Self.eachPiece)
        #expect(!trial.isRightInOnePiece)
        #expect(trial.smallest?.cuts == [])
        #expect(
            trial.smallest?.text
                == "it returns 1 message instead of 2: message 0 is 0..<8, not 0..<4"
        )
        #expect(Self.lines.mistake(in: Self.eachPiece([4])) == nil)
    }

    @Test("a failure of cutting says where the cut is")
    func cutInMessage() {
        let right = Self.eachPiece([4])
        let trial = CutTrial(Self.lines, CutPlan(count: 8)) { cuts in
            cuts.contains(6) ? .decoded([.init(.range(ByteRange(0, 4)))], refusal: nil) : right
        }
        #expect(trial.isRightInOnePiece)
        #expect(trial.smallest?.cuts == [6])
        #expect(trial.smallest?.text == "cut at byte 2 of message 1 it returns 1 message instead of 2")
        #expect(trial.failures.map(\.way) == [.inTwo, .everyByte, .random])
        #expect(trial.failures.allSatisfy { $0.cuts == [6] })
    }

    @Test("a decoder that hangs is asked three times, not in every way")
    func hangs() {
        var asked = 0
        let trial = CutTrial(Self.lines, CutPlan(count: 8)) { _ in
            asked += 1
            return .hung(1000)
        }
        #expect(asked <= 3)
        #expect(trial.smallest?.text == "it hangs: no answer for 1000 ms")
    }

    @Test("heart-beats count when the decoder tells of any")
    func heartbeats() {
        var test = Self.lines
        test.bytes += [0x0A]
        test.messages.append(.init(ByteRange(8, 9), isHeartbeat: true))
        let two = [DecoderAnswer.Message(.range(ByteRange(0, 4))), .init(.range(ByteRange(4, 8)))]
        #expect(test.mistake(in: .decoded(two, refusal: nil)) == nil)
        let beat = DecoderAnswer.Message(.range(ByteRange(8, 9)), isHeartbeat: true)
        #expect(test.mistake(in: .decoded(two + [beat], refusal: nil)) == nil)
        #expect(test.mistake(in: .decoded([two[0], beat], refusal: nil)) != nil)
    }

    @Test("a protocol that is broken must be said, and only then")
    func refusals() {
        var test = Self.lines
        let two = [DecoderAnswer.Message(.range(ByteRange(0, 4))), .init(.range(ByteRange(4, 8)))]
        #expect(test.mistake(in: .decoded(two, refusal: "no"))?.contains("gives up") == true)
        test.mustFail = true
        #expect(test.mistake(in: .decoded(two, refusal: "no")) == nil)
        #expect(test.mistake(in: .decoded(two, refusal: nil)) != nil)
    }
}

@Suite("Any decoder through a closure")
struct ForeignDecoderTests {
    static let stream = Array("one\r\ntwo\r\n".utf8)

    /// Searches CR LF in the last piece only.
    static func careless(_ pieces: [[UInt8]]) -> [String] {
        var lines: [String] = []
        var line = ""
        for piece in pieces {
            let parts = String(decoding: piece, as: UTF8.self).unicodeScalars
            var rest = Substring(String(parts))
            while let end = rest.firstIndex(of: "\r\n") {
                lines.append(line + rest[..<end])
                line = ""
                rest = rest[rest.index(after: end)...]
            }
            line += rest
        }
        return lines
    }

    /// Searches CR LF in all that came.
    static func careful(_ pieces: [[UInt8]]) -> [String] { careless([Array(pieces.joined())]) }

    @Test("a careless decoder is found, with the cut between CR and LF")
    func careless() {
        let found = Rechunk.counterexample(Self.stream, messages: Self.careless)
        #expect(found?.cuts == [4])
        #expect(found?.whole == ["\"one\"", "\"two\""])
    }

    @Test("a careful decoder has no counterexample")
    func careful() throws {
        #expect(Rechunk.counterexample(Self.stream, messages: Self.careful) == nil)
        try Rechunk.verify(Self.stream, expected: ["one", "two"], messages: Self.careful)
    }

    @Test("what verify throws reads as a sentence")
    func words() {
        let error = #expect(throws: Rechunk.Counterexample.self) {
            try Rechunk.verify(Self.stream, messages: Self.careless)
        }
        #expect(error.map { "\($0)" }?.hasPrefix("cut at [4]: unit 0 is ") == true)
    }

    @Test("a decoder that is wrong in one piece is told from one that depends on cuts")
    func wrongInOnePiece() {
        let found = Rechunk.counterexample(Self.stream, expected: ["one"], messages: Self.careful)
        #expect(found?.cuts == [])
        #expect(found.map { "\($0)" } == "in one piece: unit 1 is \"two\", expected nothing")
    }

    @Test("a decoder that throws when cut is found")
    func throwing() {
        struct Torn: Error {}
        let found = Rechunk.counterexample(Self.stream) { pieces in
            if pieces.contains(where: { $0.last == 0x0D }) { throw Torn() }
            return Self.careful(pieces)
        }
        #expect(found?.cuts == [4])
    }
}
