public import SeamAnalysis
import SeamCodecs

/// What all connections of a capture come to.
public struct InspectTotal {
    private(set) var messages = 0
    private(set) var verdicts = CountTable<Verdict, 4>()

    /// Nothing yet.
    public init() {}

    /// Adds a half.
    public mutating func add(_ half: borrowing HalfAnalysis) {
        messages += half.summary.messages
        verdicts.add(half.summary.verdicts)
    }
}

extension InspectText {
    /// Appends the last lines: the sum of all connections, when there are several, and what the signs mean.
    public func append(_ total: InspectTotal, connections: Int, told: Int, to rows: inout RowBuffer) {
        if connections == 0 {
            rows.append("no TCP connection in the capture")
            return rows.endLine()
        }
        if connections > 1 {
            rows.append(connections, "connection")
            rows.append(", ")
            rows.append(total.messages, "message")
            rows.append(": ")
            for (place, verdict) in Verdict.allCases.enumerated() {
                if place > 0 { rows.append(", ") }
                rows.append(decimal: total.verdicts[verdict])
                rows.append(" ")
                rows.append(verdict.name)
            }
            rows.endLine()
        }
        if told < connections {
            rows.append(decimal: connections - told)
            rows.append(" connections are not told of; seam streams lists them, -s N shows one")
            rows.endLine()
        }
        if total.messages > total.verdicts[.whole] { legend(to: &rows) }
    }
}
