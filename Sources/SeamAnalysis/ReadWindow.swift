import SeamBytes
import SeamCodecs

/// The bytes in the buffer of a modelled socket: appended at the end, read from the front.
///
/// Small reads of a large buffer move the rest only when half of it is read.
struct ReadWindow: ~Copyable {
    private var window = ByteWindow()
    /// So many bytes at the front are read.
    private var head = 0

    /// How many bytes wait.
    var count: Int { window.count - head }

    mutating func append(_ bytes: RawSpan) { window.append(bytes) }

    /// Hands out the first bytes.
    borrowing func read(_ count: Int, _ receive: (RawSpan) -> Void) {
        receive(window.bytes.clamped(head..<head + count))
    }

    mutating func removeFirst(_ count: Int) {
        head += count
        guard head > window.count / 2 else { return }
        window.removeFirst(head)
        head = 0
    }

    /// Where a delimiter begins at or behind `start`, counted from the first byte that waits.
    borrowing func firstIndex(of delimiter: [UInt8], from start: Int) -> Int? {
        let hit = ByteSearch.firstIndex(of: delimiter, in: window.bytes, from: head + start)
        return hit.map { $0 - head }
    }

    /// What the header at the front says; nil while it is not all here.
    borrowing func parts(_ field: LengthField) -> LengthField.Parts? {
        field.split(window.bytes, from: head)
    }
}
