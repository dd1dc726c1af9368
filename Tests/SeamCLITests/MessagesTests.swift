import Foundation
import Seam
import Testing

@testable import SeamCLI

struct MessagesTests {
    /// Packets 4 to 6: `aa\nbb\nc`, `c`, `c\n`; the last message in three pieces, glued to the second.
    private func lines() throws -> TestCapture {
        var capture = TestCapture()
        try capture.open()
        try capture.add(.client, "aa\nbb\nc")
        try capture.add(.client, "c", at: 7)
        try capture.add(.client, "c\n", at: 8)
        return capture
    }

    @Test("a unit is one object with the names and the order of the design")
    func json() throws {
        let file = try lines().file()
        let outcome = try Spawn.seam(["messages", "--json", "-c", "delimiter:bytes=0a", file.path])
        #expect(
            outcome.output == #"""
                {"stream":0,"from":"client","index":0,"kind":"message","codec":"delimiter","layer":0,"start":0,"end":3,"packets":[4],"time":"2023-11-14T22:13:20.003000000Z","at":0.003,"verdict":"coalesced","seams":[{"seam":"join","offset":3,"packet":4,"cause":"batch","evidence":"nothing was unacknowledged: the program wrote 7 bytes together"}],"summary":"aa","fields":{"length":2}}
                {"stream":0,"from":"client","index":1,"kind":"message","codec":"delimiter","layer":0,"start":3,"end":6,"packets":[4],"time":"2023-11-14T22:13:20.003000000Z","at":0.003,"verdict":"coalesced","seams":[{"seam":"join","offset":6,"packet":4,"cause":"batch","evidence":"nothing was unacknowledged: the program wrote 7 bytes together"}],"summary":"bb","fields":{"length":2}}
                {"stream":0,"from":"client","index":2,"kind":"message","codec":"delimiter","layer":0,"start":6,"end":10,"packets":[4,5,6],"time":"2023-11-14T22:13:20.005000000Z","at":0.005,"verdict":"split+coalesced","seams":[{"seam":"cut","offset":7,"packet":4,"cause":"write","evidence":"packet 4 has 7 bytes; the rest left 1.0 ms later"},{"seam":"cut","offset":8,"packet":5,"cause":"write","evidence":"packet 5 has 1 byte; the rest left 1.0 ms later"}],"summary":"ccc","fields":{"length":3}}

                """#
        )
        #expect(outcome.errors.isEmpty)
        #expect(outcome.status == 0)
    }

    @Test("as text a unit is a row below titles")
    func text() throws {
        let file = try lines().file()
        let outcome = try Spawn.seam(["messages", "-c", "delimiter:bytes=0a", file.path])
        #expect(
            outcome.output == """
                STREAM FROM   INDEX       RANGE PACKETS VERDICT         SUMMARY
                     0 client     0       0..<3       4 coalesced       aa
                     0 client     1       3..<6       4 coalesced       bb
                     0 client     2      6..<10     4-6 split+coalesced ccc

                """
        )
    }

    @Test("with -q there are no titles, with -v the seams follow and nothing is cut")
    func verbosity() throws {
        var capture = TestCapture()
        try capture.open()
        let long = String(repeating: "x", count: 50)
        try capture.add(.client, long + "\ny\n")
        let path = try capture.file()
        let quiet = try Spawn.seam(["messages", "-q", "-c", "delimiter:bytes=0a", path.path])
        let row = "     0 client     0      0..<51       4 coalesced       "
        #expect(quiet.output.hasPrefix(row + String(repeating: "x", count: 23) + "…\n"))
        let verbose = try Spawn.seam(["messages", "-v", "-c", "delimiter:bytes=0a", path.path])
        #expect(verbose.output.contains(row + long + "; join at 51 in packet 4: batch ("))
    }

    @Test("of a message in more than --max-segments the first and the last are listed, the others counted")
    func maxSegments() throws {
        var capture = TestCapture()
        try capture.open()
        // Packets 4 to 23 of one byte, the last one the border.
        for offset in 0..<20 { try capture.add(.client, offset < 19 ? "x" : "\n", at: offset) }
        let file = try capture.file()
        let arguments = ["messages", "-c", "line", "--max-segments", "8", file.path]
        let row = try #require(try objects(arguments + ["--json"]).first)
        let packets = row.numbers("packets")
        #expect(packets.first == 4 && packets.last == 23 && packets.count <= 8)
        #expect(row.number("packets_left_out") == 20 - packets.count)
        #expect(row.word("verdict") == "split")
        let told = try Spawn.seam(arguments + ["-v"]).output
        let words = "segments in its middle are not listed (--max-segments)\n"
        #expect(told.contains("; \(20 - packets.count) \(words)"))
    }

    @Test("a gap has no verdict and no packet, what is left over says how much of it there is")
    func gap() throws {
        var capture = TestCapture()
        try capture.open()
        try capture.add(.client, "aa\nbb")
        try capture.add(.client, "d\ne", at: 10)
        try capture.add(.server, acknowledges: 13, flags: .ack)
        let file = try capture.file()
        let rows = try objects(["messages", "--json", "-c", "delimiter:bytes=0a", file.path])
        #expect(rows.map { $0.word("kind") } == ["message", "undecoded", "gap", "undecoded", "leftover"])
        #expect(rows.map { $0.number("end") } == [3, 5, 10, 12, 13])
        let gap = rows[2]
        #expect(gap["verdict"] == nil)
        #expect(gap.numbers("packets") == [])
        #expect(gap.number("missing") == 5)
        #expect(gap.word("summary") == "5 bytes not in the capture")
        #expect(rows[4].word("summary") == "1 byte of an incomplete message")
        #expect(rows[0]["missing"] == nil)
    }

    @Test("the time of a message is that of the packet that filled its hole, not of its last segment")
    func lateSegment() throws {
        var capture = TestCapture()
        try capture.open()
        try capture.add(.client, "c\n", at: 2)
        try capture.add(.client, "aa")
        let file = try capture.file()
        let rows = try objects(["messages", "--json", "-c", "delimiter:bytes=0a", file.path])
        #expect(rows.map { $0.numbers("packets") } == [[5, 4]])
        #expect(rows[0]["at"] as? Double == 0.004)
    }

    @Test("a violation names its rule and says it in words")
    func violation() throws {
        var capture = TestCapture()
        try capture.open()
        try capture.add(.client, "aaaaaa\nb\n")
        let file = try capture.file()
        let rows = try objects(["messages", "--json", "-c", "delimiter:bytes=0a,max=3", file.path])
        #expect(rows.map { $0.word("kind") } == ["undecoded", "message"])
        let violation = try #require(rows[0]["violation"] as? [String: String])
        #expect(
            violation == [
                "id": "delimiter.too-long", "text": "the content is longer than the limit (at most 3)",
                "source": "",
            ]
        )
        let text = try Spawn.seam(["messages", "-v", "-c", "delimiter:bytes=0a,max=3", file.path]).output
        #expect(text.contains("delimiter.too-long: the content is longer than the limit (at most 3)"))
    }

    @Test("without a codec the bytes are undecoded, codec is null, and one line says what to do")
    func noCodec() throws {
        var capture = TestCapture()
        for connection in 0..<2 as Range<UInt16> {
            try capture.open(connection: connection)
            try capture.add(.client, "??", connection: connection)
        }
        let file = try capture.file()
        let outcome = try Spawn.seam(["messages", "--json", file.path])
        let rows = try parse(outcome.output)
        #expect(rows.map { $0.word("kind") } == ["undecoded", "undecoded"])
        #expect(rows.allSatisfy { $0["codec"] is NSNull })
        #expect(
            outcome.errors
                == "seam: no codec recognised for 2 connections; give one with -c, see seam codecs\n"
        )
        #expect(outcome.status == 0)
        #expect(try Spawn.seam(["messages", "-q", "--json", file.path]).errors.isEmpty)
    }

    @Test("bytes from the wire cannot speak to a terminal, neither as text nor as JSON")
    func hostile() throws {
        var capture = TestCapture()
        try capture.open()
        try capture.add(.client, "\u{1B}[2J\u{9B}\"\\\n")
        let file = try capture.file()
        let text = try Spawn.seam(["messages", "-q", "-c", "delimiter:bytes=0a", file.path]).output
        #expect(text.hasSuffix(#"whole           \x1b[2J\xc2\x9b"\"# + "\n"))
        let rows = try objects(["messages", "--json", "-c", "delimiter:bytes=0a", file.path])
        #expect(rows.map { $0.word("summary") } == ["\u{1B}[2J\u{9B}\"\\"])
    }

    @Test("deliveries as carriers make one piece of what a late segment lets through")
    func deliveries() throws {
        var capture = TestCapture()
        try capture.open()
        try capture.add(.client, "b\n", at: 2)
        try capture.add(.client, "a\n")
        let file = try capture.file()
        let spec = ["messages", "--json", "-c", "delimiter:bytes=0a", file.path]
        #expect(try objects(spec).map { $0.word("verdict") } == ["whole", "whole"])
        let merged = try objects(spec + ["--carriers", "deliveries"])
        #expect(merged.map { $0.word("verdict") } == ["coalesced", "coalesced"])
    }

    @Test("-s shows one connection, and PORT= decodes by port")
    func choice() throws {
        var capture = TestCapture()
        for connection in 0..<2 as Range<UInt16> {
            try capture.open(connection: connection)
            try capture.add(.client, "a\n", connection: connection)
        }
        let file = try capture.file()
        let rows = try objects(["messages", "--json", "-s", "1", "-c", "9999=delimiter:bytes=0a", file.path])
        #expect(rows.map { $0.number("stream") } == [1])
        #expect(rows.map { $0.word("kind") } == ["message"])
        let other = try objects(["messages", "--json", "-q", "-s", "1", "-c", "80=delimiter", file.path])
        #expect(other.map { $0.word("kind") } == ["undecoded"])
    }

    @Test(
        "what a slow pipe has brought is said before more is waited for",
        arguments: ["messages", "segments"]
    )
    func slowPipe(_ command: String) throws {
        let (input, output) = (try makePipe(), try makePipe())
        let words = [Spawn.productsDirectory + "/seam", command, "--json", "-c", "delimiter:bytes=0a", "-"]
        let program = try Spawn(words, input: input.read, output: output.write)
        for end in [input.read, output.write] { close(end) }
        let capture = try lines().file()
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: capture.path)))
        try #require(unsafe write(input.write, bytes, bytes.count) == bytes.count)
        // The pipe stays open: whoever waits for its end before it says anything would wait for ever.
        var said = ""
        let row = command == "messages" ? #""index":2"# : #""packet":6"#
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while !said.contains(row), case let count = unsafe read(output.read, &part, part.count), count > 0 {
            said += String(decoding: part.prefix(count), as: UTF8.self)
        }
        #expect(said.contains(row))
        for end in [input.write, output.read] { close(end) }
        #expect(try program.finish().status == 0)
    }
}
