internal import SeamBytes

/// Collects the options of a pcapng block, so that the block's length is known before it is written.
struct PcapngOptionWriter {
    private var writer = ByteWriter()

    /// The options with their end mark; nothing where there are none.
    var bytes: [UInt8] { writer.count == 0 ? [] : writer.bytes + [0, 0, 0, 0] }

    /// How many `bytes` there are.
    var size: Int { writer.count == 0 ? 0 : writer.count + 4 }

    /// Writes an option; bytes beyond the 65 535 that its length can say are left out.
    mutating func write(_ code: UInt16, _ value: [UInt8]) {
        let value = value.count > Int(UInt16.max) ? Array(value.prefix(Int(UInt16.max))) : value
        writer.write(UInt64(code), width: 2, order: .little)
        writer.write(UInt64(value.count), width: 2, order: .little)
        writer.write(value)
        while writer.count % 4 != 0 { writer.write(0) }
    }

    /// Writes a text unless it is empty.
    mutating func write(_ code: UInt16, text: String) {
        if !text.isEmpty { write(code, Array(text.utf8)) }
    }

    /// Writes a comment option for each.
    mutating func write(_ comments: [String]) {
        for comment in comments { write(PcapngOptions.comment, Array(comment.utf8)) }
    }

    /// Writes a 64-bit count unless there is none.
    mutating func write(_ code: UInt16, count: Int?) {
        guard let count else { return }
        var value = ByteWriter()
        value.write(UInt64(max(0, count)), width: 8, order: .little)
        write(code, value.bytes)
    }
}
