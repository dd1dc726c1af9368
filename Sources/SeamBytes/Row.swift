/// Values in a row that one place owns: an array that need not ask, at each change, whether it is shared.
///
/// What every packet changes asked twenty times. The unsafe memory stays inside this file.
@safe
public struct Row<Element: BitwiseCopyable>: ~Copyable {
    @usableFromInline var base: UnsafeMutablePointer<Element>
    @usableFromInline var capacity: Int
    // Inlinable code could not set a public property.
    @usableFromInline var filled = 0

    /// How many values there are.
    @inlinable public var count: Int { filled }

    /// No values.
    public init() {
        capacity = 16
        unsafe base = .allocate(capacity: 16)
    }

    /// The same value `count` times.
    public init(repeating value: Element, count: Int) {
        capacity = max(1, count)
        unsafe base = .allocate(capacity: capacity)
        unsafe base.initialize(repeating: value, count: count)
        filled = count
    }

    deinit { unsafe base.deallocate() }

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
        if filled == capacity { grow(by: 1) }
        unsafe (base + filled).initialize(to: value)
        filled &+= 1
    }

    /// Asks memory for the values from a place on, which need not be there.
    @inlinable
    @inline(__always)
    public func prefetch(_ index: Int, count: Int = 1) {
        guard index >= 0, index < self.count else { return }
        unsafe Prefetch.request(UnsafeRawPointer(base + index), count: count &* MemoryLayout<Element>.stride)
    }

    /// Forgets all values and keeps the memory.
    @inlinable
    public mutating func removeAll() { filled = 0 }

    @inline(never)
    @usableFromInline
    mutating func grow(by more: Int) {
        let larger = max(capacity * 2, count + more)
        let moved = UnsafeMutablePointer<Element>.allocate(capacity: larger)
        unsafe moved.moveInitialize(from: base, count: count)
        unsafe base.deallocate()
        unsafe base = moved
        capacity = larger
    }
}

extension Row where Element == UInt8 {
    /// The bytes.
    public var bytes: RawSpan {
        @_lifetime(borrow self)
        @inlinable
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
        if bytes.byteCount > capacity &- count { grow(by: bytes.byteCount) }
        unsafe bytes.withUnsafeBytes { source in
            guard let from = source.baseAddress else { return }
            unsafe UnsafeMutableRawPointer(base + count).copyMemory(from: from, byteCount: source.count)
        }
        filled &+= bytes.byteCount
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
