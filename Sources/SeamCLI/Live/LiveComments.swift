import Seam
import SeamReport

/// Gathers what is to be noted in a recording on the packet that is being analysed: the seams that it completes.
final class LiveComments: Observer {
    /// More comments than this on one packet help nobody.
    private static let limit = 8

    private var comments: [String] = []
    private var others = 0
    private var line = UnitComment()

    func receive(
        _ unit: UnitReport,
        _ finder: borrowing SeamFinder,
        _ batch: borrowing UnitBatch,
        _ place: Int
    ) {
        guard let text = line.text(unit, finder) else { return }
        if comments.count < Self.limit { comments.append(text) } else { others += 1 }
    }

    /// The comments that were gathered since the last time.
    func take() -> [String] {
        guard !comments.isEmpty else { return [] }
        if others > 0 { comments.append("seam: \(others) more messages with seams end in this packet") }
        defer { (comments, others) = ([], 0) }
        return comments
    }
}
