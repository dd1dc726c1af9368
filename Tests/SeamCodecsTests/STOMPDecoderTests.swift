import SeamBytes
import SeamCodecs
import SeamTesting
import Testing

/// Borders, limits and how the decoder goes on.
@Suite struct STOMPDecoderTests {
    static let send = "SEND\ndestination:d\n\n"

    @Test("an LF inside a body is no heart-beat, and a blank line does not end it")
    func lineFeedInBody() {
        // Issues stomp.py#94 and stomp-js#46 (reference/requests.md, S2 and S3).
        #expect(stompUnits(Self.send + "a\n\n\nb\n^@\n") == ["SEND 0..<27 body 6", "LF 27..<28"])
    }

    @Test("frames that end with NUL and with NUL LF may follow each other")
    func mixedEnds() {
        #expect(
            stompUnits("\(Self.send)a^@\n\(Self.send)b^@\(Self.send)c^@\n") == [
                "SEND 0..<22 body 1", "LF 22..<23", "SEND 23..<45 body 1", "SEND 45..<67 body 1",
                "LF 67..<68",
            ]
        )
    }

    @Test("the NUL of a counted frame does not stick to the next command")
    func gluedNUL() {
        // Issue node-stomp-protocol#13 (reference/requests.md, S4).
        let frame = "SEND\ndestination:d\ncontent-length:1\n\nx^@"
        #expect(stompUnits(frame + frame) == ["SEND 0..<39 body 1", "SEND 39..<78 body 1"])
    }

    @Test("the parts of a frame are where they are said to be")
    func layout() {
        let reading = STOMPReading(octets("\nSEND\r\na:b\r\ndestination:d\r\n\r\nhi^@"))
        let frame = reading.layouts.first
        #expect(frame?.word == ByteRange(1, 5))
        #expect(frame?.headers == ByteRange(7, 27))
        #expect(frame?.body == ByteRange(29, 31))
        #expect(frame?.headerCount == 2)
        #expect(frame?.readAs == .v12)
    }

    @Test("a frame that lacks its empty line is undecoded up to its NUL")
    func missingEmptyLine() {
        #expect(
            stompUnits("DISCONNECT\nreceipt:77\n^@\nDISCONNECT\n\n^@") == [
                "undecoded 0..<23 stomp.nul-in-headers", "LF 23..<24", "DISCONNECT 24..<37",
            ]
        )
        #expect(stompUnits("DISCONNECT\nreceipt:77^@") == ["undecoded 0..<22 stomp.nul-in-headers"])
    }

    @Test("behind bytes that are no frame it goes on behind the next NUL that a command follows")
    func resynchronise() {
        #expect(
            stompUnits("{json}^@nothing^@\n\r\nSEND\ndestination:d\n\n^@") == [
                "undecoded 0..<15 stomp.no-command", "LF 15..<16", "CRLF 16..<18", "SEND 18..<39",
            ]
        )
        #expect(stompUnits("{json}^@SENDER\n^@SEND \n^@") == ["undecoded 0..<22 stomp.no-command"])
    }

    @Test("behind bytes that are no frame four ends of lines are heart-beats")
    func resynchroniseWithHeartbeats() {
        #expect(
            stompUnits("{}^@\n\n\n\n") == ["undecoded 0..<3 stomp.no-command"]
                + (3..<7).map { "LF \($0)..<\($0 + 1)" }
        )
        #expect(stompUnits("{}^@\n\n\n") == ["undecoded 0..<6 stomp.no-command"])
    }

    @Test("behind a gap it goes on at once if a command stands there, else behind a NUL")
    func gap() {
        func run(_ pieces: [String]) -> [String] {
            var reading = STOMPReading()
            var stream = StreamDecoder(STOMPDecoder(version: .v12))
            for piece in pieces {
                if piece == "gap" {
                    stream.gap(10) { reading.add($0, $1, $2) }
                } else {
                    stream.feed(octets(piece).rawSpan) { reading.add($0, $1, $2) }
                }
            }
            stream.finish(.cut) { reading.add($0, $1, $2) }
            return reading.units
        }
        let send = Self.send + "^@"
        #expect(
            run([send, "SEN", "gap", send]) == [
                "SEND 0..<21", "undecoded 21..<24", "gap 24..<34", "SEND 34..<55",
            ]
        )
        #expect(
            run(["gap", "\n", "SE", "ND\ndestination:d\n\n^@"]) == [
                "gap 0..<10", "LF 10..<11", "SEND 11..<32",
            ]
        )
        // A piece that begins with a command is no border by that.
        #expect(run(["gap", "x", send, send]) == ["gap 0..<10", "undecoded 10..<32", "SEND 32..<53"])
        #expect(
            run(["gap", "x", "gap", send]) == [
                "gap 0..<10", "undecoded 10..<11", "gap 11..<21", "SEND 21..<42",
            ]
        )
        #expect(
            run(["gap", "tail^@", "\n", send]) == [
                "gap 0..<10", "undecoded 10..<15", "LF 15..<16", "SEND 16..<37",
            ]
        )
    }

    @Test("a frame that its sender did not finish is a leftover")
    func unfinished() {
        let reading = STOMPReading(octets(Self.send + "bo"), end: .closed)
        #expect(reading.units == ["leftover 0..<22 stream.unfinished"])
        #expect(stompUnits("DISCONNECT\r") == ["leftover 0..<11"])
        #expect(stompUnits("\r") == ["leftover 0..<1"])
    }

    @Test("limits are judged before the body is here")
    func limits() {
        var limits = STOMPLimits()
        limits.command = 11
        limits.head = 40
        limits.body = 5
        func run(_ text: String) -> [String] { STOMPReading(octets(text), limits: limits).units }
        #expect(run("UNSUBSCRIBER") == ["undecoded 0..<12 stomp.no-command"])
        #expect(
            run("SEND\ndestination:" + String(repeating: "d", count: 23)) == [
                "undecoded 0..<40 stomp.head-too-long"
            ]
        )
        #expect(run("SEND\ndestination:" + String(repeating: "d", count: 22)) == ["leftover 0..<39"])
        #expect(run("SEND\ndestination:d\ncontent-length:6\n\n") == ["undecoded 0..<37 stomp.body-too-long"])
        #expect(run("SEND\ndestination:d\ncontent-length:5\n\n") == ["leftover 0..<37"])
        #expect(
            run("SEND\ndestination:d\ncontent-length:99999999999999999999\n\n^@")
                == ["undecoded 0..<57 stomp.head-too-long"]
        )
        #expect(run(Self.send + "123456") == ["undecoded 0..<26 stomp.body-too-long"])
        #expect(run(Self.send + "12345^@") == ["SEND 0..<26 body 5"])
        #expect(
            run(Self.send + "123456^@" + Self.send + "^@")
                == ["undecoded 0..<27 stomp.body-too-long", "SEND 27..<48"]
        )
    }

    @Test("a length beyond all numbers is too long")
    func hugeLength() {
        #expect(
            stompUnits("SEND\ndestination:d\ncontent-length:99999999999999999999999\n\n^@")
                == ["undecoded 0..<60 stomp.body-too-long"]
        )
    }

    @Test("whatever the bytes, cutting changes nothing, every byte is in a unit and nothing traps")
    func random() {
        var generator = SplitMix(seed: 2)
        let tokens = [
            "^@", "\n", "\r\n", "\r", ":", "\\", "SEND\n", "SEND", "CONNECT\n",
            "CONNECTED\nversion:1.1\n\n^@",
            "CONNECT\naccept-version:1.0,1.2\n\n^@", "destination:d\n", "content-length:3\n", "\n\n", "abc",
            "é",
            "MESSAGE\n", "ACK\nid:1\n\n^@", "message", "\\r", "x",
        ]
        for _ in 0..<25 {
            let text = (0..<Int.random(in: 1...30, using: &generator))
                .map { _ in tokens.randomElement(using: &generator) ?? "" }.joined()
            var limits = STOMPLimits()
            limits.head = 80
            limits.headers = 6
            limits.body = 30
            for version in [nil, .v11, STOMPVersion.v12] {
                _ = STOMPReading(octets(text), version, limits: limits)
            }
        }
    }
}
