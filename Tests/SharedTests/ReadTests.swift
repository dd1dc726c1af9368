import Foundation
import Testing

/// Modelled reads against those that the endpoints logged.
@Suite(.enabled(if: Shared.isPresent), .serialized)
struct ReadTests {
    struct Log: Decodable {
        struct Read: Decodable {
            var dir: String
            var offset: Int
            var length: Int
            var asked: Int
        }

        struct Connection: Decodable {
            var client: String
            var reads: [Read]
        }

        var client: String?
        var reads: [Read]?
        var connections: [Connection]?

        var all: [Connection] { connections ?? [Connection(client: client ?? "", reads: reads ?? [])] }
    }

    /// A line of `seam segments --carriers reads --json`.
    struct ReadLine: Decodable {
        var stream: Int
        var from: String
        var read: Int
        var start: Int
        var end: Int
        var uncertain: Bool
    }

    struct StreamLine: Decodable {
        var stream: Int
        var client: String
    }

    /// Captures at the end that reads as soon as it can; the server always does.
    ///
    /// Not here: h*, whose programs read headers byte by byte with buffers of many sizes (paho-mqtt, mosquitto and
    /// websocket-client), and l3, where segments that were read are not in the capture.
    static let prompt = [
        "a2_nagle_rtt20_gap3_lf.server", "a3_nagle_delack_lo_t1l1", "a6_nagle_20sent_7received_crlf.server",
        "b4_nodelay_prompt_ff", "c1_wwr_nagle_delack_t2l4", "c2_wwr_nodelay_t2l4",
        "d1_mss_split_nooffload_t2l4.server", "d2_tso_direct_t2l4.server", "d3_tso_sender_only_l4be.server",
        "d7_mss_split_backtoback_nagle_lf.server", "d9_lo_mss_option_offload_varint",
        "e1_loss_fast_retransmit_t2l4.server", "e2_reorder_ff.server", "e3_retransmit_merge_t1l1.server",
        "e4_duplicates_lf.server", "e7_ack_loss_spurious_crlf.server", "e8_head_of_line_big_lf.server",
        "e9_cwnd_limited_small_lf.server", "f2_window_limited_ff.server",
        "f5_small_sndbuf_partial_writes_l4be",
        "g1_bufferedwriter_lf", "g2_cork_t1l1", "g3_app_split_crlf", "g9_json_heartbeat20",
        "g11_http_pipelined_onewrite", "i1_len_mod256_t1l1", "i2_delimiter_inside_ff",
        "i3_max_frame_8192_crlf", "i4_wrong_endian_t2l4", "i5_close_mid_frame_t2l4",
        "j1_server_fin_lf", "j3_client_rst_crlf", "j5_close_unread_rst_lf",
        "j11_keepalive_probes_answered_lf", "j12_keepalive_unanswered_crlf", "k3_60_connections_crlf",
    ]
    /// Those whose client reads each answer before it goes on; other clients read at the end.
    static let promptClients = [
        "a3_nagle_delack_lo_t1l1", "c1_wwr_nagle_delack_t2l4", "c2_wwr_nodelay_t2l4",
        "g11_http_pipelined_onewrite",
    ]
    /// By the log the thread of this connection's reader began 4 ms after its first bytes came.
    static let late = "k3_60_connections_crlf 127.0.0.1:49994"
    /// Slow readers and what is known of them.
    static let slow: KeyValuePairs<String, String> = [
        "a1_nagle_rtt10_ff.server": ",after=20", "b1_nodelay_slowreader_crlf": ",after=100",
        "b2_nodelay_slowreader_smallrecv_varint": ",after=10,every=10",
        "f1_zero_window_l4be.server": ",after=60,every=60",
    ]

    struct Figures {
        var logged = 0
        var equal = 0
        /// Ends of reads that only one of log and model has, where the model says that timing decides.
        var uncertain = 0
        /// The same where it does not.
        var wrong: [String] = []
    }

    @Test("recv by a prompt reader returns what was logged, but where deliveries were within a millisecond")
    func promptReaders() throws {
        var total = Figures()
        for name in Self.prompt {
            let figures = try Self.compare(name, "", clientsToo: Self.promptClients.contains(name))
            total.logged += figures.logged
            total.equal += figures.equal
            total.uncertain += figures.uncertain
            total.wrong += figures.wrong
            if figures.equal < figures.logged {
                print(
                    "\(name): \(figures.equal) of \(figures.logged) reads, \(figures.uncertain) borders uncertain"
                )
            }
        }
        print("\(total.equal) of \(total.logged) reads as logged, \(total.uncertain) borders uncertain")
        #expect(total.wrong.allSatisfy { $0.hasPrefix(Self.late) }, "\(total.wrong)")
        #expect(total.logged >= 900)
        #expect(total.equal * 10 >= total.logged * 7)
    }

    @Test(
        "a slow reader returns what was logged, given its pauses",
        arguments: slow.map { ($0.key, $0.value) }
    )
    func slowReaders(_ name: String, _ pauses: String) throws {
        let figures = try Self.compare(name, pauses, clientsToo: false)
        print("\(name): \(figures.equal) of \(figures.logged) reads, \(figures.uncertain) borders uncertain")
        #expect(figures.wrong.isEmpty)
        #expect(figures.equal == figures.logged)
    }

    static func compare(_ name: String, _ pauses: String, clientsToo: Bool) throws -> Figures {
        let log: Log = try Shared.json("\(Shared.root)/truth/\(name).truth.json")
        let path = Truth.capture(name)
        let streams = try Shared.lines(Shared.seam(["streams", "--json", path]).output, as: StreamLine.self)
        let numbers = Dictionary(streams.map { ($0.client, $0.stream) }) { first, _ in first }
        var models: [Int: [ReadLine]] = [:]
        var figures = Figures()
        for connection in log.all {
            for (dir, from) in [("c2s", "client"), ("s2c", "server")] where from == "client" || clientsToo {
                let logged = connection.reads.filter { $0.dir == dir && $0.length > 0 }
                guard let asked = logged.first?.asked else { continue }
                if models[asked] == nil {
                    let arguments = ["segments", "--json", "-q", "--carriers", "reads"]
                    let reader = ["--reader", "recv:\(asked)\(pauses)", path]
                    let outcome = try Shared.seam(arguments + reader)
                    #expect(outcome.status == 0, "\(outcome.errors)")
                    models[asked] = try Shared.lines(outcome.output, as: ReadLine.self)
                }
                let stream = numbers[connection.client]
                let model = (models[asked] ?? []).filter { $0.stream == stream && $0.from == from }
                compare(logged, model, "\(name) \(connection.client) \(from)", &figures)
            }
        }
        return figures
    }

    static func compare(_ logged: [Log.Read], _ model: [ReadLine], _ half: String, _ figures: inout Figures) {
        let ranges = Set(logged.map { $0.offset..<$0.offset + $0.length })
        figures.logged += logged.count
        figures.equal += model.count { ranges.contains($0.start..<$0.end) }
        let ends = Set(logged.map { $0.offset + $0.length })
        for (place, read) in model.enumerated() where !ends.contains(read.end) {
            let next = place + 1 < model.count ? model[place + 1].uncertain : true
            note(read.end, next || read.uncertain)
        }
        for end in ends.subtracting(model.map(\.end)) {
            note(end, model.first { $0.start < end && end < $0.end }?.uncertain ?? false)
        }
        func note(_ end: Int, _ isUncertain: Bool) {
            if isUncertain { figures.uncertain += 1 } else { figures.wrong.append("\(half) at \(end)") }
        }
    }
}
