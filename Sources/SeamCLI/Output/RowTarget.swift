import SeamReport

/// Where rows go: an output, or a block of a page.
protocol RowTarget: AnyObject {
    /// Takes all rows that there are, and empties them.
    func takeAll(_ rows: inout RowBuffer)
}

extension RowTarget {
    /// Takes rows when there are enough of them.
    func take(_ rows: inout RowBuffer) {
        if rows.count >= 32 << 10 { takeAll(&rows) }
    }
}

extension OutputFile: RowTarget {
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
