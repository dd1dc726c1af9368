import Foundation
import SeamCapture
import Testing

/// The captures of other projects beside this one, where they are present; they are never copied here.
private let corpus = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../shared/corpus").standardizedFileURL.path(percentEncoded: false)
private let isCorpusPresent = FileManager.default.fileExists(atPath: corpus + "/manifest.jsonl")

/// What tshark and libpcap's own tcpdump say of a capture.
struct KnownCapture: Decodable, Sendable {
    struct LibpcapView: Decodable, Sendable {
        var packets: Int?
        var stderr: [String]
    }
    var file: String
    var packets: Int
    var libpcap: LibpcapView
    var libpcapReadsAll: Bool

    static func all() throws -> [KnownCapture] {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let manifest = try String(contentsOfFile: corpus + "/manifest.jsonl", encoding: .utf8)
        return try manifest.split(separator: "\n").map {
            try decoder.decode(KnownCapture.self, from: Data($0.utf8))
        }
    }
}

@Suite("The corpus", .enabled(if: isCorpusPresent)) struct CorpusTests {
    @Test("has the packets that tshark counts, and libpcap's words where it gives up")
    func counts() throws {
        let captures = try KnownCapture.all()
        #expect(captures.count > 200)
        for capture in captures {
            let reading = Reading("\(corpus)/captures/\(capture.file)")
            let expected = capture.libpcapReadsAll ? capture.packets : capture.libpcap.packets
            #expect(reading.records.count == expected, "\(capture.file)")
            #expect(reading.records.last?.number ?? 0 == expected, "\(capture.file)")
            let words = reading.error?.reason ?? ""
            #expect(capture.libpcapReadsAll ? reading.error == nil : !words.isEmpty, "\(capture.file)")
            #expect(capture.libpcap.stderr.first?.contains(words) ?? words.isEmpty, "\(capture.file)")
        }
    }
}
