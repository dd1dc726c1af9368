import SeamBytes
import SeamReport

/// What `write` writes, as text.
func written(_ write: (inout RowBuffer) -> Void) -> String {
    var rows = RowBuffer()
    write(&rows)
    return String(decoding: [UInt8](copying: rows.bytes), as: UTF8.self)
}
