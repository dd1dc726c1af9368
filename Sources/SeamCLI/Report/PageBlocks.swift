import Seam
import SeamReport

/// Writes rows as blocks of a page, all of one kind.
final class PageBlocks: RowTarget {
    private let page: ReportPage
    private let kind: ReportPage.Kind
    private let output: OutputFile
    private var block = RowBuffer()

    init(_ page: ReportPage, _ kind: ReportPage.Kind, _ output: OutputFile) {
        self.page = page
        self.kind = kind
        self.output = output
    }

    func takeAll(_ rows: inout RowBuffer) {
        guard rows.count > 0 else { return }
        page.append(rows.bytes, as: kind, to: &block)
        output.takeAll(&block)
        rows.removeAll()
    }
}
