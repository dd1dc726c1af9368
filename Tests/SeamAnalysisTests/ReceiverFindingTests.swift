import SeamAnalysis
import SeamBytes
import SeamCodecs
import Testing

/// Findings that say how RabbitMQ, Netty and StompKit read a frame that they do not read alike.
@Suite struct ReceiverFindingTests {
    /// What the finding of each kind of difference says, and about which frame: `1 at 12..<40 x2: netty drops header at`.
    private func differences(_ codec: String, _ segments: String...) throws -> [String] {
        let sent = segments.map { "+50ms server \($0)\n+20ms client ack\n" }.joined()
        let script = "connection mss=1460 rtt=20ms\n+0ms handshake\n" + sent
        let found = try diagnose(script, codec).first?.findings.filter { $0.kind == .receiversDiffer } ?? []
        return found.map { finding in
            let words = finding.readings.map { "\($0.receiver.name) \($0.words)" }.joined(separator: "; ")
            let range = finding.range.map { "\($0)" } ?? "?"
            let layer = finding.layer > 0 ? "layer \(finding.layer) " : ""
            return "\(layer)\(finding.unit ?? -1) at \(range) x\(finding[.count] ?? 0): \(words)"
        }
    }

    @Test("a frame that all read alike gives no finding")
    func alike() throws {
        #expect(
            try differences("stomp", #""MESSAGE\nsubscription:0\nmessage-id:1\ndestination:/a\n\nx\0""#)
                .isEmpty
        )
    }

    @Test("a second colon in a value: the specification forbids it, Netty drops the header, others read on")
    func colon() throws {
        let frame = #""MESSAGE\nsubscription:0\nmessage-id:1\ndestination:/a:b\n\nx\0""#
        let words =
            "strict error: a header value holds a colon that is not written as \\c; rabbitmq takes it as it is; "
            + "netty drops header destination; stompkit takes it as it is"
        #expect(try differences("stomp:version=1.2", frame, frame) == ["0 at 0..<56 x2: \(words)"])
    }

    @Test("a NUL in a counted body of MESSAGE ends the frame for RabbitMQ and StompKit")
    func nul() throws {
        let head = #""MESSAGE\nsubscription:0\nmessage-id:1\ndestination:/a\ncontent-length:3\n\n"#
        #expect(
            try differences("stomp", head + #"a\0b\0""#) == [
                "0 at 0..<73 x1: rabbitmq ends it after 71 of 73 bytes; gets a body of 1 bytes, not 3; "
                    + "stompkit ends it after 71 of 73 bytes; gets a body of 1 bytes, not 3"
            ]
        )
    }

    @Test("a content-length in UTF-16 units: the specification finds no frame, StompKit does")
    func utf16() throws {
        // "中" is three bytes, and one unit of UTF-16.
        let head = #""SEND\ndestination:/a\ncontent-length:1\n\n""#
        let body = #"<e4 b8 ad> "\0""#
        let next = #""SEND\ndestination:/b\n\n\0""#
        let words =
            "strict error: no NUL ends the frame before the next command, or behind the bytes that content-length "
            + "counts; rabbitmq error: RabbitMQ: content-length is negative, or no NUL stands behind so many bytes; "
            + "netty error: Netty: content-length is negative, or no NUL stands behind so many bytes; "
            + "stompkit takes 42 bytes for a frame with a body of 3"
        #expect(try differences("stomp", "\(head) \(body) \(next)") == ["0 at 0..<42 x1: \(words)"])
        // It does not matter that the next frame, which shows where the lost one ended, comes later.
        #expect(try differences("stomp", "\(head) \(body)", next) == ["0 at 0..<42 x1: \(words)"])
    }

    @Test("inside WebSocket the finding names the layer, and the bytes of the connection")
    func layered() throws {
        // A text frame of 27 bytes behind a head of two.
        let frame = #"<81 1b> "SEND\na:1:2\ndestination:/\n\n\0""#
        let found = try differences("websocket/stomp:version=1.2", frame)
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("layer 2 0 at 2..<29 x1: strict error") == true)
        #expect(found.first?.contains("netty drops header a;") == true)
    }

    @Test("a lost frame in a message of WebSocket is read again too")
    func layeredUTF16() throws {
        let found = try differences(
            "websocket/stomp",
            #"<81 29> "SEND\ndestination:/\ncontent-length:1\n\n" <e4 b8 ad> "\0""#,
            #"<81 16> "SEND\ndestination:/b\n\n\0""#
        )
        #expect(found.count == 1)
        #expect(found.first?.hasSuffix("stompkit takes 41 bytes for a frame with a body of 3") == true)
    }
}
