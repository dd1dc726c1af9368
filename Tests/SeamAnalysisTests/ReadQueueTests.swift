import SeamAnalysis
import SeamBytes
import SeamCodecs
import SeamStreams
import Testing

/// What a modelled client reads of deliveries, each given as its time in ms and its bytes.
@Suite("Reads of a modelled client")
struct ReadQueueTests {
    /// Deliveries, a packet each, and the reads as `time in ms: bytes`, with `?` where the moment decided.
    struct Example: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var reader: String
        var deliveries: [(Double, String)]
        var expected: [String]
    }

    static func reads(_ reader: String, _ deliveries: [(Double, String)]) throws -> [String] {
        let queue = ReadQueue(try ReaderModel(reader), ReadBudget())
        var reads: [String] = []
        var offset = 0
        func note(_ read: Read, _ bytes: RawSpan) {
            let text = String(decoding: [UInt8](copying: bytes), as: UTF8.self)
            #expect(read.range.count == bytes.byteCount)
            #expect(read.number == reads.count + 1)
            let time = Double(read.time.nanoseconds / 1000) / 1000
            reads.append("\(time): \(text)" + (read.isUncertain ? " ?" : ""))
        }
        for (place, (milliseconds, text)) in deliveries.enumerated() {
            let time = Timestamp(nanoseconds: Int((milliseconds * 1_000_000).rounded()))
            let range = ByteRange(offset, offset + text.utf8.count)
            queue.deliver(at: time, note)
            queue.append(Array(text.utf8).rawSpan, Carrier(range, packet: place + 1, time: time))
            queue.settle(note)
            offset = range.end
        }
        queue.flush(note)
        return reads
    }

    static let examples = [
        Example(
            testDescription: "a prompt recv returns each delivery, in pieces of its buffer",
            reader: "recv:4",
            deliveries: [(0, "abc"), (10, "defghijklm"), (20, "no")],
            expected: ["0.0: abc", "10.0: defg", "10.0: hijk", "10.0: lm", "20.0: no"]
        ),
        Example(
            testDescription: "readany takes all that is there",
            reader: "readany",
            deliveries: [(0, "abc"), (10, "defghijklm")],
            expected: ["0.0: abc", "10.0: defghijklm"]
        ),
        Example(
            testDescription: "busy for 10 ms after each read, it finds together what came meanwhile",
            reader: "recv:64,every=10",
            deliveries: [(0, "a"), (3, "b"), (6, "c"), (14, "d"), (40, "e")],
            expected: ["0.0: a", "10.0: bc", "20.0: d", "40.0: e"]
        ),
        Example(
            testDescription: "what is over its buffer waits for the next read",
            reader: "recv:2,every=10",
            deliveries: [(0, "abcde")],
            expected: ["0.0: ab", "10.0: cd", "20.0: e"]
        ),
        Example(
            testDescription: "a delivery within a millisecond of the last read might have been in it",
            reader: "recv:64",
            deliveries: [(0, "a"), (0.5, "b"), (1.6, "c")],
            expected: ["0.0: a", "0.5: b ?", "1.6: c"]
        ),
        Example(
            testDescription: "woken 0.2 ms after a byte came, it gets what came until then",
            reader: "recv:64,wake=200",
            deliveries: [(0, "a"), (0.1, "b"), (0.3, "c"), (5, "d")],
            expected: ["0.2: ab ?", "0.5: c ?", "5.2: d"]
        ),
        Example(
            testDescription: "it begins to read 100 ms after the first byte",
            reader: "recv:4,after=100",
            deliveries: [(0, "ab"), (50, "cd"), (60, "ef"), (200, "g")],
            expected: ["100.0: abcd", "100.0: ef", "200.0: g"]
        ),
        Example(
            testDescription: "read-to waits for its delimiter, which may come in two deliveries",
            reader: #"read-to:\r\n"#,
            deliveries: [(0, "a\r\nb"), (10, "b\r"), (20, "\nc\r\nd")],
            expected: ["0.0: a\r\n", "20.0: bb\r\n", "20.0: c\r\n", "20.0: d"]
        ),
        Example(
            testDescription: "read-to with a limit ends there",
            reader: "read-to:text=;,max=3",
            deliveries: [(0, "ab"), (10, "cdef;")],
            expected: ["10.0: abc", "10.0: def", "10.0: ;"]
        ),
        Example(
            testDescription: "read-length waits for so many bytes",
            reader: "read-length:3",
            deliveries: [(0, "ab"), (10, "cdefg")],
            expected: ["10.0: abc", "10.0: def", "10.0: g"]
        ),
        Example(
            testDescription: "read-length with a header reads it, then the content that it announces",
            reader: "read-length:digits=2",
            deliveries: [(0, "0"), (1, "3ab"), (2, "c00"), (3, "01z")],
            expected: ["1.0: 03", "2.0: abc", "2.0: 00", "3.0: 01", "3.0: z"]
        ),
    ]

    @Test("returns what was there when it read", arguments: examples)
    func reads(_ example: Example) throws {
        #expect(try Self.reads(example.reader, example.deliveries) == example.expected)
    }

    @Test("nothing is read across a gap, and what cannot be waited for is read at the end")
    func flush() throws {
        let queue = ReadQueue(try ReaderModel("read-length:4"), ReadBudget())
        var ranges: [ByteRange] = []
        queue.deliver(at: Timestamp(nanoseconds: 0)) { read, _ in ranges.append(read.range) }
        let time = Timestamp(nanoseconds: 0)
        queue.append([1, 2, 3].rawSpan, Carrier(ByteRange(0, 3), packet: 1, time: time))
        queue.settle { read, _ in ranges.append(read.range) }
        #expect(ranges.isEmpty)
        queue.flush { read, _ in ranges.append(read.range) }
        queue.append([1, 2, 3, 4, 5].rawSpan, Carrier(ByteRange(10, 15), packet: 2, time: time))
        queue.settle { read, _ in ranges.append(read.range) }
        queue.flush { read, _ in ranges.append(read.range) }
        #expect(ranges == [ByteRange(0, 3), ByteRange(10, 14), ByteRange(14, 15)])
    }

    @Test("a reader that is too slow is made to read when 4 MiB wait")
    func bounded() throws {
        let queue = ReadQueue(try ReaderModel("recv:1M,every=1000000"), ReadBudget())
        var total = 0
        let piece = [UInt8](repeating: 0, count: 1 << 20)
        for place in 0..<12 {
            let time = Timestamp(nanoseconds: place)
            queue.deliver(at: time) { read, _ in total += read.range.count }
            let range = ByteRange(place << 20, (place + 1) << 20)
            queue.append(piece.rawSpan, Carrier(range, packet: place + 1, time: time))
            queue.settle { read, _ in total += read.range.count }
            #expect((place + 1) << 20 - total <= 4 << 20)
        }
    }

    @Test(
        "a spec that is none says what to write",
        arguments: [
            ("recv", "recv: give the buffer's size, as in recv:1024"),
            ("recv:0", "recv: size=0 is not a size of at least 1 such as 512, 8k or 1M"),
            ("recv:8,x=1", "recv: no parameter 'x'; it knows size, every, wake, after"),
            ("read-to", #"read-to: give one delimiter, as in read-to:\r\n or read-to:bytes=ff"#),
            ("read-to:a|b", #"read-to: give one delimiter, as in read-to:\r\n or read-to:bytes=ff"#),
            ("read-to:bytes=f", "read-to: bytes=f is not hexadecimal digits such as 0d0a"),
            ("read-length:width=5", "a length field is 1, 2, 3, 4 or 8 bytes wide, not 5"),
            (
                "gets",
                #"write recv:1024, recv:1024,every=10, readany, read-to:\n, read-length:16 or read-length:width=4"#
            ),
        ]
    )
    func badSpecs(spec: String, problem: String) {
        #expect(throws: SpecError(problem)) { try ReaderModel(spec) }
    }
}
