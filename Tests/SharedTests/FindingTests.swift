import Foundation
import Testing

/// Findings against what the endpoints logged (shared/truth), and none worse than a note where nothing is wrong.
@Suite(.enabled(if: Shared.isPresent), .serialized)
struct FindingTests {
    struct Line: Decodable {
        struct Finding: Decodable {
            var id: String
            var severity: String
            var from: String?
            var start: Int?
            var packet: Int?
            var lastPacket: Int?
            var evidence: [String: Value]
        }

        struct Story: Decodable {
            struct Heartbeat: Decodable {
                var from: String
                var contentHex: String
                var count: Int
                var period: Double
                var stopped: Bool
            }

            struct Reconnect: Decodable {
                var previous: Int
                var previousEnded: String
                var attempt: Int
                var failed: Int
                var delays: [Double]
            }

            var ended: String
            var by: String?
            var lost: [String: Int]
            var heartbeats: [Heartbeat]
            var reconnect: Reconnect?
        }

        var stream: Int
        var findings: [Finding]
        var story: Story
    }

    /// A number of the evidence, the hexadecimal digits of bytes, or more than that.
    enum Value: Decodable {
        case number(Double)
        case text(String)
        case other

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Double.self) {
                self = .number(number)
            } else {
                self = (try? container.decode(String.self)).map { .text($0) } ?? .other
            }
        }

        var number: Double? {
            guard case .number(let number) = self else { return nil }
            return number
        }
    }

    static func inspect(_ path: String, _ spec: String) throws -> [Line] {
        let outcome = try Shared.seam(["inspect", "-q", "--json", "-c", spec, path])
        return try Shared.lines(outcome.output)
    }

    /// What was forced or logged: the capture, its codec, and the finding with its offset or packet.
    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        var spec: String
        var id: String
        var start: Int?
        var packet: Int?
        var testDescription: String { "\(name) \(id)" }

        init(_ name: String, _ spec: String, _ id: String, start: Int? = nil, packet: Int? = nil) {
            self.name = name
            self.spec = spec
            self.id = id
            self.start = start
            self.packet = packet
        }
    }

    private static let crlf = #"delimiter:text=\r\n"#
    private static let lf = "delimiter:bytes=0a"
    private static let tlc = "tlc:type=2,length=4"

    static let cases: [Case] = [
        // expected.encoder_bug of each truth file.
        Case("i1_len_mod256_t1l1", "tlc", "length-overflow", start: 323),
        Case("i1_len_mod256_t1l1", "tlc", "desynchronised", start: 369),
        Case("i2_delimiter_inside_ff", "delimiter:bytes=ff", "delimiter-in-content", start: 181),
        Case("i2_delimiter_inside_ff", "delimiter:bytes=ff", "delimiter-in-content", start: 355),
        Case("i3_max_frame_8192_crlf", crlf, "frame-over-limit", start: 16549),
        Case("i3_max_frame_8192_crlf", crlf, "frame-over-limit", start: 25593),
        Case("i4_wrong_endian_t2l4", tlc, "length-byte-order", start: 252),
        Case("i4_wrong_endian_t2l4", tlc, "desynchronised", start: 252),
        Case("i5_close_mid_frame_t2l4", tlc, "unterminated-at-close", start: 435),
        // messages: the SEND without its NUL starts at 124.
        Case("h3_stomp_missing_nul_send", "stomp", "missing-nul", start: 124),
        // Frames of what `cause` names, as tshark numbers them.
        Case("c1_wwr_nagle_delack_t2l4", tlc, "write-write-read"),
        Case("c2_wwr_nodelay_t2l4", tlc, "split-write", start: 6, packet: 4),
        Case("f1_zero_window_l4be.client", "length:width=4", "zero-window", packet: 16),
        Case("f1_zero_window_l4be.server", "length:width=4", "zero-window", packet: 16),
        Case("f2_window_limited_ff.client", "delimiter:bytes=ff", "receive-window"),
        Case("f2_window_limited_ff.server", "delimiter:bytes=ff", "receive-window"),
        // writes[]: a partial write ends at 100468.
        Case("f5_small_sndbuf_partial_writes_l4be", "length:width=4", "partial-write", start: 100_468),
        Case("j1_server_fin_lf", lf, "server-fin", packet: 18),
        Case("j3_client_rst_crlf", crlf, "client-reset", packet: 18),
        Case("j5_close_unread_rst_lf", lf, "client-reset", packet: 17),
        Case("j6_server_fin_write_after_varint", "varint", "server-fin", packet: 16),
        Case("j6_server_fin_write_after_varint", "varint", "write-after-close", start: 118, packet: 19),
        Case("j7_cut_reconnect_lf.client", lf, "network-cut", packet: 14),
        Case("j7_cut_reconnect_lf.client", lf, "reconnect"),
        Case("j7_cut_reconnect_lf.server", lf, "network-cut", packet: 35),
        Case("j7_cut_reconnect_lf.server", lf, "reconnect"),
        Case("j9_heartbeat_stops", lf, "heartbeat-timeout", start: 42, packet: 14),
        Case("j11_keepalive_probes_answered_lf", lf, "keep-alive", packet: 10),
        Case("j12_keepalive_unanswered_crlf", crlf, "network-cut", packet: 18),
        Case("j12_keepalive_unanswered_crlf", crlf, "keep-alive", packet: 10),
        Case("d2_tso_direct_t2l4.client", tlc, "capture-offload"),
        Case("l1_midstream_start_crlf", crlf, "capture-midstream", packet: 1),
        Case("l3_capture_loss_lf", lf, "capture-gaps"),
        Case("g9_json_heartbeat20", lf, "heartbeat-glued"),
    ]

    @Test("what the truth names is found where it is", arguments: cases)
    func named(_ wanted: Case) throws {
        let findings = try Self.inspect(Truth.capture(wanted.name), wanted.spec).flatMap(\.findings)
        let found = findings.contains { finding in
            finding.id == wanted.id && (wanted.start == nil || finding.start == wanted.start)
                && (wanted.packet == nil || finding.packet == wanted.packet)
        }
        #expect(found, "found \(findings.map { "\($0.id) \($0.start ?? -1) packet \($0.packet ?? 0)" })")
    }

    @Test("the overflow names both lengths: 44 was declared, 300 are there")
    func overflow() throws {
        let findings = try Self.inspect(Truth.capture("i1_len_mod256_t1l1"), "tlc")[0].findings
        let overflow = try #require(findings.first { $0.id == "length-overflow" })
        #expect(overflow.evidence["declared"]?.number == 44)
        #expect(overflow.evidence["likely"]?.number == 300)
        #expect(overflow.evidence["lost_from"]?.number == 369)
    }

    @Test("each of eleven requests waits 40 ms for a delayed ACK")
    func stalls() throws {
        let findings = try Self.inspect(Truth.capture("c1_wwr_nagle_delack_t2l4"), Self.tlc)[0].findings
        let stalls = try #require(findings.first { $0.id == "write-write-read" })
        // DelayedACKs of the truth's kernel counters; the first ACK is quick.
        #expect(stalls.evidence["count"]?.number == 11)
        let total = stalls.evidence["total"]?.number ?? 0
        #expect(total > 0.4 && total < 0.5)
    }

    /// Runs in which nothing was forced that a person should be warned of.
    static let controls: [(name: String, spec: String)] = [
        ("b4_nodelay_prompt_ff", "delimiter:bytes=ff"), ("c2_wwr_nodelay_t2l4", tlc),
        ("b1_nodelay_slowreader_crlf", crlf),
        ("d1_mss_split_nooffload_t2l4.client", tlc), ("e2_reorder_ff.server", "delimiter:bytes=ff"),
        ("g1_bufferedwriter_lf", lf), ("h1_stomp_tcp_hb_nul_escape", "stomp"),
        ("h2_stomp_tcp_burst60", "stomp"),
        ("k3_60_connections_crlf", crlf),
    ]

    @Test("on the controls there is no warning", arguments: controls)
    func quiet(_ name: String, _ spec: String) throws {
        let findings = try Self.inspect(Truth.capture(name), spec).flatMap(\.findings)
        let worse = findings.filter { $0.severity != "note" }
        #expect(worse.isEmpty, "found \(worse.map(\.id))")
        if name.hasPrefix("b4") { #expect(findings.isEmpty) }
    }

    /// Healthy captures of the corpus: no loss, no zero window, no reset that cuts a message (its manifest.jsonl).
    static let healthy = healthyCaptures()

    private static func healthyCaptures() -> [String] {
        struct Entry: Decodable {
            var file: String
            var size: Int
            var tags: [String]
            var tcpPayloadPackets: Int
            var lostSegment: Int
            var ackLostSegment: Int
            var zeroWindow: Int
            var retransmission: Int
            var malformed: Int
            var libpcapReadsAll: Bool
        }
        guard let text = try? Data(contentsOf: URL(fileURLWithPath: "\(Shared.root)/corpus/manifest.jsonl")),
            let entries = try? Shared.lines(text, as: Entry.self)
        else { return [] }
        let clean = entries.filter { entry in
            entry.lostSegment + entry.ackLostSegment + entry.zeroWindow + entry.retransmission
                + entry.malformed == 0
                && entry.tcpPayloadPackets >= 6 && entry.libpcapReadsAll && entry.size < 1_000_000
                && !entry.tags.contains("tcp:rst") && !entry.tags.contains("tcp:midstream")
                && !entry.tags.contains {
                    $0.contains("gap") || $0.contains("snap") || $0.contains("one-way")
                }
        }
        return clean.map(\.file)
    }

    @Test("at least twenty healthy captures of the corpus give no warning")
    func corpus() throws {
        #expect(Self.healthy.count >= 20)
        for file in Self.healthy {
            let findings = try Self.inspect("\(Shared.root)/corpus/captures/\(file)", "auto").flatMap(
                \.findings
            )
            let worse = findings.filter { $0.severity != "note" }
            #expect(worse.isEmpty, "\(file): \(worse.map(\.id))")
        }
    }

    @Test(
        "the story tells who ended a connection: the server, the user, the network",
        arguments: [
            ("j1_server_fin_lf", "closed", "server"), ("b4_nodelay_prompt_ff", "closed", "client"),
            ("j3_client_rst_crlf", "reset", "client"),
            ("j12_keepalive_unanswered_crlf", "network-cut", "server"),
            ("j7_cut_reconnect_lf.client", "network-cut", "server"),
            ("j7_cut_reconnect_lf.server", "network-cut", "client"),
            ("j9_heartbeat_stops", "closed", "server"),
        ]
    )
    func ends(_ name: String, _ ended: String, _ by: String) throws {
        let story = try Self.inspect(Truth.capture(name), "line")[0].story
        #expect(story.ended == ended)
        #expect(story.by == by)
    }

    @Test("six attempts over two cuts are one story, with what was lost and how long each waited")
    func reconnects() throws {
        let lines = try Self.inspect(Truth.capture("j7_cut_reconnect_lf.client"), "line")
        // failed_attempts of the truth: two after each cut.
        #expect(lines.compactMap(\.story.reconnect?.attempt) == [1, 2, 3, 4, 5, 6])
        #expect(lines.compactMap(\.story.reconnect?.failed) == [0, 1, 2, 0, 1, 2])
        #expect(lines[0].story.lost == ["client": 21, "server": 0])
        #expect(lines[6].story.reconnect?.delays.count == 6)
    }

    @Test("heart-beats are known by content and period: 20 and LF every 2 s, five times, then no more")
    func beats() throws {
        let story = try Self.inspect(Truth.capture("j9_heartbeat_stops"), "line")[0].story
        let beat = try #require(story.heartbeats.first)
        #expect(beat.from == "client" && beat.contentHex == "32300a" && beat.count == 5 && beat.stopped)
        #expect(abs(beat.period - 2) < 0.01)
    }
}
