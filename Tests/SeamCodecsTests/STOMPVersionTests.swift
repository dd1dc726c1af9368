import SeamBytes
import SeamCodecs
import SeamTesting
import Testing

/// What the versions say differently (reference/decoders.md, 2d).
@Suite struct STOMPVersionTests {
    static let head = "MESSAGE\ndestination:d\nmessage-id:1\nsubscription:0\n"

    private func fault(_ header: String, _ version: STOMPVersion) -> String? {
        let text = Self.head + header + "\n\n^@"
        let unit = stompUnits(text, version).first ?? ""
        return unit.split(separator: " ").dropFirst(2).first.map(String.init)
    }

    @Test("escapes: none in 1.0, n c backslash in 1.1, r as well in 1.2, others a fault")
    func escapes() {
        for fine in [#"a:\n"#, #"a:\c"#, #"a:\\"#, #"\c:a"#, #"a:\\t"#] {
            for version in STOMPVersion.allCases { #expect(fault(fine, version) == nil) }
        }
        for (version, expected) in zip(STOMPVersion.allCases, [nil, "stomp.bad-escape", nil]) {
            #expect(fault(#"a:\r"#, version) == expected)
        }
        for bad in [#"a:\t"#, #"a:\"#, #"a:\\\"#, #"\:a"#, #"a:\C"#] {
            #expect(fault(bad, .v10) == nil)
            #expect(fault(bad, .v11) == "stomp.bad-escape")
            #expect(fault(bad, .v12) == "stomp.bad-escape")
        }
    }

    @Test("the text of a header is that of the version")
    func text() {
        let bytes = octets(Self.head + #"a\n:\\\c"# + "\n\n^@")
        #expect(STOMPReading(bytes, .v10).frames.first??[#"a\n"#] == #"\\\c"#)
        #expect(STOMPReading(bytes, .v11).frames.first??["a\n"] == #"\:"#)
    }

    @Test("CR LF ends a line in 1.2; before, the CR belongs to the value and breaks what is no header")
    func carriageReturn() {
        let inHeader = octets(Self.head + "a:b\r\n\n^@")
        #expect(STOMPReading(inHeader, .v12).frames.first??["a"] == "b")
        #expect(STOMPReading(inHeader, .v11).frames.first??["a"] == "b\r")
        #expect(STOMPReading(inHeader, .v11).units == ["MESSAGE 0..<57"])
        for text in ["DISCONNECT\r\n\n^@", "DISCONNECT\n\r\n^@", "DISCONNECT\ncontent-length:0\r\n\n^@"] {
            let count = octets(text).count
            #expect(stompUnits(text, .v12) == ["DISCONNECT 0..<\(count)"])
            #expect(stompUnits(text, .v11) == ["DISCONNECT 0..<\(count) stomp.carriage-return"])
        }
        #expect(stompUnits("\r\n", .v11) == ["CRLF 0..<2 stomp.carriage-return"])
        #expect(stompUnits("\r\n", .v12) == ["CRLF 0..<2"])
    }

    @Test("bodies belong to SEND, MESSAGE and ERROR, in 1.0 to any frame")
    func bodies() {
        let text = "SUBSCRIBE\nid:0\ndestination:d\n\nbody^@"
        #expect(stompUnits(text, .v10) == ["SUBSCRIBE 0..<35 body 4"])
        #expect(stompUnits(text, .v11) == ["SUBSCRIBE 0..<35 body 4 stomp.body-not-allowed"])
        #expect(stompUnits("ERROR\n\nbody^@", .v12) == ["ERROR 0..<12 body 4"])
    }

    @Test(
        "headers that a command must have",
        arguments: [
            ("SEND\na:b", "stomp.missing-header", "stomp.missing-header", "stomp.missing-header"),
            ("SUBSCRIBE\ndestination:d", nil, "stomp.missing-header", "stomp.missing-header"),
            ("UNSUBSCRIBE\ndestination:d", nil, "stomp.missing-header", "stomp.missing-header"),
            ("UNSUBSCRIBE\nid:0", nil, nil, nil),
            ("UNSUBSCRIBE\na:b", "stomp.missing-header", "stomp.missing-header", "stomp.missing-header"),
            ("ACK\nmessage-id:1", nil, "stomp.missing-header", "stomp.missing-header"),
            ("ACK\nmessage-id:1\nsubscription:0", nil, nil, "stomp.missing-header"),
            ("ACK\nid:1", "stomp.missing-header", "stomp.missing-header", nil),
            ("NACK\nid:1", "stomp.unknown-command", "stomp.missing-header", nil),
            ("BEGIN\na:b", "stomp.missing-header", "stomp.missing-header", "stomp.missing-header"),
            ("COMMIT\ntransaction:t", nil, nil, nil),
            ("MESSAGE\ndestination:d\nmessage-id:1", nil, "stomp.missing-header", "stomp.missing-header"),
            ("RECEIPT\nreceipt-id:1", nil, nil, nil),
            ("RECEIPT\nreceipt:1", "stomp.missing-header", "stomp.missing-header", "stomp.missing-header"),
            ("CONNECT\nlogin:a", nil, "stomp.missing-header", "stomp.missing-header"),
            ("DISCONNECT\nreceipt:1", nil, nil, nil),
        ]
    )
    func requiredHeaders(_ text: String, _ old: String?, _ middle: String?, _ new: String?) {
        for (version, expected) in zip(STOMPVersion.allCases, [old, middle, new]) {
            let unit = stompUnits(text + "\n\n^@", version).first ?? ""
            #expect(unit.split(separator: " ").dropFirst(2).first.map(String.init) == expected, "\(version)")
        }
    }
}
