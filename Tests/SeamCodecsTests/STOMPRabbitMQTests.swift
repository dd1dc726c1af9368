import SeamBytes
import SeamCodecs
import SeamTesting
import Testing

/// The vectors of RabbitMQ's STOMP suites (reference/decoders.md, 2d).
///
/// Where the specification is read otherwise, the name says so.
@Suite struct STOMPRabbitMQTests {
    @Test("ends of lines before a frame are units, NULs are undecoded where RabbitMQ takes them for noise")
    func noiseBefore() {
        #expect(stompUnits("\nCONNECT\n\n^@", nil) == ["LF 0..<1", "CONNECT 1..<11"])
        #expect(
            stompUnits("\r\nCONNECT\r\n\r\n^@", nil) == [
                "CRLF 0..<2", "CONNECT 2..<14 stomp.carriage-return",
            ]
        )
        #expect(
            stompUnits("^@^@CONNECT\n\n^@", nil) == ["undecoded 0..<2 stomp.no-command", "CONNECT 2..<12"]
        )
    }

    @Test("noise behind a frame")
    func noiseBehind() {
        #expect(
            stompUnits("SEND\ndestination:d\n\n^@\n^@\nSEND\ndestination:d\n\n^@") == [
                "SEND 0..<21", "LF 21..<22", "undecoded 22..<23 stomp.no-command", "LF 23..<24",
                "SEND 24..<45",
            ]
        )
    }

    @Test(
        "a CR that ends no line breaks the command beyond repair",
        arguments: [
            "\rCONNECT\n\n^@", "COMM\rAND\n\n^@", "CONNECT\r\r\n\n^@",
        ]
    )
    func carriageReturnInCommand(_ text: String) {
        #expect(stompUnits(text) == ["undecoded 0..<\(octets(text).count) stomp.no-command"])
    }

    @Test(
        "a CR inside a header is said in 1.2 and allowed before; RabbitMQ fails",
        arguments: [
            "SEND\ndestination:d\nhead\rer:val\n\n^@", "SEND\ndestination:d\nheader:val\rue\n\n^@",
        ]
    )
    func carriageReturnInHeader(_ text: String) {
        let count = octets(text).count
        #expect(stompUnits(text, .v12) == ["SEND 0..<\(count) stomp.carriage-return"])
        #expect(stompUnits(text, .v11) == ["SEND 0..<\(count)"])
    }

    @Test("half a command is an unknown command")
    func halfCommand() {
        #expect(stompUnits("CONNE\n\n^@") == ["CONNE 0..<8 stomp.unknown-command"])
    }

    @Test("a frame cut in the command, in a multi-byte name, in a value or in the body is the same frame")
    func cuts() {
        let reading = STOMPReading(octets("CONNECT\nhéader:välue\n\n^@"), nil)
        #expect(reading.frames == [STOMPFrame(.connect, ["héader": "välue"])])
        let body = STOMPReading(octets("COMMAND\nheader:value\n\nbödy^@"))
        #expect(body.frames.first??.body == Array("bödy".utf8))
    }

    @Test("spaces around a value are part of it")
    func spaces() {
        let reading = STOMPReading(octets("SEND\ndestination:d\nheader: foo \n\n^@"))
        #expect(reading.frames.first??["header"] == " foo ")
    }

    @Test("of repeated headers the first counts")
    func repeated() {
        let reading = STOMPReading(octets("SEND\ndestination:d\nheader:correct\nheader:incorrect\n\n^@"))
        #expect(reading.frames.first??["header"] == "correct")
        #expect(reading.layouts.first?.headerCount == 3)
        let lengths = "SEND\ndestination:d\ncontent-length:2\ncontent-length:1\n\n^@^@^@"
        #expect(stompUnits(lengths) == ["SEND 0..<\(octets(lengths).count) body 2"])
    }

    @Test("a header line without a colon leaves the frame undecoded")
    func noColon() {
        #expect(stompUnits("SEND\nheader\n\n^@") == ["undecoded 0..<14 stomp.no-colon"])
    }

    @Test("100 headers are fine, 101 are not")
    func headerCount() {
        let line = { (number: Int) in "header\(number):value\n" }
        let head = "SEND\ndestination:d\n"
        let fine = head + (1..<100).map(line).joined() + "\n^@"
        #expect(stompUnits(fine) == ["SEND 0..<\(octets(fine).count)"])
        let over = head + (1..<101).map(line).joined() + "\n^@"
        #expect(stompUnits(over) == ["undecoded 0..<\(octets(over).count) stomp.too-many-headers"])
    }

    @Test("repeated headers count as well; RabbitMQ counts names")
    func repeatedCount() {
        let text = "SEND\ndestination:d\n" + String(repeating: "header:value\n", count: 200) + "\n^@"
        #expect(stompUnits(text) == ["undecoded 0..<\(octets(text).count) stomp.too-many-headers"])
        var limits = STOMPLimits()
        limits.headers = 201
        #expect(STOMPReading(octets(text), limits: limits).units == ["SEND 0..<\(octets(text).count)"])
    }

    @Test(
        "a content-length that is no number is said, and the NUL ends the frame",
        arguments: ["-1", "abc", ""]
    )
    func badLength(_ length: String) {
        // RabbitMQ fails for -1.
        let text = "SEND\ndestination:d\ncontent-length:\(length)\n\nhello^@"
        #expect(stompUnits(text) == ["SEND 0..<\(octets(text).count) body 5 stomp.bad-length"])
    }

    @Test("a content-length that is a number is honoured")
    func length() {
        #expect(stompUnits("SEND\ndestination:d\ncontent-length:0\n\n^@") == ["SEND 0..<38"])
        #expect(stompUnits("SEND\ndestination:d\ncontent-length:5\n\nhello^@") == ["SEND 0..<43 body 5"])
        #expect(
            stompUnits("SEND\ndestination:d\ncontent-length:3\n\nhelloX^@")
                == ["undecoded 0..<44 stomp.missing-nul"]
        )
    }

    @Test("spaces around content-length are skipped, which only 1.0 tolerates")
    func paddedLength() {
        let text = "SEND\ndestination:d\ncontent-length: 5 \n\nhe^@lo^@"
        #expect(stompUnits(text, .v10) == ["SEND 0..<45 body 5"])
        #expect(stompUnits(text, .v12) == ["SEND 0..<45 body 5 stomp.bad-length"])
    }

    @Test("content-length counts in every command; RabbitMQ honours it in SEND only")
    func lengthElsewhere() {
        let text = "MESSAGE\ndestination:d\nmessage-id:1\nsubscription:0\ncontent-length:3\n\na^@b^@"
        #expect(stompUnits(text) == ["MESSAGE 0..<\(octets(text).count) body 3"])
    }

    @Test("a body of 1824 bytes in pieces of 191 is one message")
    func pieces() {
        let bytes = octets("SEND\ndestination:d\n\n") + [UInt8](repeating: 0x78, count: 1824) + [0]
        var found: [Unit] = []
        var stream = StreamDecoder(STOMPDecoder())
        for start in stride(from: 0, to: bytes.count, by: 191) {
            let piece = bytes[start..<min(start + 191, bytes.count)]
            stream.feed(Array(piece).rawSpan) { unit, _, _ in found.append(unit) }
        }
        #expect(found == [Unit(.message, ByteRange(0, 1845))])
    }

    @Test("a NUL in a body needs content-length")
    func embeddedNUL() {
        #expect(
            stompUnits("SEND\ndestination:d\ncontent-length:3\n\na^@b^@") == ["SEND 0..<41 body 3"]
        )
        #expect(
            stompUnits("SEND\ndestination:d\n\na^@b^@")
                == ["SEND 0..<22 body 1", "undecoded 22..<24 stomp.no-command"]
        )
    }
}
