import SeamBytes
import SeamCodecs
import SeamTesting
import Testing

/// Writing frames, and the laws that tie the encoder to the decoder.
@Suite struct STOMPEncoderTests {
    private func encode(_ encoder: STOMPEncoder, _ message: STOMPMessage) throws -> [UInt8] {
        var writer = ByteWriter()
        try encoder.encode(message, into: &writer)
        return writer.bytes
    }

    /// What is wrong with a frame, and proof that nothing of it was written; nil when nothing is wrong.
    private func refusal(_ version: STOMPVersion, _ frame: STOMPFrame) -> String? {
        var writer = ByteWriter()
        do {
            try STOMPEncoder(version).encode(.frame(frame), into: &writer)
            return nil
        } catch {
            #expect(writer.count == 0)
            return error.description
        }
    }

    @Test("a frame is written as its version does it")
    func bytes() throws {
        let frame = STOMPFrame(.send, ["destination": "a:b", "k\\": "v\r\n"], body: Array("hi".utf8))
        #expect(
            try encode(STOMPEncoder(.v12), .frame(frame))
                == octets(#"SEND\#ndestination:a\cb\#nk\\:v\r\n\#n\#nhi^@"#)
        )
        #expect(
            try encode(STOMPEncoder(.v11), .frame(frame))
                == octets("SEND\ndestination:a\\cb\nk\\\\:v\r\\n\n\nhi^@")
        )
        let old = STOMPFrame(.send, ["destination": "a:b", "k\\": "v"], body: Array("hi".utf8))
        #expect(try encode(STOMPEncoder(.v10), .frame(old)) == octets("SEND\ndestination:a:b\nk\\:v\n\nhi^@"))
        #expect(try encode(STOMPEncoder(), .heartbeat) == [0x0a])
    }

    @Test("content-length is written when the body holds a NUL, or always")
    func contentLength() throws {
        let frame = STOMPFrame(.send, ["destination": "d"], body: [0])
        #expect(
            try encode(STOMPEncoder(), .frame(frame))
                == octets("SEND\ndestination:d\ncontent-length:1\n\n^@^@")
        )
        let always = STOMPEncoder(contentLength: .always)
        let empty = STOMPFrame(.send, ["destination": "d"])
        #expect(try encode(always, .frame(empty)) == octets("SEND\ndestination:d\ncontent-length:0\n\n^@"))
        #expect(try encode(always, .frame(STOMPFrame(.disconnect))) == octets("DISCONNECT\n\n^@"))
    }

    @Test("a handshake is written without escapes in every version")
    func handshake() throws {
        let frame = STOMPFrame(.connected, ["version": "1.2", "session": "ID:a\\b"])
        for version in STOMPVersion.allCases {
            #expect(
                try encode(STOMPEncoder(version), .frame(frame))
                    == octets("CONNECTED\nversion:1.2\nsession:ID:a\\b\n\n^@")
            )
        }
    }

    @Test("what a version cannot say is refused")
    func refusals() {
        let send = { (name: String, value: String) in STOMPFrame(.send, ["destination": "d", name: value]) }
        #expect(refusal(.v10, send("a", "b\nc")) == "a: without escapes a header cannot hold LF")
        #expect(refusal(.v10, send("a:b", "c")) == "a:b: without escapes a name cannot hold a colon")
        #expect(refusal(.v11, send("a:b", "c\nd")) == nil)
        #expect(refusal(.v12, send("", "c")) == "a header must have a name")
        #expect(refusal(.v12, send("a", "\0")) == "a: headers cannot hold NUL")
        #expect(refusal(.v12, send("content-length", "1")) == "content-length is written by the encoder")
        #expect(refusal(.v12, STOMPFrame(.unknown)) == "STOMP 1.2 has no such command")
        #expect(refusal(.v10, STOMPFrame(.nack, ["id": "1"])) == "STOMP 1.0 has no command NACK")
        #expect(refusal(.v12, STOMPFrame(.send)) == "SEND must have destination")
        #expect(
            refusal(.v12, STOMPFrame(.connected, ["a": "b\rc"]))
                == "a: CONNECTED cannot hold CR, which may end its lines"
        )
        let body = STOMPFrame(.subscribe, ["destination": "d", "id": "0"], body: [0x78])
        #expect(
            refusal(.v11, body)
                == "SUBSCRIBE may not have a body: only SEND, MESSAGE and ERROR may have a body"
        )
        #expect(refusal(.v10, body) == nil)
        var writer = ByteWriter()
        #expect(throws: EncodingError.self) { try STOMPEncoder(.v10).encode(.heartbeat, into: &writer) }
    }

    @Test(
        "what the encoder writes the decoder reads without fault, and written again it is the same bytes"
    )
    func laws() throws {
        var generator = SplitMix(seed: 11)
        for round in 0..<30 {
            let version = STOMPVersion.allCases[round % 3]
            let encoder = STOMPEncoder(version, contentLength: round % 2 == 0 ? .whenNeeded : .always)
            let frames = (0..<3).map { _ in Self.frame(version, &generator) }
            var writer = ByteWriter()
            for frame in frames { try encoder.encode(.frame(frame), into: &writer) }
            let reading = STOMPReading(writer.bytes, version)
            #expect(reading.frames == frames)
            #expect(reading.layouts.allSatisfy { $0.fault == nil })
            var again = ByteWriter()
            for case let frame? in reading.frames { try encoder.encode(.frame(frame), into: &again) }
            #expect(again.bytes == writer.bytes)
        }
    }

    /// A frame that the version can say, of signs that are likely to hurt.
    private static func frame(_ version: STOMPVersion, _ generator: inout SplitMix) -> STOMPFrame {
        let isOld = version == .v10
        let signs =
            isOld ? ["a", ":", "\\", "\r", " ", "é"] : ["a", ":", "\\", "\r", "\n", " ", "é", "n", "c"]
        func text(_ count: ClosedRange<Int>, _ generator: inout SplitMix) -> String {
            (0..<Int.random(in: count, using: &generator))
                .map { _ in signs.randomElement(using: &generator) ?? "" }.joined()
        }
        var frame = STOMPFrame(.message, ["destination": "d", "message-id": "1", "subscription": "0"])
        for _ in 0..<Int.random(in: 0...4, using: &generator) {
            let name = text(1...4, &generator)
            let plain = name.replacing(":", with: "x")
            frame.headers.append(.init(isOld ? plain : name, text(0...5, &generator)))
        }
        frame.body = (0..<Int.random(in: 0...20, using: &generator)).map { _ in
            [0, 0x0a, 0x0d, 0x53, 0xff].randomElement(using: &generator) ?? 0
        }
        return frame
    }
}
