import Seam
import SeamReport

/// The page of one connection: what each side sent, and the end of the picture of its seams.
struct ConnectionPage {
    let palette: Palette
    let width: Int
    let height: Int

    /// The lines; of a connection that is not known any more one that says so.
    func lines(_ entry: LiveBoard.Entry?) -> [[UInt8]] {
        guard let entry else {
            return [ScreenView.cut("this connection was forgotten: there are too many newer ones", width)]
        }
        var title =
            "connection \(entry.stream)  \(entry.name)  \(entry.codec.isEmpty ? "no codec" : entry.codec)"
        if entry.isOver { title += entry.isReset ? "  reset" : "  closed" }
        var lines = [Ink.strong + ScreenView.cut(title, width) + Ink.plain]
        // A side that is silent leaves its room to the other.
        let busy = Side.allCases.filter { entry[$0].bytes > 0 }
        let sides = busy.isEmpty ? Side.allCases : busy
        let room = (height - 1) / sides.count
        for side in sides {
            let half = entry[side]
            var amounts = "\(side.name) sent \(half.messages) messages, \(ListPage.size(half.bytes)) bytes"
            amounts += "; \(half.coalesced) coalesced, \(half.split) split"
            lines.append(ScreenView.cut(amounts, width))
            var rows = RowBuffer()
            half.tail.append(to: &rows, width: width, height: room - 1, palette: palette)
            let drawn = [UInt8](copying: rows.bytes).split(separator: 0x0A, omittingEmptySubsequences: false)
            lines += drawn.dropLast().map { Array($0) }
        }
        return lines
    }
}

/// The page that explains the keys and words.
enum HelpPage {
    static let lines = [
        "up down j k    choose a connection          enter    look at its seams",
        "pgup pgdn      a page of them               esc q    back",
        "/              list only those with a text  p space  pause the view; capturing goes on",
        "?              this help                    q        quit, with what inspect tells",
        "",
        "┬ join: a message ends inside a packet      ┴ cut: a packet ends inside a message",
        "coalesced: a packet of the message carried bytes of others too (粘包)",
        "split: the message came in several packets (拆包)",
        "dropped: packets that the kernel, the interface or seam had no time for;",
        "         verdicts near them are doubtful",
    ]
}
