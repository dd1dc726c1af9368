import Foundation
import SeamCapture
import Testing

/// The captures of other projects beside this one, where they are present; they are never copied here.
private let corpus = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../shared/corpus").standardizedFileURL.path(percentEncoded: false)
private let isCorpusPresent = FileManager.default.fileExists(atPath: corpus + "/manifest.jsonl")

/// What tshark says of a capture.
struct KnownCapture: Decodable, Sendable {
    /// The file's name, behind the corpus's folder.
    var file: String
    /// How many records tshark numbers.
    var packets: Int
    /// 2 where tshark refused the file or gave up.
    var tsharkExit: Int
    var tags: [String]

    static func all() throws -> [KnownCapture] { try all(in: "") + all(in: "malformed/") }

    private static func all(in folder: String) throws -> [KnownCapture] {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let manifest = try String(contentsOfFile: "\(corpus)/\(folder)manifest.jsonl", encoding: .utf8)
        return try manifest.split(separator: "\n").map {
            var capture = try decoder.decode(KnownCapture.self, from: Data($0.utf8))
            capture.file = "\(folder)captures/\(capture.file)"
            return capture
        }
    }

    var linkTypes: Set<Int32> {
        Set(tags.filter { $0.hasPrefix("linktype:") }.compactMap { Int32($0.dropFirst("linktype:".count)) })
    }
}

@Suite("The corpus", .enabled(if: isCorpusPresent)) struct CorpusTests {
    @Test("has the packets that tshark numbers, in well-formed and damaged files, and the link types")
    func counts() throws {
        let captures = try KnownCapture.all()
        #expect(captures.count > 250)
        for capture in captures {
            // tshark does not know the link type 182 (Frame Relay over several links); libpcap reads its one packet.
            let isUnknownToTshark = capture.file.hasSuffix("tcpdump__kday6.pcap")
            let reading = Reading("\(corpus)/\(capture.file)")
            #expect(reading.count == (isUnknownToTshark ? 1 : capture.packets), "\(capture.file)")
            #expect(
                (reading.error == nil) == (capture.tsharkExit == 0 || isUnknownToTshark),
                "\(capture.file)"
            )
            guard !reading.files.isEmpty else { continue }
            #expect(Set(reading.facts.interfaces.map(\.linkType)) == capture.linkTypes, "\(capture.file)")
            #expect(Set(reading.records.map(\.linkType)).isSubset(of: capture.linkTypes), "\(capture.file)")
        }
    }

    @Test(
        "gives packets the link type of their own interface, as many as tshark's frame.encap_type counts",
        arguments: [
            ("derived__three-interfaces-three-linktypes", [1: 27, 0: 3, 113: 26]),
            ("gopacket__be-test102", [1: 4, 0: 1]),
            ("gopacket__le-test201", [1: 3, 0: 1]),
            ("gopacket__le-test202", [1: 6, 0: 2]),
            ("pcpp__many_interfaces-1", [1: 62, 0: 2]),
            ("pcpp__pcapng-example", [1: 59, 113: 100]),
            ("zeek__gap-data-missing", [1: 18]),
        ] as [(String, [Int32: Int])]
    )
    func mixedLinkTypes(name: String, counts: [Int32: Int]) {
        let reading = Reading("\(corpus)/captures/\(name).pcapng")
        #expect(Dictionary(grouping: reading.records, by: \.linkType).mapValues(\.count) == counts)
    }

    @Test("has comments, names and drops where tshark and capinfos show them")
    func facts() {
        let commented = Reading("\(corpus)/captures/pcpp__pcapng-example.pcapng")
        #expect(Array(commented.comments[59...61]) == [["Packet #1"], ["Packet #2"], ["Packet #3"]])
        #expect(commented.facts.dropped == 0)
        let named = Reading("\(corpus)/captures/gopacket__le-test202.pcapng")
        #expect(named.facts.names.count(where: { $0.address.count == 4 }) == 11)
        #expect(named.facts.names.count(where: { $0.address.count == 16 }) == 5)
    }
}
