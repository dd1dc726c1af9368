import Foundation
import Testing

/// Wireshark's labels on the captures that have one situation each.
@Suite(.enabled(if: Shared.isPresent), .serialized)
struct LabelTests {
    struct Expected: Decodable {
        var capture: String
        var labels: [String: [String]]
    }

    struct Line: Decodable {
        var packet: Int
        var labels: [String]
    }

    @Test("segments --json labels every packet as tshark does")
    func everyPacket() throws {
        let file = URL(fileURLWithPath: "\(Shared.root)/labels/expected.jsonl")
        // Packet numbers are keys: decoding must not touch them.
        let expected = try Data(contentsOf: file).split(separator: 10)
            .map { try JSONDecoder().decode(Expected.self, from: Data($0)) }
        #expect(expected.count >= 30)
        for capture in expected {
            let outcome = try Shared.seam([
                "segments", "--json", "-q", "\(Shared.root)/labels/\(capture.capture)",
            ])
            let lines = try Shared.lines(outcome.output, as: Line.self).filter { !$0.labels.isEmpty }
            let seen = Dictionary(lines.map { ("\($0.packet)", Set($0.labels)) }) { first, _ in first }
            #expect(seen == capture.labels.mapValues { Set($0) }, "\(capture.capture)")
        }
    }
}
