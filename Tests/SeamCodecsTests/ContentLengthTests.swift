import SeamBytes
import SeamCodecs
import SeamTesting
import Testing

/// Header lines and a body; [2b] marks the vectors of reference/decoders.md.
@Suite struct ContentLengthTests {
    @Test(
        "these headers announce a body [2b]",
        arguments: [
            ("Content-Length: 1\r\n\r\nX", "0..<22"), ("Content-Length: 0\r\n\r\n", "0..<21"),
            ("content-length:1\r\n\r\nX", "0..<21"), ("CONTENT-LENGTH : 1\r\n\r\nX", "0..<23"),
            (" Content-Length: 1\r\n\r\nX", "0..<23"), ("Content-Length: 1\n\nX", "0..<20"),
            ("Content-Type: a\r\nContent-Length: 1\r\nX-Y: z\r\n\r\nX", "0..<47"),
        ]
    )
    func good(_ text: String, _ range: String) throws {
        let units = try CodecProbe.units("content-length", text)
        #expect(units.count == 1 && units[0].hasPrefix("\(range) "), "\(units)")
        #expect(!units[0].contains("undecoded") && !units[0].contains("leftover"))
    }

    @Test(
        "these do not [2b]",
        arguments: [
            ("X: 1\r\n\r\nX", "content-length.missing"), ("\r\n", "content-length.missing"),
            ("Content-Length: -1\r\n\r\n", "content-length.not-a-number"),
            ("Content-Length: a\r\n\r\n", "content-length.not-a-number"),
            ("Content-Length: \r\n\r\n", "content-length.not-a-number"),
            ("Content-Length: 999999999\r\n\r\n", "content-length.too-long"),
            ("Content-Length: 4\r\n\r\n123", "leftover"),
        ]
    )
    func bad(_ text: String, _ rule: String) throws {
        let units = try CodecProbe.units("content-length", text)
        #expect(units.count == 1 && units[0].hasSuffix(rule), "\(units)")
    }

    @Test("a long body is not waited for, and a second message follows")
    func long() throws {
        let text =
            "Content-Length: 5000\r\n\r\n" + String(repeating: "x", count: 5000) + "Content-Length: 0\r\n\r\n"
        #expect(
            try CodecProbe.units("content-length", text).map { $0.prefix { $0 != " " } } == [
                "0..<5024", "5024..<5045",
            ]
        )
    }

    @Test("SIP knows the short form and empty lines, RTSP media between its messages")
    func dialects() throws {
        #expect(
            try CodecProbe.units(
                "sip",
                "OPTIONS sip:a SIP/2.0\r\nl: 2\r\n\r\nhi\r\n\r\nSIP/2.0 200 OK\r\n\r\n"
            ) == [
                "0..<33 OPTIONS sip:a SIP/2.0, 2 bytes of body", "33..<35 heartbeat empty line",
                "35..<37 heartbeat empty line", "37..<55 SIP/2.0 200 OK, 0 bytes of body",
            ]
        )
        #expect(
            try CodecProbe.units("rtsp", "$\0\0\u{3}abcRTSP/1.0 200 OK\r\n\r\n", from: .server) == [
                "0..<7 interleaved data, 3 bytes", "7..<26 RTSP/1.0 200 OK, 0 bytes of body",
            ]
        )
    }

    @Test("netstrings: length, colon, content, comma")
    func netstrings() throws {
        #expect(
            try CodecProbe.units("netstring", "5:hello,0:,12:hello world!,") == [
                "0..<8 5 bytes: hello", "8..<11 0 bytes: ", "11..<27 12 bytes: hello world!",
            ]
        )
        #expect(try CodecProbe.units("netstring", "05:hello,") == ["0..<9 undecoded netstring.length"])
        #expect(try CodecProbe.units("netstring", "5:hello;") == ["0..<8 undecoded netstring.comma"])
        #expect(try CodecProbe.units("netstring:max=4", "5:") == ["0..<2 undecoded netstring.too-long"])
    }
}
