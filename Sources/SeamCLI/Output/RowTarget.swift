import SeamReport

/// Where rows go: an output, or a block of a page.
protocol RowTarget: AnyObject {
    /// How many bytes of rows are worth taking.
    var portion: Int { get }
    /// Takes all rows that there are, and empties them.
    func takeAll(_ rows: inout RowBuffer)
    /// Hands on what it took.
    func flush()
}

extension RowTarget {
    /// Takes rows when there are enough of them.
    func take(_ rows: inout RowBuffer) {
        if rows.count >= portion { takeAll(&rows) }
    }

    /// What a block of a page holds.
    var portion: Int { 32 << 10 }

    /// Keeps it: a page is read when it is whole.
    func flush() {}
}

extension OutputFile: RowTarget {
    /// The system takes a quarter of a MiB at once in two thirds of the time that it needs for small pieces.
    var portion: Int { 256 << 10 }

    func takeAll(_ rows: inout RowBuffer) {
        write(rows.bytes)
        rows.removeAll()
    }

    /// Takes all rows of text, as they fit.
    func takeAll(_ rows: inout RowBuffer, _ fit: TextFit) {
        var fitting = RowBuffer()
        fit.append(rows.bytes, to: &fitting)
        write(fitting.bytes)
        rows.removeAll()
    }
}
