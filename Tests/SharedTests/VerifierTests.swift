import Foundation
import Testing

/// The verifiers over real traffic: neither how a half is cut nor which half is seen first may matter to any layer.
@Suite(.enabled(if: Shared.isPresent), .serialized)
struct VerifierTests {
    struct Capture: Decodable {
        var name: String
        var file: String
        var app: String?
        var size: Int
    }

    /// What `check --rechunk` says of a capture, which it takes as a fixture of its own.
    private static func verify(_ capture: String, codec: String? = nil) throws -> Shared.Outcome? {
        let folder = Shared.temporary()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let options = codec.map { ["-c", $0] } ?? []
        let made = try Shared.seam(["record"] + options + ["-o", "\(folder)/it", capture])
        guard made.status == 0 else { return nil }
        return try Shared.seam(["check", "--rechunk", "4", folder])
    }

    @Test(
        "stacks of codecs over the logged captures",
        arguments: [
            ("h6_stomp_ws", "websocket/stomp"), ("h6_stomp_ws", "websocket/auto"),
            ("h17_stomp_ws_textframe_bad_utf8", "websocket/stomp"),
            ("h17_stomp_ws_textframe_bad_utf8", "websocket/stomp:dialect=stompkit"),
            ("h13_nginx_pipelined", "http"), ("g11_http_pipelined_onewrite", "http"),
            ("h1_stomp_tcp_hb_nul_escape", "stomp/json"), ("h3_stomp_missing_nul_send", "stomp"),
            ("g9_json_heartbeat20", "line/json"), ("h12_mqtt_mosquitto", "mqtt/json"),
        ]
    )
    func truth(_ name: String, _ codec: String) throws {
        let outcome = try #require(try Self.verify(Truth.capture(name), codec: codec))
        #expect(outcome.status == 0, "\(String(decoding: outcome.output, as: UTF8.self))")
    }

    @Test("recognised codecs over the public captures of up to 8 KB")
    func corpus() throws {
        let corpus = "\(Shared.root)/corpus"
        let manifest = try Data(contentsOf: URL(fileURLWithPath: "\(corpus)/manifest.jsonl"))
        var verified = 0
        for capture in try Shared.lines(manifest, as: Capture.self) where capture.size <= 8 << 10 {
            guard let outcome = try Self.verify("\(corpus)/captures/\(capture.file)") else { continue }
            verified += 1
            #expect(
                outcome.status == 0,
                "\(capture.name): \(String(decoding: outcome.output, as: UTF8.self))"
            )
        }
        #expect(verified >= 60, "\(verified)")
    }
}
