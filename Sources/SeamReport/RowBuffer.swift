import SeamBytes

/// Growing bytes that rows of output are written to; JSON, columns and escapes are extensions of it.
///
/// Rows are written through a pointer, because an Array asks at every append whether it is shared, which
/// is most of the cost of a row of thirty small pieces. This is the only unsafe code of the reports.
@safe public struct RowBuffer: ~Copyable {
    private static let startSize = 64 << 10
    /// More memory than this is given back when the buffer is emptied.
    private static let keptSize = 1 << 20

    private var storage: UnsafeMutableBufferPointer<UInt8>
    /// How many bytes have been written since the buffer was empty.
    public private(set) var count = 0

    /// An empty buffer.
    public init() { unsafe storage = .allocate(capacity: Self.startSize) }

    deinit { unsafe storage.deallocate() }

    /// What has been written since the buffer was empty.
    public var bytes: RawSpan {
        @_lifetime(borrow self)
        borrowing get {
            let all = unsafe RawSpan(_unsafeElements: UnsafeBufferPointer(rebasing: storage[0..<count]))
            return unsafe _overrideLifetime(all, borrowing: self)
        }
    }

    /// The byte written last, nil in an empty buffer.
    @inline(__always)
    var last: UInt8? { count > 0 ? unsafe storage[count &- 1] : nil }

    /// Forgets what has been written.
    public mutating func removeAll() {
        count = 0
        if unsafe storage.count > Self.keptSize { resize(to: Self.startSize) }
    }

    /// Appends one byte.
    @inline(__always)
    public mutating func append(_ byte: UInt8) {
        makeRoom(for: 1)
        unsafe storage[count] = byte
        count &+= 1
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

    @inline(__always)
    private mutating func append(_ bytes: UnsafeRawBufferPointer) {
        makeRoom(for: bytes.count)
        guard let source = bytes.baseAddress, let target = unsafe storage.baseAddress else { return }
        unsafe UnsafeMutableRawPointer(target + count).copyMemory(from: source, byteCount: bytes.count)
        count &+= bytes.count
    }

    /// Appends a number in decimal, with zeros in front up to `digits` of them, at most 20.
    public mutating func append(decimal value: UInt, digits: Int = 1) {
        makeRoom(for: Self.maximumDigits)
        let width = min(max(Self.digits(of: value), digits), Self.maximumDigits)
        var rest = value
        var place = count &+ width
        while rest >= 10, place > count &+ 1 {
            let (quotient, pair) = rest.quotientAndRemainder(dividingBy: 100)
            place &-= 2
            unsafe storage[place] = Self.pairs.utf8Start[Int(pair) &* 2]
            unsafe storage[place &+ 1] = Self.pairs.utf8Start[Int(pair) &* 2 &+ 1]
            rest = quotient
        }
        while place > count {
            place &-= 1
            unsafe storage[place] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest)
            rest = 0
        }
        count &+= width
    }

    /// How many digits a number has.
    @inline(__always)
    private static func digits(of value: UInt) -> Int {
        var digits = 1
        var bound: UInt = 10
        while value >= bound, digits < maximumDigits {
            digits &+= 1
            bound = bound &* 10
        }
        return digits
    }

    /// The numbers from 0 to 99: half as many divisions as digit by digit.
    private static let pairs: StaticString = """
        00010203040506070809101112131415161718192021222324252627282930313233343536373839\
        40414243444546474849505152535455565758596061626364656667686970717273747576777879\
        8081828384858687888990919293949596979899
        """

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
        for _ in 0..<shift { append(.space) }
        for index in stride(from: start + written - 1, through: start, by: -1) {
            unsafe storage[index + shift] = unsafe storage[index]
        }
        for index in start..<start + shift { unsafe storage[index] = .space }
    }

    /// The digits of 2^64 - 1.
    private static let maximumDigits = 20

    @inline(__always)
    private mutating func makeRoom(for more: Int) {
        if unsafe storage.count &- count < more { grow(by: more) }
    }

    private mutating func grow(by more: Int) {
        unsafe resize(to: max(storage.count * 2, count + more))
    }

    private mutating func resize(to size: Int) {
        let larger = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: size)
        _ = unsafe larger.initialize(fromContentsOf: storage[0..<count])
        unsafe storage.deallocate()
        unsafe storage = larger
    }
}

extension UInt8 {
    static let space = UInt8(ascii: " ")
}
