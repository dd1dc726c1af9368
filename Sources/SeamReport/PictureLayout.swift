import SeamAnalysis
import SeamBytes
import SeamCodecs

/// Where the borders of a run of units stand on a ruler that segments and messages share.
///
/// Both lanes have one scale, so that a border that both have stands in one column. The scale is elastic:
/// the bytes between two neighbouring borders get a width near their share, but enough to be seen and not
/// more than is needed, so that a message of 40 KB does not hide the short ones around it.
struct PictureLayout {
    /// A border, or the end of the run.
    struct Border: Equatable {
        /// The offset in the stream.
        var offset: Int
        /// Columns from the start of the run.
        var column: Int
        /// Whether a segment begins or ends there.
        var isCarrier: Bool
        /// Whether a unit begins or ends there.
        var isUnit: Bool
    }

    /// The widest and the usual number of columns between two borders.
    static let widest = 22
    static let usual = 10

    /// All borders in order.
    private(set) var borders: [Border] = []

    /// A layout for units that follow each other and the carriers that brought them.
    init(_ entries: ArraySlice<Excerpt.Entry>) {
        guard let start = entries.first?.unit.range.start, let end = entries.last?.unit.range.end else {
            return
        }
        var kinds: [Int: (isCarrier: Bool, isUnit: Bool)] = [:]
        for entry in entries {
            kinds[entry.unit.range.start, default: (false, false)].isUnit = true
            kinds[entry.unit.range.end, default: (false, false)].isUnit = true
            for piece in entry.carriers {
                for offset in [piece.range.start, piece.range.end] where offset >= start && offset <= end {
                    kinds[offset, default: (false, false)].isCarrier = true
                }
            }
        }
        let offsets = kinds.keys.sorted()
        let scale = Self.bytesPerColumn(entries)
        var column = 0
        for (place, offset) in offsets.enumerated() {
            if place > 0 {
                let bytes = offset - offsets[place - 1]
                column += min(Self.widest, max(Self.narrowest(bytes), (bytes + scale - 1) / scale))
            }
            let kind = kinds[offset] ?? (false, false)
            borders.append(
                Border(offset: offset, column: column, isCarrier: kind.isCarrier, isUnit: kind.isUnit)
            )
        }
        widen(entries)
    }

    /// The median unit gets the usual width.
    private static func bytesPerColumn(_ entries: ArraySlice<Excerpt.Entry>) -> Int {
        let sizes = entries.map(\.unit.range.count).sorted()
        return max(1, (sizes[sizes.count / 2] + usual - 1) / usual)
    }

    private static func narrowest(_ bytes: Int) -> Int { bytes < 3 ? 2 : 3 }

    /// How many digits a number has that is not negative.
    private static func digits(_ number: Int) -> Int {
        var (count, rest) = (1, number / 10)
        while rest > 0 {
            count += 1
            rest /= 10
        }
        return count
    }

    /// Gives pieces that are too narrow for their number the columns that it needs.
    private mutating func widen(_ entries: ArraySlice<Excerpt.Entry>) {
        var pieces: [(range: ByteRange, need: Int)] = []
        for entry in entries {
            pieces.append((entry.unit.range, Self.digits(entry.index) + 2))
            for piece in entry.carriers { pieces.append((piece.range, Self.digits(piece.packet) + 2)) }
        }
        for piece in pieces {
            guard let first = borders.firstIndex(where: { $0.offset >= piece.range.start }),
                let last = borders.lastIndex(where: { $0.offset <= piece.range.end }), first < last
            else { continue }
            let lacking = piece.need - (borders[last].column - borders[first].column)
            guard lacking > 0 else { continue }
            for place in last..<borders.count { borders[place].column += lacking }
        }
    }

    /// The column of an offset that is a border; nil for others.
    func column(of offset: Int) -> Int? {
        var low = 0
        var high = borders.count
        while low < high {
            let middle = (low + high) / 2
            if borders[middle].offset < offset { low = middle + 1 } else { high = middle }
        }
        return low < borders.count && borders[low].offset == offset ? borders[low].column : nil
    }

    /// Columns of the whole run.
    var width: Int { borders.last?.column ?? 0 }
}
