import Seam
import SeamReport

/// What the full-screen view shows, and how keys change that; knows no terminal, so tests can look at its lines.
///
///     title, what comes, what was dropped
///     a page: the connections, the picture of one, or the help
///     the keys that do something here
struct ScreenView {
    /// What is shown between title and keys.
    enum Page: Equatable {
        case list
        case connection(Int)
        case help
    }

    private(set) var page = Page.list
    private(set) var isPaused = false
    /// What a connection must have in its row to be listed.
    private(set) var filter = ""
    private var isTyping = false
    /// The number of the connection under the cursor; nil is the first.
    private var selected: Int?
    private var top = 0
    /// Something that happened, shown in the place of the keys until one is pressed.
    var note = ""
    private let title: String
    private let palette: Palette

    /// A view that begins with the list.
    init(title: String, palette: Palette) {
        self.title = title
        self.palette = palette
    }

    /// The connection that is looked at.
    var watched: Int? { if case .connection(let stream) = page { stream } else { nil } }

    /// Rows that are no connections: title, status, heading, keys.
    private static let frame = 4

    // MARK: - Keys

    /// Takes a key; false when it asks for the end.
    mutating func take(_ key: Key, _ board: LiveBoard, rows: Int) -> Bool {
        if key == .resize { return true }
        note = ""
        if isTyping {
            type(key)
            return true
        }
        switch key {
        case .character(UInt8(ascii: "p")), .character(UInt8(ascii: " ")): isPaused.toggle()
        case .character(UInt8(ascii: "?")), .character(UInt8(ascii: "h")):
            page = page == .help ? .list : .help
        default: return page == .list ? choose(key, board, rows) : leave(key)
        }
        return true
    }

    /// A key on another page than the list.
    private mutating func leave(_ key: Key) -> Bool {
        switch key {
        case .back, .erase, .enter, .character(UInt8(ascii: "q")): page = .list
        default: break
        }
        return true
    }

    private mutating func choose(_ key: Key, _ board: LiveBoard, _ rows: Int) -> Bool {
        let listed = listed(board)
        let height = max(1, rows - Self.frame)
        var place = place(in: listed)
        switch key {
        case .up, .character(UInt8(ascii: "k")): place -= 1
        case .down, .character(UInt8(ascii: "j")): place += 1
        case .pageUp: place -= height
        case .pageDown: place += height
        case .home: place = 0
        case .end: place = listed.count - 1
        case .enter: if listed.indices.contains(place) { page = .connection(listed[place].stream) }
        case .character(UInt8(ascii: "/")), .character(UInt8(ascii: "f")): isTyping = true
        case .back: filter = ""
        case .character(UInt8(ascii: "q")): return false
        default: break
        }
        place = max(0, min(place, listed.count - 1))
        selected = listed.indices.contains(place) ? listed[place].stream : nil
        return true
    }

    private mutating func type(_ key: Key) {
        switch key {
        case .enter: isTyping = false
        case .back:
            isTyping = false
            filter = ""
        case .erase: filter = String(filter.dropLast())
        case .character(let byte): filter.unicodeScalars.append(Unicode.Scalar(byte))
        default: break
        }
    }

    private func listed(_ board: LiveBoard) -> [LiveBoard.Entry] {
        guard !filter.isEmpty else { return board.entries }
        return board.entries.filter { "\($0.stream) \($0.name) \($0.codec)".contains(filter) }
    }

    private func place(in listed: [LiveBoard.Entry]) -> Int {
        guard let selected else { return 0 }
        return listed.firstIndex { $0.stream >= selected } ?? max(0, listed.count - 1)
    }

    // MARK: - Lines

    /// The lines of the screen, each fit for `columns`, as many as `rows` at most.
    mutating func lines(
        _ board: LiveBoard,
        status: String,
        second: Int,
        rows: Int,
        columns: Int
    ) -> [[UInt8]] {
        var lines = [heading(columns), Self.cut(status, columns)]
        let height = max(1, rows - lines.count - 1)
        switch page {
        case .list: lines += list(board, second, height, columns)
        case .connection(let stream):
            lines += ConnectionPage(palette: palette, width: columns, height: height).lines(
                board.entry(stream)
            )
        case .help: lines += HelpPage.lines.map { Self.cut($0, columns) }
        }
        lines = Array(lines.prefix(max(0, rows - 1)))
        while lines.count < rows - 1 { lines.append([]) }
        lines.append(footer(columns))
        return lines
    }

    private func heading(_ columns: Int) -> [UInt8] {
        let state = isPaused ? "  PAUSED" : ""
        let text = "seam live \(title)\(state)" + (filter.isEmpty ? "" : "  only: \(filter)")
        let line = Self.cut(text, columns)
        return Ink.reverse + line + Array(repeating: UInt8(ascii: " "), count: max(0, columns - line.count))
            + Ink.plain
    }

    private mutating func list(_ board: LiveBoard, _ second: Int, _ height: Int, _ columns: Int) -> [[UInt8]]
    {
        let listed = listed(board)
        let place = place(in: listed)
        let room = max(1, height - 1)
        top = max(0, min(max(top, place - room + 1), place, listed.count - 1))
        let page = ListPage(width: columns)
        var lines = [page.title]
        for (index, entry) in listed.enumerated().dropFirst(top).prefix(room) {
            lines.append(page.row(entry, second: second, isSelected: index == place))
        }
        if listed.isEmpty {
            let what = filter.isEmpty ? "no connection yet" : "no connection has this in its row"
            lines.append(Self.cut("  \(what)", columns))
        }
        return lines
    }

    private func footer(_ columns: Int) -> [UInt8] {
        if isTyping { return Self.cut("only connections with: \(filter)_", columns) }
        if !note.isEmpty { return Ink.strong + Self.cut(note, columns) + Ink.plain }
        let keys =
            switch page {
            case .list: "enter look  / filter  p pause  ? help  q quit"
            case .connection: "esc back  p pause  ? help  ctrl-c quit"
            case .help: "esc back"
            }
        return Ink.faint + Self.cut(keys, columns) + Ink.plain
    }

    /// A text made fit for a terminal, and for so many columns of it.
    static func cut(_ text: String, _ columns: Int) -> [UInt8] {
        var row = RowBuffer()
        unsafe TextEscape.append(text.utf8.span.bytes, columns: columns, to: &row)
        return [UInt8](copying: row.bytes)
    }
}

/// Escape sequences that `Screen` knows (ECMA-48 §8.3.117).
enum Ink {
    static let plain = Array("\u{1b}[0m".utf8)
    static let strong = Array("\u{1b}[1m".utf8)
    static let faint = Array("\u{1b}[2m".utf8)
    static let reverse = Array("\u{1b}[7m".utf8)
}
