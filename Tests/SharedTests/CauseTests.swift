import Foundation
import Testing

/// Causes of seams against what a perfect passive observer could answer (shared/truth/README.md, "Seams").
@Suite(.enabled(if: Shared.isPresent), .serialized)
struct CauseTests {
    struct Answers: Decodable {
        struct Connection: Decodable {
            var client: String
            var seams: [Seam]
        }

        struct Seam: Decodable {
            var from: String
            var seam: String
            var offset: Int
            var packet: Int
            var causes: [String]
            var optional: Bool?
        }

        var connections: [Connection]
    }

    /// A seam of a capture, whoever found it.
    struct Place: Hashable {
        var half: String
        var seam: String
        var offset: Int
        var packet: Int
    }

    /// Captures that other tests of the truth leave out, as their messages are more than those that were logged.
    static let others = [
        ("g7_json_bare_open", "json"), ("g9_json_heartbeat20", "json"),
        ("h3_stomp_missing_nul_send", "stomp"),
        ("h9_redis_pipeline", "redis"), ("h12_mqtt_mosquitto", "mqtt"),
        ("i3_max_frame_8192_crlf", #"delimiter:text=\r\n,max=1M"#),
        ("i4_wrong_endian_t2l4", "tlc:type=2,length=4"), ("i5_close_mid_frame_t2l4", "tlc:type=2,length=4"),
        ("j6_server_fin_write_after_varint", "varint"), ("j7_cut_reconnect_lf.client", "line"),
        ("j7_cut_reconnect_lf.server", "line"), ("j9_heartbeat_stops", "json"),
        ("l1_midstream_start_crlf", #"delimiter:text=\r\n"#), ("l3_capture_loss_lf", "line"),
    ]

    /// The causes that captures were made to force, and which of joins and cuts show it.
    static let forced: [(name: String, seam: String, causes: Set<String>)] = [
        ("a1_nagle_rtt10_ff", "join", ["nagle"]), ("a2_nagle_rtt20_gap3_lf", "join", ["nagle"]),
        ("a3_nagle_delack_lo_t1l1", "join", ["nagle"]), ("a6_nagle_20sent_7received_crlf", "join", ["nagle"]),
        ("c1_wwr_nagle_delack_t2l4", "cut", ["write"]), ("c2_wwr_nodelay_t2l4", "cut", ["write"]),
        ("d1_mss_split_nooffload_t2l4", "cut", ["mss"]), ("d2_tso_direct_t2l4", "cut", ["offload"]),
        ("d3_tso_sender_only_l4be.client", "cut", ["offload"]),
        ("d3_tso_sender_only_l4be.server", "cut", ["mss"]),
        ("d7_mss_split_backtoback_nagle_lf", "cut", ["mss"]),
        ("e1_loss_fast_retransmit_t2l4", "join", ["congestion"]),
        ("e9_cwnd_limited_small_lf", "join", ["congestion", "backlog"]),
        ("f1_zero_window_l4be", "join", ["window"]), ("f2_window_limited_ff", "join", ["window"]),
        ("g1_bufferedwriter_lf", "join", ["batch"]), ("g2_cork_t1l1", "join", ["batch"]),
        ("g3_app_split_crlf", "cut", ["write"]),
    ]

    @Test("of all seams at least 95 % have a true cause, and at most 2 % a wrong one")
    func allSeams() throws {
        var table: [String: Int] = [:]
        var right = 0
        var wrong = 0
        var total = 0
        for (name, spec) in TruthTests.cases + Self.others {
            let found = try Self.found(name, spec)
            let answers = try Self.answers(name)
            let needed = answers.filter { $0.value.optional != true }
            #expect(Set(needed.keys).subtracting(found.keys).isEmpty, "\(name): seams not found")
            #expect(Set(found.keys).subtracting(answers.keys).isEmpty, "\(name): seams that are none")
            for (place, answer) in needed {
                guard let cause = found[place] else { continue }
                total += 1
                table["\(place.seam) \(answer.causes[0]) -> \(cause)", default: 0] += 1
                if answer.causes.contains(cause) {
                    right += 1
                } else if cause != "unknown" {
                    wrong += 1
                    print("\(name): \(place) is \(answer.causes), not \(cause)")
                }
            }
        }
        for (row, count) in table.sorted(by: { $0.key < $1.key }) { print("\(count)\t\(row)") }
        print("\(total) seams, \(right) right, \(wrong) wrong, \(total - right - wrong) unknown")
        #expect(total >= 1700)
        #expect(right * 100 >= total * 95)
        #expect(wrong * 100 <= total * 2)
    }

    @Test("the forced cause is the most frequent one, seen from either end", arguments: forced)
    func majority(_ name: String, _ seam: String, _ causes: Set<String>) throws {
        for (capture, spec) in TruthTests.cases where capture.hasPrefix(name) {
            let found = try Self.found(capture, spec).filter { $0.key.seam == seam }
            let counts = Dictionary(grouping: found.values) { $0 }.mapValues(\.count)
            let most = counts.max { $0.value < $1.value }?.key
            #expect(causes.contains(most ?? "none"), "\(capture): \(counts)")
        }
    }

    @Test("where nothing was forced no seam is found")
    func controls() throws {
        #expect(try Self.found("b4_nodelay_prompt_ff", "delimiter:bytes=ff").isEmpty)
    }

    @Test("captures of both ends tell which end they were taken at")
    func capturePoint() throws {
        struct Line: Decodable {
            var capturePoint: String
        }
        for (capture, spec) in TruthTests.cases where capture.hasPrefix("a") || capture.hasPrefix("e") {
            guard let end = ["client", "server"].first(where: { capture.hasSuffix("." + $0) }) else {
                continue
            }
            let outcome = try Shared.seam(["inspect", "--json", "-c", spec, Truth.capture(capture)])
            let lines = try Shared.lines(outcome.output, as: Line.self)
            #expect(lines.map(\.capturePoint) == [end], "\(capture)")
        }
    }

    private static func found(_ name: String, _ spec: String) throws -> [Place: String] {
        var found: [Place: String] = [:]
        for (half, units) in try TruthTests.units(name, spec) {
            for seam in units.flatMap({ $0.seams ?? [] }) {
                let place = Place(half: half, seam: seam.seam, offset: seam.offset, packet: seam.packet)
                found[place] = seam.cause
            }
        }
        return found
    }

    private static func answers(_ name: String) throws -> [Place: Answers.Seam] {
        let answers: Answers = try Shared.json("\(Shared.root)/truth/\(name).seams.json")
        var places: [Place: Answers.Seam] = [:]
        for connection in answers.connections {
            for seam in connection.seams {
                let half = connection.client + seam.from
                places[Place(half: half, seam: seam.seam, offset: seam.offset, packet: seam.packet)] = seam
            }
        }
        return places
    }
}
