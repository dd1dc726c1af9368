import SeamBytes

/// What codecs say of units, for many units in a few arrays: a summary for people and named fields for machines.
///
/// Bytes from the wire are kept as they are; whoever prints them escapes them.
public struct UnitDetails: Sendable {
    /// The value of a field.
    public enum Value: Equatable, Sendable {
        /// A number.
        case number(Int)
        /// A truth.
        case flag(Bool)
        /// Bytes of `text` that are meant to be read.
        case text(Range<Int>)
        /// Bytes of `text` that are to be shown as hexadecimal digits.
        case bytes(Range<Int>)
    }

    /// A named value.
    public struct Field: Sendable {
        /// The name, in `snake_case`.
        public var name: StaticString
        /// The value.
        public var value: Value
    }

    /// What was said of one unit, as ranges of the arrays.
    public struct Entry: Equatable, Sendable {
        /// The summary, in `text`.
        public var summary: Range<Int>
        /// The fields, in `fields`.
        public var fields: Range<Int>
    }

    /// The bytes of all summaries and texts.
    public private(set) var text: [UInt8] = []
    /// The fields of all units.
    public private(set) var fields: [Field] = []

    private var summaryStart = 0
    private var summaryEnd = 0
    private var fieldStart = 0

    /// Nothing said yet.
    public init() {}

    /// Forgets everything, keeping the memory.
    public mutating func removeAll() {
        text.removeAll(keepingCapacity: true)
        fields.removeAll(keepingCapacity: true)
    }

    mutating func begin() {
        summaryStart = text.count
        summaryEnd = text.count
        fieldStart = fields.count
    }

    mutating func end() -> Entry {
        Entry(summary: summaryStart..<summaryEnd, fields: fieldStart..<fields.count)
    }

    /// What was said of a unit, with the name of its type in front; the entry itself where it has none.
    mutating func naming(_ entry: Entry, _ names: [Int: [UInt8]]) -> Entry {
        let type = fields[entry.fields].first { $0.name.description == "type" }
        guard case .number(let number) = type?.value, let name = names[number] else { return entry }
        let start = text.count
        text.append(contentsOf: name)
        let nameEnd = text.count
        text.append(contentsOf: ", ".utf8)
        text.append(contentsOf: text[entry.summary])
        let first = fields.count
        fields.append(contentsOf: fields[entry.fields])
        fields.append(Field(name: "name", value: .text(start..<nameEnd)))
        return Entry(summary: start..<text.count, fields: first..<fields.count)
    }

    /// Appends words to the summary of the unit; all of it before the first field.
    @inline(__always)
    public mutating func summary(_ words: StaticString) {
        append(words)
        summaryEnd = text.count
    }

    @inline(__always)
    private mutating func append(_ words: StaticString) {
        words.withUTF8Buffer { unsafe text.append(contentsOf: $0.span.bytes) }
    }

    /// Appends to the summary what `write` writes in one go, `room` bytes at most.
    @inline(__always)
    public mutating func summary(room: Int, _ write: (inout OutputSpan<UInt8>) -> Void) {
        text.append(addingCapacity: room, initializingWith: write)
        summaryEnd = text.count
    }

    /// Appends a decimal number to the summary.
    public mutating func summary(_ number: Int) {
        text.appendDecimal(number)
        summaryEnd = text.count
    }

    /// Appends bytes from the wire to the summary, at most `limit` of them, with `…` where some were left out.
    public mutating func summary(_ bytes: RawSpan, limit: Int = 60) {
        text.append(contentsOf: bytes.clamped(0..<limit))
        if bytes.byteCount > limit { text.append(contentsOf: "…".utf8) }
        summaryEnd = text.count
    }

    /// Adds a field with a number.
    public mutating func field(_ name: StaticString, _ number: Int) {
        fields.append(Field(name: name, value: .number(number)))
    }

    /// Adds a field with a truth.
    public mutating func field(_ name: StaticString, _ flag: Bool) {
        fields.append(Field(name: name, value: .flag(flag)))
    }

    /// Adds a field with bytes that are text.
    public mutating func field(_ name: StaticString, text bytes: RawSpan) {
        let start = text.count
        text.append(contentsOf: bytes)
        fields.append(Field(name: name, value: .text(start..<text.count)))
    }

    /// Adds a field with a fixed text.
    public mutating func field(_ name: StaticString, text words: StaticString) {
        let start = text.count
        append(words)
        fields.append(Field(name: name, value: .text(start..<text.count)))
    }

    /// Adds a field with bytes that are not text.
    public mutating func field(_ name: StaticString, bytes: RawSpan) {
        let start = text.count
        text.append(contentsOf: bytes)
        fields.append(Field(name: name, value: .bytes(start..<text.count)))
    }
}
