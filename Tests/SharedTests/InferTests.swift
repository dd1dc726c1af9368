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
            ("i2_delimiter_inside_ff", "delimiter:bytes=ff"),
            ("i4_wrong_endian_t2l4", "length:offset=2,width=4"),
            ("i5_close_mid_frame_t2l4", "length:offset=2,width=4"),
        ]
    )
    func faults(_ name: String, _ spec: String) throws {
        let half = try Self.halves(Truth.capture(name)).first { $0.from == "client" }
        #expect(half?.spec == spec)
    }

    struct Frames: Decodable {
        var stream: Int
        var dir: String
        var app: String
        var n: Int
        var gapFree: Bool
        var stop: String?
    }

    @Test("of the public captures whose protocols one rule frames, most halves with 8 messages get a spec")
    func corpus() throws {
        let apps: Set<String> = [
            "amqp", "bgp", "ftp", "irc", "mongo", "mqtt", "mysql", "opcua", "openwire", "pulsar", "rpc", "s7",
            "smb", "smtp", "thrift-framed", "tls",
        ]
        var table: [String: (all: Int, found: Int)] = [:]
        let folder = "\(Shared.root)/corpus"
        for file in try FileManager.default.contentsOfDirectory(atPath: "\(folder)/frames").sorted() {
            let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/frames/\(file)"))
            let frames = try Shared.lines(data, as: Frames.self)
                .filter { $0.n >= 8 && $0.gapFree && $0.stop == nil && apps.contains($0.app) }
            guard !frames.isEmpty else { continue }
            let name = String(file.dropLast(".jsonl".count))
            let capture = ["pcap", "pcapng", "cap"].map { "\(folder)/captures/\(name).\($0)" }
                .first { FileManager.default.fileExists(atPath: $0) }
            let halves = try Self.halves(try #require(capture))
            for frame in frames {
                table[frame.app, default: (0, 0)].all += 1
                if halves.contains(where: { $0.spec != nil }) { table[frame.app, default: (0, 0)].found += 1 }
            }
        }
        for (app, row) in table.sorted(by: { $0.key < $1.key }) {
            print("\(app)\t\(row.found) of \(row.all)")
        }
        let all = table.values.reduce(0) { $0 + $1.all }
        #expect(all >= 50)
        #expect(table.values.reduce(0) { $0 + $1.found } * 10 >= all * 8)
    }
}
