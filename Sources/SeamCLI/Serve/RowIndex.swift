import Seam
import SeamReport

/// Which rows belong together: those of one kind of a half, of its layer even, or of the whole capture.
struct TrackKey: Hashable {
    let kind: ReportPage.Kind
    /// Nil for what is said of the whole capture.
    var stream: Int?
    var from: Side?
    var layer = 0
}

/// Makes numbers of rows: what a page must know of all rows to draw them, without their texts.
///
/// All are doubles, which a script takes as they come; words are numbered in the order in which they come up. The
/// columns have the same order in `served.js`.
struct RowIndex {
    /// What a row came to.
    struct Entry {
        var key: TrackKey
        /// The row's numbers.
        var numbers: [Double] = []
        /// The numbers of its seams, `seamColumns` for each.
        var seams: [Double] = []
    }

    static let seamColumns = 6

    /// How many numbers a row has.
    static func columns(_ kind: ReportPage.Kind) -> Int {
        switch kind {
        case .messages: 9
        case .segments, .reads: 7
        case .bytes: 2
        case .meta, .explain, .connections, .outcomes: 0
        }
    }

    /// The words that have a number.
    private(set) var words: [[UInt8]] = []
    private var numbers: [[UInt8]: Double] = [:]

    /// The place of a row and its numbers; `row` is its number in its track.
    mutating func entry(_ line: RawSpan, _ kind: ReportPage.Kind) -> Entry {
        var row = Row()
        let isOfHalf = Self.columns(kind) > 0 || kind == .outcomes
        guard isOfHalf else { return Entry(key: TrackKey(kind: kind)) }
        LineScan.members(of: 0..<line.byteCount, in: line) { name, value in
            switch Member(name, in: line) {
            case .stream: row.stream = Self.count(value, line)
            case .from: row.from = LineScan.holds(value, in: line, "\"client\"") ? .client : .server
            case .layer: row.layer = Self.count(value, line) ?? 0
            case .number: row.number = LineScan.number(value, in: line)
            case .start: row.start = LineScan.number(value, in: line)
            case .end: row.end = LineScan.number(value, in: line)
            case .at: row.at = LineScan.number(value, in: line)
            case .kind: row.kind = number(of: value, line)
            case .word: row.word = number(of: value, line)
            case .sources: row.sources = Row.sources(value, line)
            case .packets: (row.first, row.packets) = Row.list(value, line)
            case .units: row.units = Row.list(value, line).count
            case .labels: row.labels = Row.list(value, line).count
            case .seams: LineScan.elements(of: value, in: line) { row.seams += seam($0, line) }
            case .last: return false
            case nil: break
            }
            return true
        }
        let key = TrackKey(kind: kind, stream: row.stream, from: row.from, layer: row.layer)
        return Entry(key: key, numbers: row.numbers(kind), seams: row.seams)
    }

    /// The numbers of a seam, without that of its row.
    private mutating func seam(_ object: Range<Int>, _ line: RawSpan) -> [Double] {
        var seam = [Double](repeating: .nan, count: Self.seamColumns - 1)
        LineScan.members(of: object, in: line) { name, value in
            if LineScan.holds(name, in: line, "seam") {
                seam[0] = number(of: value, line)
            } else if LineScan.holds(name, in: line, "offset") {
                seam[1] = LineScan.number(value, in: line)
            } else if LineScan.holds(name, in: line, "packet") {
                seam[2] = LineScan.number(value, in: line)
            } else if LineScan.holds(name, in: line, "cause") {
                seam[3] = number(of: value, line)
            } else if LineScan.holds(name, in: line, "stall") {
                seam[4] = LineScan.number(value, in: line)
            }
            return true
        }
        return seam
    }

    /// The number of a word, its quotation marks left out.
    private mutating func number(of value: Range<Int>, _ line: RawSpan) -> Double {
        let word = [UInt8](copying: line.clamped((value.lowerBound + 1)..<max(value.lowerBound + 1, value.upperBound - 1)))
        if let number = numbers[word] { return number }
        let number = Double(words.count)
        words.append(word)
        numbers[word] = number
        return number
    }

    private static func count(_ value: Range<Int>, _ line: RawSpan) -> Int? {
        Int(exactly: LineScan.number(value, in: line))
    }
}

/// The members of rows that an index looks at.
private enum Member {
    case stream, from, layer, number, start, end, at, kind, word, sources, packets, units, labels, seams
    /// Behind it stand texts only, and what is in them.
    case last

    private static let names: [(StaticString, Member)] = [
        ("stream", .stream), ("from", .from), ("index", .number), ("packet", .number), ("read", .number),
        ("kind", .kind), ("layer", .layer), ("start", .start), ("end", .end), ("bytes_from", .sources),
        ("packets", .packets), ("at", .at), ("verdict", .word), ("arrival", .word), ("seams", .seams),
        ("labels", .labels), ("units", .units), ("summary", .last), ("base64", .last),
    ]

    init?(_ name: Range<Int>, in line: RawSpan) {
        for (word, member) in Self.names where LineScan.holds(name, in: line, word) {
            self = member
            return
        }
        return nil
    }
}

/// What is found of a row, before it is known which of it counts.
private struct Row {
    var stream: Int?
    var from: Side?
    var layer = 0
    var number = Double.nan
    var start = Double.nan
    var end = Double.nan
    var at = Double.nan
    var kind = Double.nan
    var word = Double.nan
    /// Where a unit of a layer begins and ends in the half.
    var sources: (start: Double, end: Double)?
    var first = 0.0
    var packets = 0.0
    var units = 0.0
    var labels = 0.0
    var seams: [Double] = []

    /// Where the first range begins and the last one ends.
    static func sources(_ ranges: Range<Int>, _ line: RawSpan) -> (start: Double, end: Double)? {
        var whole: (start: Double, end: Double)?
        LineScan.elements(of: ranges, in: line) { range in
            LineScan.members(of: range, in: line) { name, value in
                let number = LineScan.number(value, in: line)
                whole = (whole?.start ?? number, number)
                return true
            }
        }
        return whole
    }

    /// The first element, a number, and how many there are.
    static func list(_ list: Range<Int>, _ line: RawSpan) -> (first: Double, count: Double) {
        var first = 0.0
        var count = 0.0
        LineScan.elements(of: list, in: line) { element in
            if count == 0 { first = LineScan.number(element, in: line) }
            count += 1
        }
        return (first, count)
    }

    func numbers(_ kind: ReportPage.Kind) -> [Double] {
        switch kind {
        case .messages:
            [sources?.start ?? start, sources?.end ?? end, end - start, at, number, first, packets, self.kind, word]
        case .segments, .reads: [start, end, at, number, word, labels, units]
        case .bytes: [start, end]
        case .meta, .explain, .connections, .outcomes: []
        }
    }
}
