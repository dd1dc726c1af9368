import Foundation
import Testing

/// `seam infer` on captures whose framing is known, driven through the release binary.
@Suite(.enabled(if: Shared.isPresent), .serialized)
struct InferTests {
    struct Half: Decodable {
        struct Finding: Decodable {
            var spec: String
            var bits: Int
        }

        var port: Int
        var from: String
        var outcome: String
        var spec: String?
        var findings: [Finding]
    }

    static func halves(_ capture: String) throws -> [Half] {
        try Shared.lines(Shared.seam(["infer", "--json", "-q", capture]).output)
    }

    /// Captures with a framing of its own and at least ten messages in the client's half.
    static let cases = TruthTests.cases.filter { name, spec in
        spec != "stomp" && spec != "http"
            && !["g3", "j1_", "j3", "j5", "j11", "j12", "e7", "f5"].contains { name.hasPrefix($0) }
    }

    @Test("the framing found cuts the messages that the endpoints logged", arguments: cases)
    func truth(_ name: String, _ spec: String) throws {
        let half = try Self.halves(Truth.capture(name)).first { $0.from == "client" }
        let found = try #require(half?.spec, "\(name): \(half?.outcome ?? "no half")")
        let truth = try Truth.load(name)
        let units = try TruthTests.units(name, found)
        for connection in truth.all {
            let logged = connection.messages.filter { $0.dir == "c2s" && $0.unsent != true }
            let seen = units[connection.client + "client", default: []]
            #expect(
                seen.map { [$0.start, $0.end] } == logged.map { [$0.start, $0.end] },
                "\(name) as \(found)"
            )
        }
    }

    @Test(
        "a faulty sender's framing is still named",
        arguments: [
            ("i1_len_mod256_t1l1", "length:offset=1,width=1"),
            ("i2_delimiter_inside_ff", "delimiter:bytes=ff"),
            ("i4_wrong_endian_t2l4", "length:offset=2,width=4"),
            ("i5_close_mid_frame_t2l4", "length:offset=2,width=4"),
        ]
    )
    func faults(_ name: String, _ spec: String) throws {
        let half = try Self.halves(Truth.capture(name)).first { $0.from == "client" }
        #expect(half?.spec == spec)
    }

    /// What the oracle says of one half: its messages as offset, bytes and a name.
    struct Frames: Decodable {
        struct Message: Decodable {
            var start: Int
            var end: Int

            init(from decoder: any Decoder) throws {
                var list = try decoder.unkeyedContainer()
                start = try list.decode(Int.self)
                end = start + (try list.decode(Int.self))
            }
        }

        var stream: Int
        var dir: String
        var app: String
        var n: Int
        var gapFree: Bool
        var stop: String?
        var msgs: [Message]
    }

    struct Row {
        var right = 0
        var wrong = 0
        var none = 0
        var all: Int { right + wrong + none }
    }

    /// Protocols that one rule frames; HTTP/2 and WebSocket have several kinds of frames.
    static let apps: Set<String> = [
        "amqp", "bgp", "ftp", "irc", "mongo", "mqtt", "mysql", "opcua", "openwire", "pgsql", "pulsar", "resp",
        "rpc",
        "s7", "smb", "smtp", "thrift-framed", "tls",
    ]

    @Test(
        "of the public halves with 8 messages the first answer cuts 4 of 5 as the oracle, and 1 of 50 otherwise"
    )
    func corpus() throws {
        var table: [String: Row] = [:]
        let folder = "\(Shared.root)/corpus"
        for file in try FileManager.default.contentsOfDirectory(atPath: "\(folder)/frames").sorted() {
            let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/frames/\(file)"))
            let frames = try Shared.lines(data, as: Frames.self)
                .filter { $0.n >= 8 && $0.gapFree && $0.stop == nil && Self.apps.contains($0.app) }
            guard !frames.isEmpty else { continue }
            let name = String(file.dropLast(".jsonl".count))
            let capture = ["pcap", "pcapng", "cap"].map { "\(folder)/captures/\(name).\($0)" }
                .first { FileManager.default.fileExists(atPath: $0) }
            let oracle = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/oracle/\(file)"))
            try Self.judge(try #require(capture), frames, Shared.lines(oracle, as: Ends.self), into: &table)
        }
        for (app, row) in table.sorted(by: { $0.key < $1.key }) {
            print("\(app)\t\(row.right) right, \(row.wrong) wrong, \(row.none) none")
        }
        let all = table.values.reduce(0) { $0 + $1.all }
        #expect(all >= 75)
        #expect(table.values.reduce(0) { $0 + $1.right } * 5 >= all * 4)
        #expect(table.values.reduce(0) { $0 + $1.wrong } * 50 <= all)
    }

    struct Stream: Decodable {
        var stream: Int
        var client: String
        var server: String
    }

    /// Which end the oracle takes for the client of a stream.
    struct Ends: Decodable {
        var stream: Int
        var dir: String
        var client: String
    }

    /// Compares the first answer of each half with the oracle's messages.
    static func judge(
        _ capture: String,
        _ frames: [Frames],
        _ ends: [Ends],
        into table: inout [String: Row]
    ) throws {
        let halves = try halves(capture)
        let streams: [Stream] = try Shared.lines(Shared.seam(["streams", "--json", "-q", capture]).output)
        var known: [String: [UnitLine]] = [:]
        for frame in frames {
            guard let stream = streams.first(where: { $0.stream == frame.stream }) else { continue }
            let port = stream.server.split(separator: ":").last.flatMap { Int($0) }
            let client = ends.first { $0.stream == frame.stream && $0.dir == frame.dir }?.client
            let isTurned = client != stream.client
            let from = isTurned ? (frame.dir == "client" ? "server" : "client") : frame.dir
            let half = halves.first { $0.port == port && $0.from == from }
            guard let spec = half?.spec else {
                table[frame.app, default: Row()].none += 1
                continue
            }
            if known[spec] == nil {
                known[spec] = try Shared.lines(
                    Shared.seam(["messages", "--json", "-q", "-c", spec, capture]).output
                )
            }
            let units = (known[spec] ?? []).filter {
                $0.stream == frame.stream && $0.from == from && $0.kind != "undecoded"
            }
            let seen = Set(units.map { [$0.start, $0.end] })
            let found = frame.msgs.count { seen.contains([$0.start, $0.end]) }
            // A preamble that the oracle has as two messages, or an unfinished one at the end, is no other framing.
            let isRight = found * 10 >= frame.msgs.count * 9 && seen.count * 10 <= frame.msgs.count * 11 + 10
            if isRight {
                table[frame.app, default: Row()].right += 1
            } else {
                table[frame.app, default: Row()].wrong += 1
            }
        }
    }
}
