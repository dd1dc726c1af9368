/// Values in a row that one place owns: an array that need not ask, at each change, whether it is shared.
///
/// What every packet changes asked twenty times. The unsafe memory stays inside this file.
@safe
public struct Row<Element: BitwiseCopyable>: ~Copyable {
    @usableFromInline var base: UnsafeMutablePointer<Element>
    // Two halves of a connection have one each: 32 bits are enough for how many there are of anything.
    @usableFromInline var places: UInt32
    @usableFromInline var values: UInt32 = 0

    @inlinable var capacity: Int {
        @inline(__always) get { Int(places) }
        @inline(__always) set { places = UInt32(newValue) }
    }

    @inlinable var used: Int {
        @inline(__always) get { Int(values) }
        @inline(__always) set { values = UInt32(truncatingIfNeeded: newValue) }
    }

    /// How many values there are.
    @inlinable public var count: Int { used }

    /// No values.
    @inlinable
    public init() {
        places = 16
        unsafe base = Self.memory(16)
    }

    /// No values, and room for so many, which may be none.
    @inlinable
    public init(room: Int) {
        places = UInt32(room)
        unsafe base = room > 0 ? Self.memory(room) : Self.nowhere
    }

    /// Memory for so many values; those that fill cache lines start on one, lest each be in two.
    @inlinable
    static func memory(_ room: Int) -> UnsafeMutablePointer<Element> {
        let stride = MemoryLayout<Element>.stride
        guard stride % Prefetch.line == 0 else { return .allocate(capacity: room) }
        let bytes = UnsafeMutableRawPointer.allocate(byteCount: room * stride, alignment: Prefetch.line)
        return unsafe bytes.bindMemory(to: Element.self, capacity: room)
    }

    /// Where no values are.
    @inlinable static var nowhere: UnsafeMutablePointer<Element> {
        unsafe UnsafeMutablePointer(bitPattern: MemoryLayout<Element>.alignment).unsafelyUnwrapped
    }

    /// The same value `count` times.
    @inlinable
    public init(repeating value: Element, count: Int) {
        places = UInt32(max(1, count))
        unsafe base = Self.memory(max(1, count))
        unsafe base.initialize(repeating: value, count: count)
        values = UInt32(count)
    }

    @inlinable
    deinit { if capacity > 0 { unsafe base.deallocate() } }

    /// Whether there are none.
    @inlinable public var isEmpty: Bool { count == 0 }

    /// The value at a place; one beyond the end is a programmer's error.
    @inlinable
    public subscript(index: Int) -> Element {
        @inline(__always)
        unsafeAddress {
            precondition(index >= 0 && index < count, "a place in the row")
            return unsafe UnsafePointer(base + index)
        }
        @inline(__always)
        unsafeMutableAddress {
            precondition(index >= 0 && index < count, "a place in the row")
            return unsafe base + index
        }
    }

    /// Appends a value, which is written where it will stand.
    @inlinable
    @inline(__always)
    public mutating func append(_ value: Element) {
        if used == capacity { grow(by: 1) }
        unsafe (base + used).initialize(to: value)
        used &+= 1
    }

    /// Asks memory for the values from a place on, which need not be there.
    @inlinable
    @inline(__always)
    public func prefetch(_ index: Int, count: Int = 1) {
        guard index >= 0, index < self.count else { return }
        unsafe Prefetch.request(UnsafeRawPointer(base + index), count: count &* MemoryLayout<Element>.stride)
    }

    /// Asks memory for values from a place on that will be written, which need not be there yet.
    @inlinable
    @inline(__always)
    public func prefetchToWrite(_ index: Int, count: Int = 1) {
        guard index >= 0, index < capacity else { return }
        let bytes = count &* MemoryLayout<Element>.stride
        unsafe Prefetch.requestToWrite(UnsafeRawPointer(base + index), count: bytes)
    }

    /// Asks memory for the first bytes of the values, which need not be there.
    @inlinable
    @inline(__always)
    public func prefetch(bytes: Int) { unsafe Prefetch.request(UnsafeRawPointer(base), count: bytes) }

    /// Forgets all values and keeps the memory.
    @inlinable
    public mutating func removeAll() { used = 0 }

    /// Forgets the first `count` values; those behind them move to the front.
    @inlinable
    @inline(__always)
    public mutating func removeFirst(_ count: Int) { removeSubrange(0..<count) }

    /// Forgets the values in a range of places; those behind it move there.
    @inlinable
    @inline(__always)
    public mutating func removeSubrange(_ range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= used, "places in the row")
        var from = range.upperBound
        var to = range.lowerBound
        // One by one: there are few, and to call for a move costs as much as several.
        while from < used {
            unsafe base[to] = base[from]
            from &+= 1
            to &+= 1
        }
        used = to
    }

    /// How many values there is room for.
    @inlinable public var room: Int { capacity }

    /// Takes memory with room for so many values in place of what there is, or for all of them if they are more.
    @inlinable
    public mutating func setRoom(_ room: Int) {
        if room != capacity { move(max(room, used)) }
    }

    /// A copy of the values in a range of places.
    @inlinable
    public func copy(_ range: Range<Int>) -> [Element] { range.map { self[$0] } }

    @inlinable
    @inline(never)
    mutating func grow(by more: Int) { move(max(capacity * 2, used + more)) }

    @inlinable
    mutating func move(_ room: Int) {
        let moved = room > 0 ? unsafe Self.memory(room) : unsafe Self.nowhere
        unsafe moved.moveInitialize(from: base, count: used)
        if capacity > 0 { unsafe base.deallocate() }
        unsafe base = moved
        capacity = room
    }
}

/// It owns its memory alone, so that it can be handed to another thread.
extension Row: @unchecked Sendable where Element: Sendable {}

extension Row where Element == UInt8 {
    /// The bytes.
    @inlinable
    public var bytes: RawSpan {
        @_lifetime(borrow self)
        @inline(__always)
        get {
            let span = unsafe RawSpan(_unsafeStart: UnsafeRawPointer(base), byteCount: count)
            return unsafe _overrideLifetime(span, borrowing: self)
        }
    }

    /// Appends bytes.
    @inlinable
    @inline(__always)
    public mutating func append(contentsOf bytes: RawSpan) {
        if bytes.byteCount > capacity &- used { grow(by: bytes.byteCount) }
        unsafe bytes.withUnsafeBytes { source in
            guard let from = source.baseAddress else { return }
            unsafe UnsafeMutableRawPointer(base + used).copyMemory(from: from, byteCount: source.count)
        }
        used &+= bytes.byteCount
    }

    /// Overwrites the bytes from `index` on; all of `bytes` must fit.
    @inlinable
    @inline(__always)
    public mutating func replace(at index: Int, with bytes: RawSpan) {
        precondition(index >= 0 && index <= count && bytes.byteCount <= count - index, "the bytes fit")
        unsafe bytes.withUnsafeBytes { source in
            guard let from = source.baseAddress else { return }
            unsafe UnsafeMutableRawPointer(base + index).copyMemory(from: from, byteCount: source.count)
        }
    }
}
