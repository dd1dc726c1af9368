import Foundation
import Testing

/// Units and verdicts against what both endpoints logged.
@Suite(.enabled(if: Shared.isPresent), .serialized)
struct TruthTests {
    /// The spec that each codec of `shared/truth` is written as; captures of other codecs are later issues.
    static let specs: KeyValuePairs<String, [String]> = [
        "delimiter:bytes=ff": [
            "a1_nagle_rtt10_ff.client", "a1_nagle_rtt10_ff.server", "b4_nodelay_prompt_ff",
            "e2_reorder_ff.client",
            "e2_reorder_ff.server",
        ],
        // Messages of up to 100 KB: over the default limit of 8192.
        "delimiter:bytes=ff,max=1M": ["f2_window_limited_ff.client", "f2_window_limited_ff.server"],
        "delimiter:bytes=0a,max=1M": [
            "a2_nagle_rtt20_gap3_lf.client", "a2_nagle_rtt20_gap3_lf.server",
            "d7_mss_split_backtoback_nagle_lf.client", "d7_mss_split_backtoback_nagle_lf.server",
            "e4_duplicates_lf.client", "e4_duplicates_lf.server", "e8_head_of_line_big_lf.client",
            "e8_head_of_line_big_lf.server", "e9_cwnd_limited_small_lf.client",
            "e9_cwnd_limited_small_lf.server",
            "g1_bufferedwriter_lf", "j11_keepalive_probes_answered_lf", "j1_server_fin_lf",
            "j5_close_unread_rst_lf",
        ],
        "tlc": [
            "a3_nagle_delack_lo_t1l1", "e3_retransmit_merge_t1l1.client", "e3_retransmit_merge_t1l1.server",
            "g2_cork_t1l1",
        ],
        #"delimiter:text=\r\n"#: [
            "a6_nagle_20sent_7received_crlf.client", "a6_nagle_20sent_7received_crlf.server",
            "b1_nodelay_slowreader_crlf", "e7_ack_loss_spurious_crlf.client",
            "e7_ack_loss_spurious_crlf.server",
            "g3_app_split_crlf", "j12_keepalive_unanswered_crlf", "j3_client_rst_crlf",
        ],
        "line": ["k3_60_connections_crlf"],
        "varint": ["b2_nodelay_slowreader_smallrecv_varint", "d9_lo_mss_option_offload_varint"],
        "tlc:type=2,length=4,order=big": [
            "c1_wwr_nagle_delack_t2l4", "c2_wwr_nodelay_t2l4", "d1_mss_split_nooffload_t2l4.client",
            "d1_mss_split_nooffload_t2l4.server", "d2_tso_direct_t2l4.client", "d2_tso_direct_t2l4.server",
            "e1_loss_fast_retransmit_t2l4.client", "e1_loss_fast_retransmit_t2l4.server",
        ],
        "length:width=4": [
            "d3_tso_sender_only_l4be.client", "d3_tso_sender_only_l4be.server", "f1_zero_window_l4be.client",
            "f1_zero_window_l4be.server", "f5_small_sndbuf_partial_writes_l4be",
        ],
        "stomp": ["h1_stomp_tcp_hb_nul_escape", "h2_stomp_tcp_burst60"],
        "http": ["g11_http_pipelined_onewrite", "h13_nginx_pipelined"],
    ]

    static let cases = specs.flatMap { spec, names in names.map { ($0, spec) } }

    @Test("every message has the logged sender, start and end", arguments: cases)
    func boundaries(_ name: String, _ spec: String) throws {
        let truth = try Truth.load(name)
        #expect(truth.decodes?.boundariesEqual ?? true, "the capture is one whose codec decodes it")
        let units = try Self.units(name, spec)
        for connection in truth.all {
            for (dir, from) in [("c2s", "client"), ("s2c", "server")] {
                let logged = connection.messages.filter { $0.dir == dir && $0.unsent != true }
                let ends = Set(logged.filter { ($0.trailingEol ?? 0) > 0 }.map(\.end))
                let seen = units[connection.client + from, default: []]
                    .filter { !($0.kind == "heartbeat" && ends.contains($0.start)) }
                #expect(
                    seen.map { [$0.start, $0.end] } == logged.map { [$0.start, $0.end] },
                    "\(connection.client) \(from)"
                )
                let kinds = logged.map { $0.kind == "heartbeat" ? "heartbeat" : "message" }
                #expect(seen.map(\.kind) == kinds)
            }
        }
    }

    @Test("split and coalesced are what the logged segments imply", arguments: cases)
    func verdicts(_ name: String, _ spec: String) throws {
        let truth = try Truth.load(name)
        let units = try Self.units(name, spec)
        for connection in truth.all {
            for (dir, from) in [("c2s", "client"), ("s2c", "server")] {
                let seen = units[connection.client + from, default: []]
                let owners = Self.owners((connection.segments ?? []).filter { $0.dir == dir })
                let ranges = seen.map { $0.start..<$0.end }
                for unit in seen {
                    let expected = Self.verdict(unit.start..<unit.end, among: ranges, owners)
                    #expect(
                        unit.verdict == expected,
                        "\(connection.client) \(from) \(unit.start)..<\(unit.end)"
                    )
                }
            }
        }
    }

    /// The frame that first brought each run of bytes, in order of the stream.
    static func owners(_ segments: [Truth.Segment]) -> [(range: Range<Int>, frame: Int)] {
        var frames: [Int] = []
        for segment in segments.sorted(by: { $0.frame < $1.frame }) {
            let end = segment.offset + segment.length
            if frames.count < end { frames += [Int](repeating: 0, count: end - frames.count) }
            for place in segment.offset..<end where frames[place] == 0 { frames[place] = segment.frame }
        }
        var runs: [(range: Range<Int>, frame: Int)] = []
        for (place, frame) in frames.enumerated() {
            if let last = runs.last, last.frame == frame {
                runs[runs.count - 1].range = last.range.lowerBound..<place + 1
            } else {
                runs.append((place..<place + 1, frame))
            }
        }
        return runs
    }

    /// The definition of DESIGN section 1, byte by byte.
    static func verdict(
        _ unit: Range<Int>,
        among units: [Range<Int>],
        _ owners: [(range: Range<Int>, frame: Int)]
    ) -> String {
        let frames = Set(owners.filter { $0.range.overlaps(unit) }.map(\.frame))
        let isCoalesced = owners.contains { owner in
            frames.contains(owner.frame)
                && (owner.range.lowerBound < unit.lowerBound || owner.range.upperBound > unit.upperBound)
        }
        switch (frames.count > 1, isCoalesced) {
        case (false, false): return "whole"
        case (false, true): return "coalesced"
        case (true, false): return "split"
        case (true, true): return "split+coalesced"
        }
    }

    /// The units of a capture by the client's endpoint and the sender, in order.
    static func units(_ name: String, _ spec: String) throws -> [String: [UnitLine]] {
        let path = Truth.capture(name)
        let outcome = try Shared.seam(["messages", "--json", "-c", spec, path])
        #expect(outcome.status == 0, "\(outcome.errors)")
        let streams = try Shared.seam(["streams", "--json", path])
        struct StreamLine: Decodable {
            var stream: Int
            var client: String
        }
        let names = try Shared.lines(streams.output, as: StreamLine.self)
        let clients = Dictionary(names.map { ($0.stream, $0.client) }) { first, _ in first }
        let lines = try Shared.lines(outcome.output, as: UnitLine.self)
        return Dictionary(grouping: lines) { clients[$0.stream, default: "?"] + $0.from }
            .mapValues { units in units.sorted { $0.index < $1.index } }
    }
}
