import SeamBytes
import SeamCodecs
import SeamTesting
import Testing

/// JSON in a row; [2g] marks the vectors of reference/decoders.md.
@Suite struct JSONTests {
    private static func units(_ text: String, end: StreamEnd = .cut, spec: String = "json") throws -> [String]
    {
        try CodecProbe.units(spec, text, end: end).map { unit in
            // What is said of a value repeats it: the range, the kind and the rule are what matters here.
            unit.split(separator: " ").filter { word in
                word.contains("..<") || word.hasPrefix("json.") || word.hasPrefix("stream.")
                    || ["heartbeat", "undecoded", "leftover"].contains(word)
            }.joined(separator: " ")
        }
    }

    @Test("objects back to back are three; braces and quotes inside texts do not count [2g]")
    func backToBack() throws {
        #expect(try Self.units(#"{"a":1}{"b":[1,{"c":"}{"}]}[1,"\"]"]"#) == ["0..<7", "7..<27", "27..<36"])
    }

    @Test("the line end behind a value is its own; a number on a line is a heart-beat")
    func lines() throws {
        #expect(
            try Self.units("{\"a\":1}\n20\n{}\r\n\n20\n[]\n") == [
                "0..<8", "8..<11 heartbeat", "11..<15", "15..<16 heartbeat", "16..<19 heartbeat", "19..<22",
            ]
        )
    }

    @Test("pretty-printed objects mixed with counters, as FJSocket sends them [2g]")
    func mixed() throws {
        // The first object is not followed by an LF, so the one behind the second is a line of its own.
        #expect(
            try Self.units("{\n  \"a\" : 1\n}20\n{\n}\n1\n") == [
                "0..<13", "13..<16 heartbeat", "16..<19", "19..<20 heartbeat", "20..<22 heartbeat",
            ]
        )
    }

    @Test("a value that the end of the stream completes is one")
    func last() throws {
        #expect(try Self.units("{}", end: .closed) == ["0..<2"])
        #expect(try Self.units("{} ", end: .closed) == ["0..<2", "2..<3 heartbeat"])
        #expect(try Self.units("{\"a\"", end: .closed) == ["0..<4 leftover stream.unfinished"])
    }

    @Test("what is no value breaks a rule; the next line that begins with a bracket is one again [2g]")
    func corrupted() throws {
        #expect(try Self.units("  b [1,2,3]") == ["0..<11 undecoded json.start"])
        #expect(
            try Self.units("{}}]}\n{\"a\":1}\n") == [
                "0..<2", "2..<6 undecoded json.start", "6..<13", "13..<14 heartbeat",
            ]
        )
        #expect(try Self.units("[}") == ["0..<2 undecoded json.bracket"])
    }

    @Test("limits of depth and length, and UTF-8")
    func limits() throws {
        #expect(try Self.units("[[[1]]]", spec: "json:depth=2") == ["0..<7 undecoded json.too-deep"])
        #expect(
            try Self.units("{\"a\":\"0123456789012345\"}", spec: "json:max=16") == [
                "0..<24 undecoded json.too-long"
            ]
        )
        let bytes: [UInt8] = Array("{\"a\":\"".utf8) + [0xc0, 0x80] + Array("\"}".utf8)
        let units = try CodecProbe.units("json", bytes)
        #expect(units.count == 1 && units[0].hasSuffix("json.utf8"))
    }
}
