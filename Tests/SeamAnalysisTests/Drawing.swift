import SeamAnalysis
import SeamBytes
import SeamCodecs
import SeamStreams
import Testing

/// A half drawn by hand: what carried its bytes, and the units that they make, on one scale.
///
/// A `|` stands at the column of a border, offset 0 is the first column; `.` are bytes that are not in the capture,
/// `?` those that a decoder could not place.
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

    /// The parts between the borders of a drawing.
    static func parts(_ drawing: String) -> [Unit] {
        let signs = Array(drawing)
        let borders = signs.indices.filter { signs[$0] == "|" }
        return zip(borders, borders.dropFirst()).map { start, end in
            let kind: UnitKind =
                switch signs[end - 1] {
                case ".": .gap
                case "?": .undecoded
                default: .message
                }
            return Unit(kind, ByteRange(start, end))
        }
    }

    /// Compares all units; all carriers are added before, as for a message that is complete at last.
    var results: [String] {
        var finder = SeamFinder()
        for (index, part) in Self.parts(carriers).filter({ $0.kind != .gap }).enumerated() {
            let packet = packets?[index] ?? index + 1
            finder.add(
                Carrier(part.range, hull: hulls[packet], packet: packet, time: Timestamp(nanoseconds: packet))
            )
        }
        return Self.parts(units).map { unit in
            let result = finder.compare(unit.range)
            var seams: [Seam] = []
            finder.appendSeams(of: unit, result, to: &seams)
            return
                ([result.verdict.name.description] + seams.map { "\($0.kind.name) \($0.offset)@\($0.packet)" })
                .joined(separator: " ")
        }
    }
}
