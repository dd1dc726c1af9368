import SeamBytes
import SeamCodecs
import SeamTesting
import Testing

@Suite("Conformance suites")
struct SuiteTests {
    @Test("every suite can be read, says what it is, and each case has messages or breaks the protocol",
        arguments: ConformanceSuite.all)
    func readable(name: String) throws {
        let suite = try #require(try ConformanceSuite.named(name))
        #expect(!suite.about.isEmpty)
        #expect(suite.cases.count >= 6)
        for test in suite.cases { #expect(!test.messages.isEmpty || test.mustFail, "\(test.name)") }
        #expect(Set(suite.cases.map(\.name)).count == suite.cases.count)
    }

    @Test("seam's own decoders pass the suites in process", arguments: ConformanceSuite.all)
    func own(name: String) throws {
        let suite = try #require(try ConformanceSuite.named(name))
        guard let codec = suite.codec else { return }
        let factory = try CodecRegistry.factory(codec)
        for test in suite.cases where !test.mustFail {
            var batch = UnitBatch(wantsDetails: false)
            let decoder = factory.make().client
            decoder.feed(test.bytes.rawSpan, into: &batch)
            decoder.peerEnded(into: &batch)
            decoder.finish(.closed, into: &batch)
            let found = batch.units.filter { $0.kind != .leftover }
            #expect(found.map(\.range) == test.messages.map(\.range), "\(test.name)")
        }
    }

    /// Lengths of one byte, as the suite for tlc has them behind the type.
    private static func contents(_ bytes: [UInt8]) -> [[UInt8]] {
        var rest = bytes[...]
        var all: [[UInt8]] = []
        while rest.count >= 2, rest.count >= 2 + Int(rest[rest.startIndex + 1]) {
            let count = Int(rest[rest.startIndex + 1])
            all.append(Array(rest.dropFirst(2).prefix(count)))
            rest = rest.dropFirst(2 + count)
        }
        return all
    }

    @Test("a right decoder passes through a closure, one that forgets what a piece left over does not")
    func closure() throws {
        let suite = try #require(try ConformanceSuite.named("tlc"))
        try suite.verify { Self.contents(Array($0.joined())) }
        let error = #expect(throws: ConformanceFailure.self) {
            try suite.verify { pieces in pieces.flatMap { Self.contents($0) } }
        }
        #expect(error?.test == "tlc: two messages")
        #expect(error?.text == "cut at byte 1 of message 0 it returns 0 messages instead of 2")
    }

    @Test("a suite of one's own is read; a mistake names its line")
    func ownSuite() throws {
        let suite = try ConformanceSuite(name: "mine", "about x\ncase a\nmessage \"a\" <00> = \"a\"\nrest <01>\n")
        #expect(suite.cases.map(\.bytes) == [[0x61, 0x00, 0x01]])
        #expect(suite.cases[0].messages == [.init(ByteRange(0, 2), content: [0x61])])
        let error = #expect(throws: CaptureScriptError.self) {
            try ConformanceSuite(name: "mine", "case a\nmesage \"a\"")
        }
        #expect(error?.line == 2)
    }
}
