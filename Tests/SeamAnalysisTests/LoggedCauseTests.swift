import Foundation
import SeamBytes
import Testing

/// Causes against what the senders' logs say (fixtures/causes).
@Suite("Logged causes")
struct LoggedCauseTests {
    /// A capture's seams with the causes that are true for them.
    struct Answers: Decodable {
        struct Answer: Decodable {
            var from: String
            var seam: String
            var offset: Int
            var packet: Int
            var causes: [String]
        }

        var codec: String
        var seams: [Answer]
    }

    private static let folder = URL(filePath: #filePath).appending(path: "../../../fixtures/causes")
        .standardizedFileURL

    /// The captures, and how many of their seams must not be `unknown`.
    static let captures = [
        ("late-segments-fill-congestion-window", 13), ("persist-timer-fills-small-window", 111),
        ("probe-takes-what-waited", 13), ("rest-behind-full-segments", 22), ("slow-handshake", 16),
        ("timestamp-tells-ack-from-data", 47), ("window-updates-in-a-row", 44),
    ]

    @Test("no join or cut has a cause that its sender's log refutes", arguments: captures)
    func causes(_ name: String, _ answered: Int) throws {
        let file = Self.folder.appending(path: "\(name).seams.json")
        let answers = try JSONDecoder().decode(Answers.self, from: Data(contentsOf: file))
        var left: [String: [String]] = [:]
        for answer in answers.seams {
            let place = "\(answer.seam) \(answer.offset)@\(answer.packet)"
            left["\(answer.from) \(place)"] = answer.causes + ["unknown"]
        }
        var decided = 0
        for side in Side.allCases {
            let path = Self.folder.appending(path: "\(name).pcap").path
            for seam in try Judged(file: path, codec: answers.codec, from: side).seams {
                let words = seam.split(separator: " ").map(String.init)
                let place = "\(side) \(words[0]) \(words[1])"
                let causes = left.removeValue(forKey: place) ?? []
                #expect(causes.contains(words[2]), "\(place): \(words[2]), not \(causes)")
                if words[2] != "unknown" { decided += 1 }
            }
        }
        #expect(left.isEmpty, "not found: \(left.keys.sorted())")
        #expect(decided >= answered)
    }
}
