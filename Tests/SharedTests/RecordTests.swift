import Foundation
import Testing

/// `record` and `check` over the captures whose endpoints logged every message.
@Suite(.enabled(if: Shared.isPresent), .serialized)
struct RecordTests {
    /// The specs of the codecs that INDEX.md names.
    static let specs = [
        "delimiter-ff": "delimiter:bytes=ff", "delimiter-lf": "line",
        "delimiter-crlf": "delimiter:text=\\r\\n",
        "type1-length1": "tlc", "type2-length4-be": "tlc:type=2,length=4", "length4-be": "length:width=4",
        "varint-length": "varint", "stomp-1.2": "stomp", "stomp-over-websocket": "websocket/stomp",
        "http-1.1": "http", "json-concatenated": "json", "json-lines-with-heartbeat-20": "json",
        "mqtt-3.1.1": "mqtt", "resp": "redis",
    ]

    /// The captures of the index, and the spec of each one's codec.
    static func captures() throws -> [(file: String, spec: String)] {
        let index = try String(contentsOfFile: "\(Shared.root)/truth/INDEX.md", encoding: .utf8)
        return try index.split(separator: "\n").compactMap { line in
            let columns = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard columns.count > 2, columns[0] != "capture" else { return nil }
            return (columns[0], try #require(specs[columns[2]], "no spec for \(columns[2])"))
        }
    }

    private static func record(_ file: String, _ spec: String, _ name: String, _ more: [String] = []) throws {
        let path = "\(Shared.root)/truth/\(file)"
        let outcome = try Shared.seam(["record", "-q", "-c", spec, "-o", name] + more + [path])
        #expect(outcome.status == 0, "\(file): \(outcome.errors)")
    }

    /// A folder with the recordings of all captures but the one of 100 000 messages; it is removed afterwards.
    private static func withRecordings(_ more: [String], _ work: (String, [String]) throws -> Void) throws {
        let folder = Shared.temporary()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var names: [String] = []
        for (file, spec) in try captures() where !file.hasPrefix("k1_") {
            names.append(String(file.prefix { $0 != "." }) + (file.contains(".server.") ? "-server" : ""))
            try record(file, spec, "\(folder)/\(names[names.count - 1])", more)
        }
        try work(folder, names)
    }

    /// Kinds, ranges and seams of the units of a fixture, in all layers.
    private static func units(_ name: String) throws -> [String] {
        let text = try Data(contentsOf: URL(fileURLWithPath: name + ".expect.jsonl"))
        let lines = text.split(separator: 10).dropFirst()
        return try Shared.lines(Data(lines.joined(separator: [10])), as: UnitLine.self).map { unit in
            let seams = unit.seams?.map { "\($0.seam) \($0.offset) \($0.packet) \($0.cause)" } ?? []
            return "\(unit.stream) \(unit.from) \(unit.index) \(unit.kind) \(unit.start) \(unit.end) \(seams)"
        }
    }

    @Test(
        "record and check round trip on every capture; anonymised or scrambled the units are the same and nobody is named"
    )
    func roundTrip() throws {
        let folder = Shared.temporary()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let captures = try Self.captures()
        #expect(captures.count >= 72)
        for (file, spec) in captures {
            let name = "\(folder)/\(file.split(separator: ".").dropLast().joined(separator: "."))"
            try Self.record(file, spec, name)
            try Self.record(file, spec, name + "-anonymous", ["--anonymise"])
            try Self.record(file, spec, name + "-scrambled", ["--scramble"])
            let units = try Self.units(name)
            let names = try Names(of: "\(Shared.root)/truth/\(file)")
            for kind in ["-anonymous", "-scrambled"] {
                #expect(try Self.units(name + kind) == units, "\(file) \(kind)")
                #expect(try names.found(in: name + kind) == [], "\(file) \(kind)")
            }
        }
        let check = try Shared.seam(["check", "-q", folder])
        #expect(check.status == 0)
        #expect(String(decoding: check.output, as: UTF8.self) == "\(3 * captures.count) passed, 0 failed\n")
    }

    @Test("a byte changed anywhere in any recording is found, and shown with its place in the file")
    func changedCapture() throws {
        try Self.withRecordings([]) { folder, names in
            var generator = Seeded(state: 7)
            for round in 0..<8 {
                var shown: [String] = []
                var originals: [String: Data] = [:]
                for name in names {
                    let url = URL(fileURLWithPath: "\(folder)/\(name).pcap")
                    var bytes = try Data(contentsOf: url)
                    originals[name] = bytes
                    let place = Int.random(in: 0..<bytes.count, using: &generator)
                    let old = bytes[place]
                    bytes[place] ^= UInt8.random(in: 1...255, using: &generator)
                    try bytes.write(to: url)
                    shown.append(
                        "    byte \(place) of the file is \(Self.hex(bytes[place])), was \(Self.hex(old))"
                    )
                }
                let outcome = try Shared.seam(["check", folder])
                let text = String(decoding: outcome.output, as: UTF8.self)
                #expect(text.hasSuffix("\n0 passed, \(names.count) failed\n"), "round \(round)")
                let lines = Set(text.split(separator: "\n").map { String($0) })
                for line in shown { #expect(lines.contains(line), "round \(round): \(line)") }
                for (name, bytes) in originals {
                    try bytes.write(to: URL(fileURLWithPath: "\(folder)/\(name).pcap"))
                }
            }
            #expect(try Shared.seam(["check", "-q", folder]).status == 0)
        }
    }

    private static func hex(_ byte: UInt8) -> String {
        let digits = (byte < 16 ? "0" : "") + String(byte, radix: 16)
        return digits + ((0x21...0x7E).contains(byte) ? " '\(Unicode.Scalar(byte))'" : "")
    }

    @Test("a byte changed anywhere in an expectation of the project is found")
    func changedExpectation() throws {
        let fixtures = Shared.checkout + "/fixtures"
        let folder = Shared.temporary()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let names = try FileManager.default.contentsOfDirectory(atPath: fixtures)
            .filter { $0.hasSuffix(".expect.jsonl") }.map { String($0.dropLast(".expect.jsonl".count)) }
        #expect(names.count > 40)
        for name in names {
            try FileManager.default.copyItem(
                atPath: "\(fixtures)/\(name).pcap",
                toPath: "\(folder)/\(name).pcap"
            )
        }
        var generator = Seeded(state: 11)
        for _ in 0..<8 {
            for name in names {
                var bytes = try Data(contentsOf: URL(fileURLWithPath: "\(fixtures)/\(name).expect.jsonl"))
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                bytes[place] ^= UInt8.random(in: 1...255, using: &generator)
                try bytes.write(to: URL(fileURLWithPath: "\(folder)/\(name).expect.jsonl"))
            }
            let outcome = try Shared.seam(["check", folder])
            let text = String(decoding: outcome.output, as: UTF8.self)
            #expect(
                text.hasSuffix("\n0 passed, \(names.count) failed\n"),
                "\(text.split(separator: "\n").filter { $0.hasPrefix("ok") })"
            )
        }
    }
}

/// Numbers that are the same in each run (SplitMix64).
private struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
