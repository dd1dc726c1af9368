public import SeamAnalysis
import SeamBytes
public import SeamCodecs

/// The last units of a half, drawn again and again while more come.
public struct PictureTail: Sendable {
    /// How many units are kept of a half that is looked at, and of one that may be.
    private static let limits = (watched: 64, other: 16)

    private var entries: [Excerpt.Entry] = []
    /// How many units there were.
    private var count = 0

    /// Nothing yet.
    public init() {}

    /// Takes the next unit; of a half that is watched more are kept.
    public mutating func add(
        _ report: UnitReport,
        _ finder: borrowing SeamFinder,
        _ batch: borrowing UnitBatch,
        _ place: Int,
        isWatched: Bool
    ) {
        let limit = isWatched ? Self.limits.watched : Self.limits.other
        // Twice as many may be there for a while: to move all of them for each unit would cost more.
        if entries.count >= 2 * limit { entries.removeFirst(entries.count - limit) }
        entries.append(
            Excerpt.Entry(report.unit, report.index, report.result, finder, batch.summary(at: place))
        )
        count = report.index + 1
    }

    /// Appends the last `height` lines of the picture, `width` columns wide; fewer when there are not so many.
    public func append(to rows: inout RowBuffer, width: Int, height: Int, palette: Palette) {
        var all = RowBuffer()
        let picture = SeamPicture(
            entries.suffix(Self.limits.watched),
            carrierName: "packet",
            width: width,
            palette: palette,
            rowLimit: .max
        )
        picture.append(to: &all, unitCount: count)
        let lines = [UInt8](copying: all.bytes).split(separator: 0x0A, omittingEmptySubsequences: false)
        // Behind the last line end there is nothing; a row of the picture has three lines.
        let kept = lines.dropLast().suffix(height / 3 * 3)
        for line in kept {
            rows.append(Array(line))
            rows.endLine()
        }
    }
}
