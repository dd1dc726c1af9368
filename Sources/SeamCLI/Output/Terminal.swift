#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What decides how text looks on an output: whether it is a terminal, how wide it is, and what the environment wants.
struct Terminal: Equatable, Sendable {
    var isTerminal = false
    /// The width that the terminal itself tells, in columns; 0 is unknown.
    var reportedColumns = 0
    /// `COLUMNS`, `NO_COLOR` and `TERM` of the environment; nil is unset.
    var columns: String?
    var noColor: String?
    var term: String?

    /// The width of text when nothing tells another.
    static let usualColumns = 80

    /// The width to draw in.
    var width: Columns {
        if reportedColumns > 0 { return Columns(clamping: reportedColumns) }
        if let count = columns.flatMap({ Int($0) }), count > 0 { return Columns(clamping: count) }
        return Columns(clamping: Self.usualColumns)
    }

    /// Whether to colour.
    ///
    /// `always` wins over the environment, and an empty `NO_COLOR` counts as unset (no-color.org).
    func isColored(_ mode: ColorMode) -> Bool {
        switch mode {
        case .always: true
        case .never: false
        case .auto: isTerminal && (noColor ?? "").isEmpty && term != "dumb"
        }
    }
}

extension Terminal {
    /// Asks the system about an open file.
    init(_ descriptor: Descriptor) {
        var size = winsize()
        isTerminal = isatty(descriptor.number) == 1
        if isTerminal, unsafe ioctl(descriptor.number, UInt(TIOCGWINSZ), &size) == 0 {
            reportedColumns = Int(size.ws_col)
        }
        columns = environment("COLUMNS")
        noColor = environment("NO_COLOR")
        term = environment("TERM")
    }
}

private func environment(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
}
