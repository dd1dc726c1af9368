import Seam
import Testing

@testable import SeamCLI

struct SegmentsTests {
    private func units(_ capture: TestCapture, _ more: [String] = []) throws -> [[Int]] {
        let file = try capture.file()
        let rows = try objects(["segments", "--json", "-c", "delimiter:bytes=0a"] + more + [file.path])
        #expect(
            rows.map { $0.number("packet") } == Array(1...rows.count),
            "rows keep the order of the packets"
        )
        return rows.map { $0.numbers("units") }
    }

    @Test("a segment lists the units that it has bytes of, also when they end later")
    func units() throws {
        var capture = TestCapture()
        try capture.open()
        try capture.add(.client, "aa\nb")
        try capture.add(.client, "b", at: 4)
        try capture.add(.client, "\nc", at: 5)
        #expect(try units(capture) == [[], [], [], [0, 1], [1], [1, 2]])
    }

    @Test("one that waits behind a hole gets its units when the hole is filled, or given up")
    func holes() throws {
        var capture = TestCapture()
        try capture.open()
        try capture.add(.client, "b\nc\n", at: 2)
        try capture.add(.client, "a\n")
        try capture.add(.client, "e\nf\n", at: 9)
        // Units 3 is the gap 6..<9, unit 4 what stands before the next border.
        #expect(try units(capture) == [[], [], [], [1, 2], [0], [4, 5]])
    }

    @Test("a retransmission lists its units again")
    func retransmission() throws {
        var capture = TestCapture()
        try capture.open()
        for letter in 0..<5 { try capture.add(.client, "x\n", at: 2 * letter) }
        try capture.add(.client, "x\nx\n", at: 2)
        #expect(try units(capture).last == [1, 2])
    }

    /// tshark 4.0 calls the same packet a retransmission.
    @Test("the fields are those of the design")
    func fields() throws {
        var capture = TestCapture()
        try capture.add(.client, flags: .syn)
        try capture.add(.client, "a\n")
        try capture.add(.client, "a\n")
        let file = try capture.file()
        let outcome = try Spawn.seam(["segments", "--json", "-c", "delimiter:bytes=0a", file.path])
        #expect(
            outcome.output == """
                {"stream":0,"from":"client","packet":1,"at":0.0,"start":0,"end":0,"flags":"S","labels":[],"units":[]}
                {"stream":0,"from":"client","packet":2,"at":0.001,"start":0,"end":2,"flags":"PA","labels":[],\
                "arrival":"new","units":[0]}
                {"stream":0,"from":"client","packet":3,"at":0.002,"start":0,"end":2,"flags":"PA","labels":["retransmission"],\
                "arrival":"retransmission","units":[0]}

                """
        )
    }

    @Test("a message that does not end holds up no more rows than the limit")
    func queue() throws {
        let file = try Scratch()
        let limit = 1000
        // Enough rows beyond the limit that some are handed over.
        let beyond = 3000
        try OutputFile.with(file.path) { (output) throws(CommandError) in
            let rows = SegmentRows(output, OutputOptions(format: .json), queueLimit: limit)
            var options = PipelineOptions()
            options.codecs.add(CodecFactory("delimiter") { DelimiterDecoder(maximum: 1 << 20) }, port: nil)
            var pipeline = Pipeline(options, observer: rows)
            for number in 1...limit + beyond {
                if number == limit {
                    output.flush()
                    #expect(file.text().isEmpty)
                }
                let bytes = Self.segment(number)
                pipeline.take(
                    CapturedPacket(
                        number: number,
                        time: Timestamp(nanoseconds: number),
                        originalLength: bytes.count,
                        linkType: LinkType.ethernet.rawValue,
                        bytes: bytes.rawSpan
                    )
                )
            }
            output.flush()
            #expect(file.text().hasPrefix(#"{"stream":0,"from":"client","packet":1,"#))
            rows.finish()
        }
        let lines = file.text().split(separator: "\n")
        #expect(lines.count == limit + beyond)
        #expect(lines.allSatisfy { $0.hasSuffix(#","units":[0]}"#) }, "the unit to come")
    }

    /// A packet with one byte, the one at `number` in its stream.
    private static func segment(_ number: Int) -> [UInt8] {
        let client = Endpoint(address: IPAddress(ipv4: 1), port: 2)
        let server = Endpoint(address: IPAddress(ipv4: 2), port: 1)
        let header = TCPHeader(from: client, to: server, sequence: UInt32(number))
        return (try? PacketTemplate(header, payload: [0x61]).bytes()) ?? []
    }
}

@Suite struct UnitBordersTests {
    /// Units 0..<3, 3..<10, 10..<11.
    private var borders: UnitBorders {
        var borders = UnitBorders()
        for end in [3, 10, 11] { borders.append(end: end) }
        return borders
    }

    @Test(
        "a range touches the units that share a byte with it",
        arguments: [
            (0, 3, 0..<1), (0, 4, 0..<2), (2, 11, 0..<3), (3, 10, 1..<2), (10, 11, 2..<3),
            // What lies behind belongs to the unit to come, up to where bytes have come.
            (9, 14, 1..<4), (11, 14, 3..<4), (14, 15, 3..<3), (5, 5, 0..<0),
        ]
    )
    func ranges(start: Int, end: Int, units: Range<Int>) {
        #expect(borders.units(in: ByteRange(start, end), reached: 14) == units)
    }

    @Test("what was forgotten is left out")
    func forgotten() {
        var borders = borders
        borders.keep(1)
        #expect(borders.units(in: ByteRange(0, 3), reached: 11) == 0..<0)
        #expect(borders.units(in: ByteRange(4, 11), reached: 11) == 2..<3)
        #expect(borders.next == 3)
        #expect(borders.end == 11)
    }
}
