import Seam
import SeamReport

/// The list of `seam streams`: rows of a table or lines of JSON, in the order that was asked for.
struct StreamList: ~Copyable {
    /// What a row is in order of: the number, or an endpoint.
    private struct Key: Comparable {
        var number = 0
        var endpoint: Endpoint?

        static func < (left: Key, right: Key) -> Bool {
            if let one = left.endpoint, let other = right.endpoint { return one < other }
            return left.number < right.number
        }
    }

    private let options: Options
    private let width: Int
    private var rows = RowBuffer()
    private var table: TextTable
    /// The keys of the rows, only where the order is not that in which they come.
    private var keys: [Key] = []
    /// Where each line ends, likewise; the first entry is where the titles end.
    private var ends: [Int] = []

    init(_ options: Options, width: Int) {
        self.options = options
        self.width = width
        if options.output.format == .csv, options.output.verbosity != .quiet {
            rows.append(StreamLine.csvTitle)
        }
        let columns = options.output.verbosity == .verbose ? StreamLine.allColumns : StreamLine.columns
        table = TextTable(columns, hasTitles: options.output.verbosity != .quiet)
    }

    private var isSorted: Bool { options.streams.order != .number }

    /// Adds a connection, and writes what can be written already.
    mutating func add(_ connection: borrowing Connection, _ context: ConnectionContext, to output: OutputFile)
    {
        if options.output.format != .text {
            if isSorted, ends.isEmpty { ends.append(rows.count) }
            if options.output.json {
                StreamLine.json(connection, origin: context.origin, path: context.path, into: &rows)
            } else {
                StreamLine.csv(connection, origin: context.origin, path: context.path, into: &rows)
            }
            if isSorted { ends.append(rows.count) } else { output.take(&rows) }
        } else if options.output.verbosity == .verbose {
            StreamLine.fullText(connection, path: context.path, into: &table)
        } else {
            StreamLine.text(connection, into: &table)
        }
        if isSorted { keys.append(key(of: connection)) }
    }

    /// Writes the lines that are left, and the report below them.
    mutating func finish(_ report: CaptureReport?, to output: OutputFile) {
        let order = isSorted ? sortedOrder() : nil
        if options.output.format != .text {
            if let order { write(order, to: output) }
            if options.output.json, options.output.verbosity == .verbose { report?.json(into: &rows) }
        } else {
            let width = options.output.verbosity == .verbose ? .max : self.width
            table.write(to: &rows, order: order, width: width) { output.take(&$0) }
            if options.output.verbosity != .quiet, let report {
                if table.count > 0 { rows.endLine() }
                report.text(width: self.width, into: &rows)
            }
        }
        output.takeAll(&rows)
    }

    /// Writes the lines of JSON in another order than they came in.
    private mutating func write(_ order: [Int], to output: OutputFile) {
        var sorted = RowBuffer()
        sorted.append(rows.bytes.extracting(0..<(ends.first ?? rows.count)))
        for place in order {
            sorted.append(rows.bytes.extracting(ends[place]..<ends[place + 1]))
            output.take(&sorted)
        }
        output.takeAll(&sorted)
        rows.removeAll()
    }

    /// Places of rows; those that are equal stay in the order of their numbers.
    private func sortedOrder() -> [Int] {
        keys.indices.sorted { left, right in
            keys[left] == keys[right] ? left < right : keys[left] < keys[right]
        }
    }

    private func key(of connection: borrowing Connection) -> Key {
        switch options.streams.order {
        case .number: Key(number: connection.index)
        case .bytes: Key(number: -connection.clientHalf.bytes - connection.serverHalf.bytes)
        case .gaps: Key(number: -connection.clientHalf.missing - connection.serverHalf.missing)
        case .segments: Key(number: -connection.clientHalf.segments - connection.serverHalf.segments)
        case .duration: Key(number: -connection.lastTime.since(connection.firstTime))
        case .client: Key(endpoint: connection.client)
        case .server: Key(endpoint: connection.server)
        }
    }
}
