import Seam
import SeamReport
import Synchronization

/// What tasks say, in order, until the main thread writes it.
final class Voice: Sendable {
    private let text = Mutex<[UInt8]>([])
    private let pipe: WakePipe

    init(_ pipe: WakePipe) { self.pipe = pipe }

    /// Says what `write` puts into the rows.
    func say(_ write: (inout RowBuffer) -> Void) {
        var rows = RowBuffer()
        write(&rows)
        let bytes = [UInt8](copying: rows.bytes)
        text.withLock { $0 += bytes }
        pipe.wake()
    }

    /// Says a line for a person.
    func say(line: String) {
        say { rows in
            rows.append(text: line)
            rows.endLine()
        }
    }

    /// Whether there is something to write.
    var isEmpty: Bool { text.withLock(\.isEmpty) }

    /// Hands out what was said since the last time.
    func take() -> [UInt8] {
        text.withLock { text in
            defer { text = [] }
            return text
        }
    }
}
