import Seam

/// The rows of the list of connections, for a width: what matters less is left out where there is no room for it.
struct ListPage {
    /// What a column shows; those that are given up first come last.
    private enum Column: CaseIterable {
        case messages
        case coalesced
        case split
        case bytes
        case codec
        case spark

        var title: String {
            switch self {
            case .messages: "MESSAGES"
            case .coalesced: "COALESCED"
            case .split: "SPLIT"
            case .bytes: "BYTES"
            case .codec: "CODEC"
            case .spark: "LAST \(Spark.seconds) S"
            }
        }

        /// Columns of the terminal, a space in front not counted.
        var width: Int {
            switch self {
            case .messages: 8
            case .coalesced: 9
            case .split: 6
            case .bytes: 8
            case .codec: 10
            case .spark: Spark.seconds
            }
        }

        /// Whether it starts at the left.
        var isLeft: Bool { self == .codec || self == .spark }
    }

    /// The ends of a connection are shown in so many columns at least.
    private static let leastName = 24
    private static let numberWidth = 6
    private let width: Int
    private let columns: [Column]
    private let nameWidth: Int

    /// Rows for a terminal of `width` columns.
    init(width: Int) {
        self.width = width
        var columns = Column.allCases
        var left = width - Self.numberWidth - 1
        left -= columns.reduce(0) { $0 + $1.width + 1 }
        while left < Self.leastName, let column = columns.popLast() { left += column.width + 1 }
        self.columns = columns
        nameWidth = max(8, min(left, 47))
    }

    /// The heading.
    var title: [UInt8] {
        var text = Self.padded("STREAM", Self.numberWidth, isLeft: false) + " "
        text += Self.padded("CLIENT > SERVER", nameWidth, isLeft: true)
        for column in columns { text += " " + Self.padded(column.title, column.width, isLeft: column.isLeft) }
        return Ink.strong + ScreenView.cut(text, width) + Ink.plain
    }

    /// The row of a connection.
    func row(_ entry: LiveBoard.Entry, second: Int, isSelected: Bool) -> [UInt8] {
        var text = Self.padded("\(entry.stream)", Self.numberWidth, isLeft: false) + " "
        text += Self.padded(entry.name, nameWidth, isLeft: true)
        for column in columns {
            let value =
                switch column {
                case .messages: "\(entry.messages)"
                case .coalesced: "\(entry.coalesced)"
                case .split: "\(entry.split)"
                case .bytes: Self.size(entry.bytes)
                case .codec: entry.codec.isEmpty ? "-" : entry.codec
                case .spark: entry.spark.text(now: second, count: Spark.seconds)
                }
            text += " " + Self.padded(value, column.width, isLeft: column.isLeft)
        }
        let line = ScreenView.cut(text, width)
        if isSelected { return Ink.reverse + line + Ink.plain }
        return entry.isOver ? Ink.faint + line + Ink.plain : line
    }

    /// A number of bytes in five signs at most: `812`, `4.1k`, `23.0M`.
    static func size(_ bytes: Int) -> String {
        var value = bytes
        var tenths = 0
        for unit in ["", "k", "M", "G", "T"] {
            if value < 1000 { return unit.isEmpty ? "\(value)" : "\(value).\(tenths)\(unit)" }
            tenths = value % 1000 / 100
            value /= 1000
        }
        return "\(value)P"
    }

    private static func padded(_ text: String, _ width: Int, isLeft: Bool) -> String {
        guard text.count <= width else { return String(text.prefix(max(0, width - 1))) + "…" }
        let space = String(repeating: " ", count: width - text.count)
        return isLeft ? text + space : space + text
    }
}
