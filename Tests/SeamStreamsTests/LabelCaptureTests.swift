import Foundation
import SeamBytes
import SeamCapture
import SeamPackets
import SeamStreams
import Testing

/// Whole captures against what tshark 4.0.17 says of them.
@Suite struct LabelCaptureTests {
    @Test("every packet of a capture has the labels of tshark 4.0", arguments: LabelExpectation.all)
    func fixtures(_ expected: LabelExpectation) throws {
        let found = try LabelledCapture(LabelExpectation.folder + expected.capture)
        for packet in Set(found.labels.keys).union(expected.labels.keys).sorted() {
            let names = found.labels[packet] ?? []
            #expect(names == Set(expected.labels[packet] ?? []), "packet \(packet) of \(expected.capture)")
        }
    }
}

/// A line of fixtures/labels/expected.jsonl.
struct LabelExpectation: Decodable, CustomTestStringConvertible {
    var capture: String
    /// The labels of the packets that have any, by the packet's number.
    var labels: [Int: [String]]

    var testDescription: String { capture }

    static let folder = checkout + "/fixtures/labels/"
    static let all = (try? lines(of: folder + "expected.jsonl", as: LabelExpectation.self)) ?? []
}

/// The labels of a capture's packets.
struct LabelledCapture {
    private struct Pair: Hashable {
        var low: Endpoint
        var high: Endpoint
    }

    /// The names of labels by packet, those without any left out.
    private(set) var labels: [Int: Set<String>] = [:]
    private(set) var counts = LabelCounts()
    private(set) var tcpPackets = 0
    private var trackers: [Pair: LabelTracker] = [:]

    init(_ path: String) throws {
        var reader = try CaptureReader(files: [path])
        while let captured = try reader.next() {
            let content = PacketParser.parse(
                captured.bytes,
                originalLength: captured.originalLength,
                linkType: LinkType(rawValue: captured.linkType)
            )
            guard case .tcp(let packet) = content else { continue }
            tcpPackets += 1
            let found = label(packet, captured.bytes.extracting(packet.options), captured.time)
            counts.add(found)
            if !found.isEmpty { labels[captured.number] = Set(found.map { "\($0.name)" }) }
        }
    }

    private mutating func label(_ packet: TCPPacket, _ options: RawSpan, _ time: Timestamp) -> LabelSet {
        let isLow = packet.source < packet.destination
        let pair = Pair(
            low: isLow ? packet.source : packet.destination,
            high: isLow ? packet.destination : packet.source
        )
        let side: Side = isLow ? .client : .server
        let known = trackers[pair]
        let isReuse = known?.isReuse(packet.segment, from: side) ?? false
        var tracker = isReuse ? LabelTracker() : known ?? LabelTracker()
        let labels = tracker.label(
            packet.segment,
            options: options,
            from: side,
            time: time,
            isReuse: isReuse
        )
        trackers[pair] = tracker
        return labels
    }
}

/// The folder that holds Package.swift.
let checkout = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL.path

/// The lines of a JSON Lines file.
func lines<T: Decodable>(of path: String, as type: T.Type) throws -> [T] {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    return try text.split(separator: "\n").map { try JSONDecoder().decode(T.self, from: Data($0.utf8)) }
}
