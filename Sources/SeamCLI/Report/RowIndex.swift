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
/// Places and times are doubles, and behind them stand integers of 32 bits: a script takes their columns as they come. Words are numbered in the order in which they come up. `served.js` has the same columns.
struct RowIndex {
    /// What a row came to.
    struct Entry {
        var key: TrackKey
        /// The row's numbers.
        var numbers = RowNumbers()
        /// The numbers of its seams, but for the last, which is their row's.
        var seams: [RowNumbers] = []
    }

    /// The numbers of a row.
    static func layout(_ kind: ReportPage.Kind) -> NumberLayout {
        switch kind {
        case .messages: NumberLayout(doubles: 3, integers: 6)
        case .segments, .reads: NumberLayout(doubles: 3, integers: 4)
        case .bytes: NumberLayout(doubles: 2, integers: 0)
        case .meta, .explain, .connections, .outcomes: NumberLayout(doubles: 0, integers: 0)
        }
    }
    /// Those of a seam.
    static let seamLayout = NumberLayout(doubles: 1, integers: 5)

    /// The words that have a number.
    private(set) var words: [[UInt8]] = []
    private var numbers: [[UInt8]: Double] = [:]

    /// The place of a row and its numbers; `row` is its number in its track.
    mutating func entry(_ line: RawSpan, _ kind: ReportPage.Kind) -> Entry {
        var row = Row()
        let isOfHalf = Self.layout(kind).size > 0 || kind == .outcomes
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
            case .seams: LineScan.elements(of: value, in: line) { row.seams.append(seam($0, line)) }
            case .last: return false
            case .seam, .offset, .cause, .stall, nil: break
            }
            return true
        }
        let key = TrackKey(kind: kind, stream: row.stream, from: row.from, layer: row.layer)
        return Entry(key: key, numbers: row.numbers(kind), seams: row.seams)
    }

    /// The numbers of a seam, without that of its row.
    private mutating func seam(_ object: Range<Int>, _ line: RawSpan) -> RowNumbers {
        var offset = Double.nan
        var (packet, cause, kind, stall) = (Double.nan, Double.nan, Double.nan, Double.nan)
        LineScan.members(of: object, in: line) { name, value in
            switch Member(name, in: line) {
            case .seam: kind = number(of: value, line)
            case .offset: offset = LineScan.number(value, in: line)
            case .number: packet = LineScan.number(value, in: line)
            case .cause: cause = number(of: value, line)
            case .stall: stall = LineScan.number(value, in: line)
            case .last: return false
            default: break
            }
            return true
        }
        return RowNumbers(doubles: [offset], integers: [packet, cause, kind, stall])
    }

    /// The number of a word, its quotation marks left out.
    private mutating func number(of value: Range<Int>, _ line: RawSpan) -> Double {
        let word = [UInt8](
            copying: line.clamped((value.lowerBound + 1)..<max(value.lowerBound + 1, value.upperBound - 1))
        )
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
    case seam, offset, cause, stall
    /// Behind it stand texts only, and what is in them.
    case last

    private static let names: [(StaticString, Member)] = [
        ("stream", .stream), ("from", .from), ("index", .number), ("packet", .number), ("read", .number),
        ("kind", .kind), ("layer", .layer), ("start", .start), ("end", .end), ("bytes_from", .sources),
        ("packets", .packets), ("at", .at), ("verdict", .word), ("arrival", .word), ("seams", .seams),
        ("labels", .labels), ("units", .units), ("seam", .seam), ("offset", .offset), ("cause", .cause),
        ("stall", .stall), ("evidence", .last), ("summary", .last), ("base64", .last),
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
    var seams: [RowNumbers] = []

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

    func numbers(_ kind: ReportPage.Kind) -> RowNumbers {
        switch kind {
        case .messages:
            RowNumbers(
                doubles: [sources?.start ?? start, sources?.end ?? end, at],
                integers: [end - start, number, first, packets, self.kind, word]
            )
        case .segments, .reads:
            RowNumbers(doubles: [start, end, at], integers: [number, word, labels, units])
        case .bytes: RowNumbers(doubles: [start, end])
        case .meta, .explain, .connections, .outcomes: RowNumbers()
        }
    }
}
