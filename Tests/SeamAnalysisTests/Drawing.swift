import SeamAnalysis
import SeamBytes
import SeamStreams
import Testing

/// A half drawn by hand: what carried its bytes, and the units that they make, on one scale.
///
/// A `|` stands at the column of a border, offset 0 is the first column, `.` are bytes that are not in the capture.
///
///     carriers   |---------|.....|--|
///     units      |----|----|.....|--|
struct Drawing: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var carriers: String
    var units: String
    /// What each unit must be: its verdict, then its seams as kind, offset and packet; carriers are packets 1, 2, 3...
    var expected: [String]
    /// The hulls of carriers that brought two runs, by packet.
    var hulls: [Int: ByteRange] = [:]
    /// Packets of carriers that are not 1, 2, 3...
    var packets: [Int]?

    /// The parts between the borders of a drawing, and whether they are missing bytes.
    static func parts(_ drawing: String) -> [(range: ByteRange, isMissing: Bool)] {
        let signs = Array(drawing)
        let borders = signs.indices.filter { signs[$0] == "|" }
        return zip(borders, borders.dropFirst()).map { start, end in
            (ByteRange(start, end), signs[start..<end].contains("."))
        }
    }

    /// Compares all units; all carriers are added before, as for a message that is complete at last.
    var results: [String] {
        var finder = SeamFinder()
        for (index, part) in Self.parts(carriers).filter({ !$0.isMissing }).enumerated() {
            let packet = packets?[index] ?? index + 1
            finder.add(
                Carrier(part.range, hull: hulls[packet], packet: packet, time: Timestamp(nanoseconds: packet))
            )
        }
        return Self.parts(units).map { part in
            let result = finder.compare(part.range)
            var seams: [Seam] = []
            finder.appendSeams(of: part.range, result, to: &seams)
            return
                ([result.verdict.name.description] + seams.map { "\($0.kind.name) \($0.offset)@\($0.packet)" })
                .joined(separator: " ")
        }
    }
}
