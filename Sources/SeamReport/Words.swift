extension RowBuffer {
    /// Appends a count with its noun: `1 byte`, `31 bytes`.
    public mutating func append(_ count: Int, _ noun: StaticString) {
        append(decimal: count)
        append(UInt8.space)
        append(noun)
        if count != 1 { append(UInt8(ascii: "s")) }
    }
}
