import Seam

/// The rows of the list of connections, for a width: what matters less is left out where there is no room for it.
struct ListPage {
    /// What a column shows, from left to right.
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
            case .spark: "LAST"
            }
        }

        /// Columns of the terminal that it takes at least, a space in front not counted.
        var width: Int {
            switch self {
            case .messages: 8
            case .coalesced: 9
            case .split: 6
            case .bytes: 8
            case .codec: 10
            case .spark: 10
            }
        }

        /// Whether it starts at the left.
        var isLeft: Bool { self == .codec || self == .spark }
    }

    /// What is given up for want of room, in this order.
    private static let lessImportant: [Column] = [.codec, .bytes, .spark, .split, .coalesced, .messages]
    /// The ends of a connection are shown in so many columns: those of IPv4 fit into the most.
    private static let nameWidths = 24...47
    private static let numberWidth = 6
    private let width: Int
    private let columns: [Column]
    private let nameWidth: Int
    private let sparkWidth: Int

    /// Rows for a terminal of `width` columns.
    init(width: Int) {
        self.width = width
        var columns = Column.allCases
        var left = width - Self.numberWidth - 1
        left -= columns.reduce(0) { $0 + $1.width + 1 }
        for column in Self.lessImportant where left < Self.nameWidths.lowerBound {
            columns.removeAll { $0 == column }
            left += column.width + 1
        }
        self.columns = columns
        nameWidth = max(8, min(left, Self.nameWidths.upperBound))
        sparkWidth = min(Spark.seconds, Column.spark.width + max(0, left - nameWidth))
    }

    /// The heading.
    var title: [UInt8] {
        var text = Self.padded("STREAM", Self.numberWidth, isLeft: false) + " "
        text += Self.padded("CLIENT > SERVER", nameWidth, isLeft: true)
        for column in columns {
            let title = column == .spark ? "LAST \(sparkWidth) S" : column.title
            text += " " + padded(title, column)
        }
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
                case .spark: entry.spark.text(now: second, count: sparkWidth)
                }
            text += " " + padded(value, column)
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

    private func padded(_ text: String, _ column: Column) -> String {
        let width = column == .spark ? sparkWidth : column.width
        return Self.padded(text, width, isLeft: column.isLeft)
    }

    private static func padded(_ text: String, _ width: Int, isLeft: Bool) -> String {
        guard text.count <= width else { return String(text.prefix(max(0, width - 1))) + "…" }
        let space = String(repeating: " ", count: width - text.count)
        return isLeft ? text + space : space + text
    }
}
