import SeamReport

/// What a report is written into: a page, or a store that a page asks.
protocol ReportTarget {
    /// Whether it still takes rows.
    var isOpen: Bool { get }
    /// Takes rows of one kind.
    func rows(_ kind: ReportPage.Kind) -> any RowTarget
}

/// A page that holds its data itself.
struct PageFile: ReportTarget {
    let page: ReportPage
    let output: OutputFile

    var isOpen: Bool { output.isOpen }

    func rows(_ kind: ReportPage.Kind) -> any RowTarget { PageBlocks(page, kind, output) }
}

extension RowStore: ReportTarget {
    var isOpen: Bool { failure == nil }

    func rows(_ kind: ReportPage.Kind) -> any RowTarget { StoredRows(self, kind) }
}
