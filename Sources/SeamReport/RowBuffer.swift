import SeamBytes

/// Growing bytes that rows of output are written to; JSON, columns and escapes are extensions of it.
///
/// Rows are written through a pointer, because an Array asks at every append whether it is shared, which
/// is most of the cost of a row of thirty small pieces. This is the only unsafe code of the reports.
@safe public struct RowBuffer: ~Copyable {
    private static let startSize = 64 << 10
    /// More memory than this is given back when the buffer is emptied.
    private static let keptSize = 1 << 20

    private var storage = UnsafeMutableRawPointer.allocate(byteCount: startSize, alignment: 16)
    private var capacity = startSize
    /// How many bytes have been written since the buffer was empty.
    public private(set) var count = 0

    /// An empty buffer.
    public init() {}

    deinit { unsafe storage.deallocate() }

    /// What has been written since the buffer was empty.
    public var bytes: RawSpan {
        @_lifetime(borrow self)
        borrowing get {
            let all = unsafe RawSpan(_unsafeStart: storage, byteCount: count)
            return unsafe _overrideLifetime(all, borrowing: self)
        }
    }

    /// The byte written last, nil in an empty buffer.
    @inline(__always)
    var last: UInt8? { count > 0 ? unsafe storage.load(fromByteOffset: count &- 1, as: UInt8.self) : nil }

    /// Forgets what has been written.
    public mutating func removeAll() {
        count = 0
        if capacity > Self.keptSize { resize(to: Self.startSize) }
    }

    /// Appends one byte.
    @inline(__always)
    public mutating func append(_ byte: UInt8) {
        makeRoom(for: 1)
        put(byte)
    }

    /// Appends the name of a member of a JSON object with its quotation marks and colon, behind the comma that is due.
    ///
    /// In one piece, because a row has many. The name needs no escapes.
    @inline(__always)
    mutating func append(name: StaticString) {
        makeRoom(for: name.utf8CodeUnitCount &+ 4)
        if isCommaDue { put(UInt8(ascii: ",")) }
        put(UInt8(ascii: "\""))
        unsafe put(UnsafeRawBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        put(UInt8(ascii: "\""))
        put(UInt8(ascii: ":"))
    }

    /// Whether something stands before the next member or element.
    @inline(__always)
    var isCommaDue: Bool {
        switch last {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\n"), nil: false
        default: true
        }
    }

    /// Appends words of the program.
    @inline(__always)
    public mutating func append(_ words: StaticString) {
        unsafe append(UnsafeRawBufferPointer(start: words.utf8Start, count: words.utf8CodeUnitCount))
    }

    /// Appends bytes as they are.
    @inline(__always)
    public mutating func append(_ bytes: RawSpan) {
        unsafe bytes.withUnsafeBytes { unsafe append($0) }
    }

    /// Appends bytes as they are.
    public mutating func append(_ bytes: [UInt8]) { append(bytes.rawSpan) }

    /// Appends a text as UTF-8.
    public mutating func append(text: String) { unsafe append(text.utf8.span.bytes) }

    /// Appends spaces.
    mutating func append(spaces count: Int) {
        guard count > 0 else { return }
        makeRoom(for: count)
        unsafe (storage + self.count).initializeMemory(as: UInt8.self, repeating: .space, count: count)
        self.count &+= count
    }

    @inline(__always)
    private mutating func append(_ bytes: UnsafeRawBufferPointer) {
        makeRoom(for: bytes.count)
        unsafe put(bytes)
    }

    /// Writes a byte for which there is room.
    @inline(__always)
    private mutating func put(_ byte: UInt8) {
        unsafe storage.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
        count &+= 1
    }

    /// Writes bytes for which there is room.
    @inline(__always)
    private mutating func put(_ bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress else { return }
        unsafe (storage + count).copyMemory(from: source, byteCount: bytes.count)
        count &+= bytes.count
    }

    /// Appends a number in decimal, with zeros in front up to `digits` of them, at most 20.
    @inline(__always)
    public mutating func append(decimal value: UInt, digits: Int = 1) {
        makeRoom(for: Decimal.room)
        count &+= unsafe Decimal.write(value, digits: digits, to: storage + count)
    }

    /// Appends a number in decimal.
    @inline(__always)
    public mutating func append(decimal value: Int) {
        if value < 0 { append(UInt8(ascii: "-")) }
        append(decimal: value.magnitude)
    }

    /// Forgets what has been written behind `count` bytes.
    mutating func truncate(to count: Int) { self.count = min(self.count, max(0, count)) }

    /// Moves what was written from `start` on to the right, so that it ends `width` bytes behind `start`.
    mutating func shiftRight(from start: Int, to width: Int) {
        let written = count - start
        guard start >= 0, written >= 0, written < width else { return }
        let shift = width - written
        append(spaces: shift)
        unsafe (storage + start + shift).copyMemory(from: storage + start, byteCount: written)
        unsafe (storage + start).initializeMemory(as: UInt8.self, repeating: .space, count: shift)
    }

    @inline(__always)
    private mutating func makeRoom(for more: Int) {
        if capacity &- count < more { grow(by: more) }
    }

    @inline(never)
    private mutating func grow(by more: Int) { resize(to: max(capacity * 2, count + more)) }

    private mutating func resize(to size: Int) {
        let other = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        unsafe other.copyMemory(from: storage, byteCount: count)
        unsafe storage.deallocate()
        unsafe storage = other
        capacity = size
    }
}

extension UInt8 {
    static let space = UInt8(ascii: " ")
}
