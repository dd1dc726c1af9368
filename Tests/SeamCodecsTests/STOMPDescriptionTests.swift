import SeamBytes
import SeamCodecs
import SeamTesting
import Testing

/// What is said of frames, and what specs may say.
@Suite struct STOMPDescriptionTests {
    /// `summary | field=value ...` of each unit.
    private func describe(_ text: String, _ spec: String = "stomp") throws -> [String] {
        let decoder = try CodecRegistry.factory(spec).make().client
        var batch = UnitBatch(wantsDetails: true)
        decoder.feed(octets(text).rawSpan, into: &batch)
        decoder.peerEnded(into: &batch)
        let text = batch.details.text
        return batch.entries.map { entry in
            let fields = batch.details.fields[entry.fields].map { field -> String in
                switch field.value {
                case .number(let number): return "\(field.name)=\(number)"
                case .flag(let flag): return "\(field.name)=\(flag)"
                case .text(let range), .bytes(let range):
                    return "\(field.name)=\(String(decoding: text[range], as: UTF8.self))"
                }
            }
            return
                "\(String(decoding: text[entry.summary], as: UTF8.self)) | \(fields.joined(separator: " "))"
        }
    }

    @Test("a frame is told by its command, its subject and the size of its body")
    func frames() throws {
        #expect(
            try describe("SEND\nreceipt:r1\ndestination:/queue/a\ncontent-length:2\n\nhi^@\r\n\n") == [
                "SEND /queue/a, 2 bytes | command=SEND destination=/queue/a receipt=r1 content_length=2 "
                    + "body_length=2 headers=3",
                "CR LF | ", "LF | ",
            ]
        )
        #expect(
            try describe("CONNECT\naccept-version:1.1,1.2\nhost:h\nheart-beat:1000,0\n\n^@") == [
                "CONNECT 1.1,1.2 | command=CONNECT accept_version=1.1,1.2 host=h heart_beat=1000,0 "
                    + "body_length=0 headers=3"
            ]
        )
        #expect(
            try describe("ERROR\nmessage:no such queue\n\n!^@")[0].hasPrefix("ERROR no such queue, 1 byte |")
        )
        #expect(try describe("DISCONNECT\nreceipt:bye\n\n^@")[0].hasPrefix("DISCONNECT bye | "))
    }

    @Test("values are shown as they stand on the wire, of repeated headers the first")
    func values() throws {
        let found = try describe("RECEIPT\nreceipt-id:a\\cb\nreceipt-id:c\n\n^@", "stomp:version=1.2")
        #expect(found[0].hasPrefix(#"RECEIPT a\cb | command=RECEIPT receipt_id=a\cb "#))
    }

    @Test("a fault says what is missing and where the next command seems to begin")
    func faults() throws {
        #expect(try describe("SEND\n\n^@")[0].hasSuffix(" headers=0 missing_header=destination"))
        let swallowed = "SEND\ndestination:a\n\nxSEND\ndestination:b\n\ny^@"
        #expect(try describe(swallowed)[0].hasSuffix(" headers=1 next_command_at=21"))
    }

    @Test("descriptions do not depend on cuts either")
    func cuts() throws {
        let factory = try CodecRegistry.factory("stomp")
        let bytes = octets("CONNECT\naccept-version:1.0,1.2\n\n^@\nmessage\na:\\r\r\n\r\n^@x^@")
        #expect(Rechunk.counterexample(bytes, unitDecoder: { factory.make().client }) == nil)
    }

    @Test(
        "limits and version are parameters; dialects are to come",
        arguments: [
            ("stomp:max=4", "stomp.body-too-long"), ("stomp:max-head=16", "stomp.head-too-long"),
            ("stomp:max-headers=1", "stomp.too-many-headers"),
            ("stomp:max=5,dialect=strict,version=1.0", nil),
        ]
    )
    func parameters(_ spec: String, _ rule: String?) {
        let text = "SEND\ndestination:d\na:b\n\nhello^@"
        #expect(STOMPTestSpec.violations(spec, text) == [rule])
    }

    @Test(
        "specs that cannot be used say why",
        arguments: [
            ("stomp:dialect=netty", "stomp: dialect=netty is not supported yet; leave it out for strict"),
            ("stomp:dialect=x", "stomp: dialect=x is not strict"),
            ("stomp:version=1.3", "stomp: version=1.3 is not auto or 1.0 or 1.1 or 1.2"),
        ]
    )
    func wrongSpecs(_ spec: String, _ error: String) {
        #expect(throws: SpecError(error)) { try CodecRegistry.factory(spec) }
    }

    @Test(
        "STOMP is recognised by a handshake, or a frame with one of its headers",
        arguments: [
            ("CONNECT\n", true), ("\nSTOMP\naccept-version:1.2\n", true), ("CONNECTED\nver", true),
            ("SEND\ndestination:/q\n", true), ("SEND\nhello\n", false), ("ERROR\n", false),
            ("hello\n", false),
            ("CONNECT a:443 HTTP/1.1\r\n", false), ("", false),
        ]
    )
    func recognition(_ text: String, _ isSTOMP: Bool) {
        let factory = CodecRegistry.recognise(octets(text).rawSpan, serverPort: 0)
        #expect((factory?.name == "stomp") == isSTOMP)
    }

    @Test("a command without a header is STOMP's only on its port")
    func port() {
        let frame = octets("SEND\n\nhello")
        #expect(CodecRegistry.recognise(frame.rawSpan, serverPort: 61613)?.name == "stomp")
        #expect(CodecRegistry.recognise(octets("hello\n").rawSpan, serverPort: 61613) == nil)
    }

    @Test("every fault names a rule that the codec explains")
    func rules() {
        let ids = STOMPDecoder.rules.map { "\($0.id)" }
        #expect(Set(ids).count == ids.count)
        #expect(ids.allSatisfy { $0.hasPrefix("stomp.") })
        for rule in STOMPDecoder.rules where !"\(rule.id)".contains("too-") {
            #expect("\(rule.source)".isEmpty == false)
        }
    }
}
