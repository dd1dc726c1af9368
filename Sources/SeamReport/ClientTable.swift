import SeamAnalysis
import SeamBytes

/// Tells what modelled clients would have got of a half.
enum ClientTable {
    /// A table is as wide; where there is less room each client gets a sentence.
    private static let tableWidth = 66

    /// Appends a sentence, and a table where a client is wrong, each row at most 80 columns wide.
    static func append(
        _ half: borrowing HalfAnalysis,
        reads: Int,
        palette: Palette,
        width: Int,
        to rows: inout RowBuffer
    ) {
        for model in half.foreignClients {
            rows.append(text: "    \(model.name): does not speak \(half.codec), so it is not modelled")
            rows.endLine()
        }
        let results = half.clientResults
        guard let first = results.first else { return }
        let messages = half.summary.messages
        let isRight = results.allSatisfy { $0.right == messages }
        sentence(first, messages, reads, isRight, palette, &rows)
        guard !isRight else { return }
        guard width >= tableWidth else {
            for result in results { narrow(result, &rows) }
            return
        }
        rows.inked(.faint, palette) {
            $0.append("    CLIENT              RIGHT MERGED   TORN   LOST  FIRST WRONG")
        }
        rows.endLine()
        for result in results { row(result, palette, &rows) }
    }

    private static func sentence(
        _ result: ClientResult,
        _ messages: Int,
        _ reads: Int,
        _ isRight: Bool,
        _ palette: Palette,
        _ rows: inout RowBuffer
    ) {
        rows.append("    ")
        rows.inked(isRight ? .good : .cut, palette) { rows in
            rows.append(messages, "message")
            rows.append(", ")
            rows.append(reads, "read")
            rows.append(": ")
            if isRight {
                rows.append(result.model == .naive ? "even a naive client is right" : "the clients are right")
            } else if result.model == .naive {
                rows.append("a naive client sees ")
                rows.append(decimal: reads)
                if result.right < min(reads, messages) {
                    rows.append(" and gets ")
                    rows.append(decimal: result.right)
                    rows.append(" right")
                }
            } else {
                rows.append("not every client is right")
            }
        }
        rows.endLine()
    }

    private static func narrow(_ result: ClientResult, _ rows: inout RowBuffer) {
        rows.append("    ")
        rows.append(text: result.name)
        rows.append(": ")
        rows.append(decimal: result.right)
        rows.append(" right")
        let counts: [(Int, StaticString)] = [
            (result.merged, " merged"), (result.torn, " torn"), (result.lost, " lost"),
        ]
        for (count, word) in counts where count > 0 {
            rows.append(", ")
            rows.append(decimal: count)
            rows.append(word)
        }
        rows.endLine()
    }

    private static func row(_ result: ClientResult, _ palette: Palette, _ rows: inout RowBuffer) {
        // A space stands before each cell.
        rows.append("   ")
        rows.cell(18, .left) { $0.append(text: result.name) }
        for count in [result.right, result.merged, result.torn, result.lost] { rows.cell(6, count) }
        rows.append("  ")
        if let wrong = result.first {
            rows.inked(wrong.outcome == .merged ? .join : .cut, palette) { rows in
                rows.append("message ")
                rows.append(decimal: wrong.index)
                rows.append(", ")
                rows.append(wrong.outcome.name)
            }
        } else {
            rows.append("-")
        }
        rows.endRow()
    }
}

extension RowBuffer {
    /// Appends `reads` and `clients`: how many reads there were, and what each modelled client would have got.
    mutating func members(ofClientsOf half: borrowing HalfAnalysis, reads: Int) {
        member("reads", reads)
        beginArray("clients")
        for result in half.clientResults {
            beginObject()
            append(name: "client")
            append(UInt8(ascii: "\""))
            append(result.model.name)
            if let size = result.size {
                append(":")
                append(decimal: size)
            }
            append(UInt8(ascii: "\""))
            member("right", result.right)
            member("merged", result.merged)
            member("torn", result.torn)
            member("lost", result.lost)
            if let wrong = result.first {
                beginObject("first_wrong")
                member("index", wrong.index)
                member("start", wrong.range.start)
                member("end", wrong.range.end)
                member("outcome", word: wrong.outcome.name)
                member("read_start", wrong.read.start)
                member("read_end", wrong.read.end)
                endObject()
            }
            endObject()
        }
        endArray()
    }
}
