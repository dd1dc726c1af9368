import Seam
import SeamReport

extension Command {
    /// `seam explain`: what the words of the output mean, and what to do.
    static let explain = Command(
        name: "explain",
        summary: "what a finding, cause, verdict or label means",
        description: [
            """
            Explains an id of the output: a finding (write-write-read), a cause (nagle), a verdict (coalesced), a \
            label of Wireshark (zero_window), a modelled client (naive), the rule of a codec (stomp.missing-nul), or a \
            word (join, 粘包, 半包). Says what it is, what it means and what to do about it. Without an ID all are listed.
            """
        ],
        operands: Operands(placeholder: "[ID...]", count: 0...Int.max, noun: "an id"),
        groups: [.output],
        examples: [
            Example("seam explain write-write-read", "why each request costs 40 ms, and the cure"),
            Example("seam explain", "all ids"),
        ]
    ) { (options, ids, output) throws(CommandError) in
        let isJSON = options.output.json
        let width = output.terminal.width.count
        var rows = RowBuffer()
        if ids.isEmpty {
            if isJSON {
                for entry in Catalogue.all { CatalogueText.json(entry, into: &rows) }
            } else {
                CatalogueText.list(into: &rows)
            }
        }
        for id in ids {
            let entries = Catalogue.entries(id)
            if entries.isEmpty { throw .usage(unknown(id)) }
            for entry in entries {
                if isJSON {
                    CatalogueText.json(entry, into: &rows)
                } else {
                    CatalogueText.text(entry, width: width, into: &rows)
                }
            }
        }
        output.takeAll(&rows)
        return .success
    }

    /// What is said of an id that nothing has: those near it, or those it is a part of.
    private static func unknown(_ id: String) -> String {
        let ids = Catalogue.all.map(\.id)
        var near = ids.filter { id.utf8.count >= 3 && $0.contains(id.lowercased()) }
        if let close = closest(to: id.lowercased(), among: ids) { near.append(close) }
        guard !near.isEmpty else { return "no id \(shown(id)); seam explain lists all" }
        return "no id \(shown(id)) (did you mean \(near.prefix(4).joined(separator: ", "))?)"
    }
}
