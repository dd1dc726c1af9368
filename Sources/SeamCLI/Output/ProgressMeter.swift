import Seam

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Tells on a terminal how far a long reading has come: `34 % of 3.4 GB, 820 MB/s, 3 s left`.
///
/// Written to standard error, on one line that is wiped at the end; nothing where that is no terminal.
struct ProgressMeter {
    /// Nothing is told before so long, nor more often than `pause`; in nanoseconds.
    private static let patience = 700_000_000
    private static let pause = 100_000_000

    /// Whether there is anybody to tell.
    let isShown: Bool
    /// The sizes of the files, nil where one cannot be known beforehand: a pipe, or a packed file.
    private let sizes: [Int]?
    private let start = Stopwatch.nanoseconds
    private var last = 0
    private var isDrawn = false

    init(_ files: [String], isQuiet: Bool) {
        let terminal = Terminal(.standardError)
        isShown = !isQuiet && terminal.isTerminal && terminal.term != "dumb"
        let known = files.map { Self.isPacked($0) ? nil : Self.size($0) }
        sizes = known.contains(nil) ? nil : known.compactMap { $0 }
    }

    /// Says where the reading is: in the `file`th file, counted from 1, at `offset`.
    mutating func show(_ file: Int, _ offset: Int) {
        guard isShown else { return }
        let now = Stopwatch.nanoseconds
        guard now - start >= Self.patience, now - last >= Self.pause else { return }
        last = now
        let done = (sizes?.prefix(max(0, file - 1)).reduce(0, +) ?? 0) + offset
        write("\r\u{1b}[Kseam: \(Self.text(done, of: sizes?.reduce(0, +), after: now - start))")
        isDrawn = true
    }

    /// Wipes the line.
    mutating func clear() {
        if isDrawn { write("\r\u{1b}[K") }
        isDrawn = false
    }

    /// What to say of `done` bytes after so many nanoseconds.
    static func text(_ done: Int, of total: Int?, after nanoseconds: Int) -> String {
        let rate = Double(done) / (Double(max(1, nanoseconds)) / 1e9)
        guard let total, total > 0 else { return "\(amount(Double(done))) read, \(amount(rate))/s" }
        let part = min(100, done * 100 / total)
        let bar = String(repeating: "#", count: part / 5) + String(repeating: ".", count: 20 - part / 5)
        let left = Int((Double(max(0, total - done)) / max(1, rate)).rounded(.up))
        return "[\(bar)] \(part) % of \(amount(Double(total))), \(amount(rate))/s, \(left) s left"
    }

    private static func amount(_ bytes: Double) -> String {
        let units = ["B", "kB", "MB", "GB", "TB"]
        var value = bytes
        var unit = 0
        while value >= 1000, unit < units.count - 1 {
            value /= 1000
            unit += 1
        }
        let tenths = Int(value * 10)
        return value >= 10 || unit == 0
            ? "\(Int(value)) \(units[unit])" : "\(tenths / 10).\(tenths % 10) \(units[unit])"
    }

    private static func isPacked(_ path: String) -> Bool { path.hasSuffix(".gz") || path.hasSuffix(".zst") }

    /// The size of a regular file.
    private static func size(_ path: String) -> Int? {
        var facts = stat()
        guard path != "-", unsafe stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        return Int(facts.st_size)
    }

    private func write(_ text: String) { _ = Descriptor.standardError.write(Array(text.utf8).rawSpan) }
}
