import Foundation
import Testing

@testable import SeamCLI

/// Captures of `../shared/truth`, whose endpoints wrote down what they did; left out where they are not.
private let truth: String = {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { url.deleteLastPathComponent() }
    let shared = ProcessInfo.processInfo.environment["SEAM_SHARED"] ?? url.path + "/../shared"
    return shared + "/truth/"
}()

@Suite(
    .timeLimit(.minutes(2)),
    .enabled(if: FileManager.default.fileExists(atPath: truth + "README.md"), "needs ../shared")
)
struct ReplayTruthTests {
    private struct Segment {
        var isClient: Bool
        var length: Int
    }

    /// The payload segments that the endpoints' log names, in the order of the capture.
    private func segments(_ name: String) throws -> (file: String, segments: [Segment]) {
        let data = try Data(contentsOf: URL(fileURLWithPath: truth + name + ".truth.json"))
        let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let list = try #require(object["segments"] as? [[String: Any]])
        let segments = list.map {
            Segment(isClient: $0.word("dir") == "c2s", length: $0.number("length"))
        }
        return (truth + object.word("file"), segments)
    }

    @Test(
        "the pieces of truth captures arrive as they were captured, and the answers match",
        arguments: [
            ("a6_nagle_20sent_7received_crlf.client", "delimiter:bytes=0d0a"),
            ("a3_nagle_delack_lo_t1l1", "tlc"),
            ("c1_wwr_nagle_delack_t2l4", "tlc:type=2,length=4"), ("g9_json_heartbeat20", "json"),
            ("h1_stomp_tcp_hb_nul_escape", "stomp"), ("h2_stomp_tcp_burst60", "stomp"),
            ("h9_redis_pipeline", "redis"),
            ("h13_nginx_pipelined", "http"), ("h12_mqtt_mosquitto", "mqtt"),
            ("i2_delimiter_inside_ff", "delimiter"),
        ]
    )
    func replays(_ name: String, _ codec: String) throws {
        let (capture, segments) = try segments(name)
        let folder = try Scratch().path + ".d"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        _ = try Spawn.seam(["streams", "-q", "-s", "0", "--extract", folder, capture])
        var bytes = [UInt8](
            (try? Data(contentsOf: URL(fileURLWithPath: folder + "/0-server.bin"))) ?? Data()
        )[...]
        var answers: [(after: Int, bytes: [UInt8])] = []
        var count = 0
        for segment in segments {
            if segment.isClient {
                count += segment.length
            } else {
                answers.append((count, Array(bytes.prefix(segment.length))))
                bytes = bytes.dropFirst(segment.length)
            }
        }
        let log = try RecvLog(answers)
        let outcome = try Spawn.seam([
            "replay", "-c", codec, "-s", "0", "--to", "127.0.0.1:\(log.port)", "--speed", "max", "--json",
            capture,
        ])
        #expect(outcome.status == 0, "\(outcome.output) \(outcome.errors)")
        #expect(log.reads().map(\.count) == segments.filter(\.isClient).map(\.length))
        let messages = try #require(try parse(outcome.output).first).object("messages")
        #expect(messages.number("equal") == messages.number("captured"))
        #expect((messages.number("captured") > 0) == !answers.isEmpty)
    }
}
