import Foundation
import Seam
import SeamBytes
import SeamCapture
import SeamPackets
import SeamStreams
import Testing

/// Captures of one TCP behaviour each, with what tshark's follow makes of them; beside the repository where present.
private let quirks = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../shared/corpus/quirks").standardizedFileURL.path(percentEncoded: false)

@Suite("tshark's view", .enabled(if: FileManager.default.fileExists(atPath: quirks)))
struct QuirkTests {
    /// Where DESIGN section 5 wants something else than tshark's follow does.
    static let differences: [String: (client: String, server: String)] = [
        // The first copy of a byte wins, also over a segment that reaches the hole later but starts earlier.
        "fill_covers_buffered.pcap": ("aaaaaaaaaa1111111111aaaaa", ""),
        "ooo_buffer_conflict_second_longer_start_earlier.pcap": ("aaaaaaaaaa33333222221111111111", ""),
        // Data behind a hole that is never acknowledged is lost in tshark; a hole before it is a gap here.
        "gap_unacked_end.pcap": ("aaaaabbbbbccccc", ""),
        "gap_dupacks_only.pcap": ("aaaaabbbbbccccc", ""),
        // tshark declares the gap at the first ACK; here a late segment may still fill it.
        "gap_acked_late_fill.pcap": ("aaaaaXXXXXbbbbbccccc", ""),
        // Data at 2^29 ahead that nobody acknowledged waits until the end of the capture.
        "garbage_far_seq.pcap": ("aaaaabbbbbzzzzz", ""),
        // Offset 0 is the first byte, not the number of a pure ACK before it.
        "midstream_pure_ack_higher_first.pcap": ("ccccccccccddddd", ""),
        // A jump that is taken for a hole, and a server's data behind it.
        "port_reuse_synack_first.pcap": ("aaaaa", "sssssttttt"),
        "port_reuse_no_syn.pcap": ("aaaaabbbbb", "ttttt"),
    ]

    struct Line: Decodable {
        var file: String
        var stream: Int
        var client: String
        var server: String
        var client_bytes: [Piece]
        var server_bytes: [Piece]
    }

    /// Bytes as Latin-1, or how many are missing, which is not compared here.
    struct Piece: Decodable {
        var text: String

        init(from decoder: any Swift.Decoder) throws {
            let container = try decoder.singleValueContainer()
            text = (try? container.decode(String.self)) ?? ""
        }
    }

    @Test("the same streams with the same bytes, but for what DESIGN wants otherwise")
    func follow() throws {
        let lines = try String(contentsOfFile: quirks + "/tshark_follow.jsonl", encoding: .utf8).split(
            separator: "\n"
        )
        #expect(lines.count > 40)
        for line in lines {
            let known = try JSONDecoder().decode(Line.self, from: Data(line.utf8))
            let (recorder, connections) = try read("\(quirks)/\(known.file)")
            try #require(known.stream < connections.count, "\(known.file)")
            let isSameWay = connections[known.stream].client == known.client
            let followed = (known.client_bytes.map(\.text).joined(), known.server_bytes.map(\.text).joined())
            let expected = Self.differences[known.file] ?? (isSameWay ? followed : (followed.1, followed.0))
            #expect(recorder.text(.client, stream: known.stream) == expected.0, "\(known.file)")
            #expect(recorder.text(.server, stream: known.stream) == expected.1, "\(known.file)")
            #expect(recorder.isTotal, "\(known.file)")
        }
    }

    private func read(_ path: String) throws -> (Recorder, [Known]) {
        let recorder = Recorder()
        var pipeline = Pipeline(PipelineTests.undecoded, observer: recorder)
        var reader = try CaptureReader(files: [path])
        while let packet = try reader.next() { pipeline.take(packet) }
        pipeline.finish()
        return (recorder, pipeline.connections)
    }
}
