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
        "varint-length": "varint", "stomp-1.2": "stomp",
    ]

    /// The captures with a codec, and the spec of it.
    ///
    /// One with 100 000 messages is left out.
    static func captures() throws -> [(file: String, spec: String)] {
        try String(contentsOfFile: "\(Shared.root)/truth/INDEX.md", encoding: .utf8).split(separator: "\n")
            .compactMap {
                let columns = $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
                guard columns.count > 2, let spec = specs[columns[2]], !columns[0].hasPrefix("k1_") else {
                    return nil
                }
                return (columns[0], spec)
            }
    }

    private static func record(_ file: String, _ spec: String, _ name: String, _ more: [String] = []) throws {
        let path = "\(Shared.root)/truth/\(file)"
        let outcome = try Shared.seam(["record", "-q", "-c", spec, "-o", name] + more + [path])
        #expect(outcome.status == 0, "\(file): \(outcome.errors)")
    }

    /// Kinds, ranges and verdicts of a fixture.
    private static func units(_ name: String) throws -> [String] {
        let text = try Data(contentsOf: URL(fileURLWithPath: name + ".expect.jsonl"))
        let lines = text.split(separator: 10).dropFirst()
        return try Shared.lines(Data(lines.joined(separator: [10])), as: UnitLine.self).map { unit in
            let seams = unit.seams?.map { "\($0.seam) \($0.offset) \($0.packet) \($0.cause)" } ?? []
            return "\(unit.stream) \(unit.from) \(unit.index) \(unit.kind) \(unit.start) \(unit.end) \(seams)"
        }
    }

    @Test(
        "record and check round trip on every capture with a codec; anonymised the units are the same and nobody is named"
    )
    func roundTrip() throws {
        let folder = Shared.temporary()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let captures = try Self.captures()
        #expect(captures.count >= 60)
        for (file, spec) in captures {
            let name = "\(folder)/\(file.split(separator: ".").dropLast().joined(separator: "."))"
            try Self.record(file, spec, name)
            try Self.record(file, spec, name + "-anonymous", ["--anonymise"])
            try Self.record(file, spec, name + "-scrambled", ["--scramble"])
            let units = try Self.units(name)
            #expect(try Self.units(name + "-anonymous") == units, "\(file)")
            #expect(try Self.units(name + "-scrambled") == units, "\(file)")
            for kind in ["-anonymous", "-scrambled"] {
                for word in try Self.names(file) {
                    let capture = try Data(contentsOf: URL(fileURLWithPath: name + kind + ".pcap"))
                    #expect(capture.range(of: word) == nil, "\(file) \(kind) \([UInt8](word))")
                }
            }
        }
        let check = try Shared.seam(["check", "-q", folder])
        #expect(check.status == 0)
        #expect(String(decoding: check.output, as: UTF8.self) == "\(3 * captures.count) passed, 0 failed\n")
    }

    /// The addresses of a capture, as bytes and as text; loopback's are left out, since they name nobody.
    private static func names(_ file: String) throws -> [Data] {
        let outcome = try Shared.seam(["streams", "--json", "\(Shared.root)/truth/\(file)"])
        struct Line: Decodable {
            var client: String
            var server: String
        }
        var names: Set<Data> = []
        for line in try Shared.lines(outcome.output, as: Line.self) {
            for end in [line.client, line.server] {
                let host = end.split(separator: ":").first ?? ""
                let numbers = host.split(separator: ".").compactMap { UInt8($0) }
                guard numbers.count == 4, numbers[0] != 127 else { continue }
                names.insert(Data(numbers))
            }
        }
        return Array(names)
    }

    @Test("a byte changed in any fixture of the project is found and shown")
    func changedByte() throws {
        let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../fixtures").standardizedFileURL.path
        let folder = Shared.temporary()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let names = try FileManager.default.contentsOfDirectory(atPath: fixtures)
            .filter { $0.hasSuffix(".expect.jsonl") }.map { String($0.dropLast(".expect.jsonl".count)) }
        #expect(names.count > 40)
        var changed = 0
        for name in names {
            let expectation = try String(contentsOfFile: "\(fixtures)/\(name).expect.jsonl", encoding: .utf8)
            // In the expectation: the end of the first message.
            guard let place = expectation.range(of: "\"end\":") else { continue }
            changed += 1
            let new = expectation.replacingCharacters(in: place, with: "\"end\":9")
            try new.write(toFile: "\(folder)/\(name).expect.jsonl", atomically: true, encoding: .utf8)
            try FileManager.default.copyItem(
                atPath: "\(fixtures)/\(name).pcap",
                toPath: "\(folder)/\(name).pcap"
            )
        }
        let outcome = try Shared.seam(["check", folder])
        let text = String(decoding: outcome.output, as: UTF8.self)
        #expect(outcome.status == 1)
        #expect(text.hasSuffix("\n0 passed, \(changed) failed\n"))
        #expect(text.split(separator: "\n").count { $0.hasPrefix("    end  ") } == changed)
        #expect(text.split(separator: "\n").count { $0.hasPrefix("  bytes of the ") } == changed)
    }
}
