import Foundation
import SeamStreams
import Testing

@Suite struct LabelCorpusTests {
    @Test(
        "a capture of the corpus has as many packets with each label as tshark counted",
        .enabled(if: LabelCorpus.isPresent)
    )
    func counts() throws {
        var compared = 0
        for entry in try LabelCorpus.entries() where entry.isReadByPcap {
            let found = try LabelledCapture(LabelCorpus.folder + "captures/" + entry.file)
            // Fragments are not put together here: counts agree where all TCP was read.
            guard found.tcpPackets == entry.counts["tcp_packets"] else { continue }
            compared += 1
            for label in Label.allCases {
                guard let count = entry.counts["\(label.name)"] else { continue }
                #expect(found.counts[label] == count, "\(label.name) in \(entry.file)")
            }
        }
        #expect(compared >= 200)
    }
}

/// The corpus beside the checkout, or where `SEAM_SHARED` says.
enum LabelCorpus {
    struct Entry: Decodable {
        var file: String
        var isReadByPcap: Bool
        /// What tshark counted, packets and labels.
        var counts: [String: Int]

        private enum Key: String, CodingKey { case file, libpcap_reads_all }

        init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: Key.self)
            file = try fields.decode(String.self, forKey: .file)
            isReadByPcap = try fields.decode(Bool.self, forKey: .libpcap_reads_all)
            let values = try decoder.singleValueContainer().decode([String: Number].self)
            counts = values.compactMapValues(\.value)
        }
    }

    /// A number, or something else.
    private struct Number: Decodable {
        var value: Int?

        init(from decoder: any Decoder) {
            value = try? decoder.singleValueContainer().decode(Int.self)
        }
    }

    static let folder =
        (ProcessInfo.processInfo.environment["SEAM_SHARED"] ?? checkout + "/../shared") + "/corpus/"
    static let isPresent = FileManager.default.fileExists(atPath: folder + "manifest.jsonl")

    static func entries() throws -> [Entry] { try lines(of: folder + "manifest.jsonl", as: Entry.self) }
}
