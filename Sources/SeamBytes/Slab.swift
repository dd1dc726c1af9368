/// A growing row of values that never move: read and changed in place, never copied.
///
/// An array of large values copies an element to read a part of it through an accessor, and moves all
/// of them to grow; with thousands of connections both were most of the run time. Values start on a cache
/// line, so that what is declared first in them is one. The unsafe memory stays inside this file.
@safe
public struct Slab<Element: ~Copyable>: ~Copyable {
    /// How many values one block of memory holds; a power of two.
    @usableFromInline static var blockSize: Int { 64 }

    /// Bytes of a cache line.
    @usableFromInline static var alignment: Int { 64 }
    /// Bytes from one value to the next.
    @usableFromInline static var stride: Int {
        (MemoryLayout<Element>.size + alignment - 1) & ~(alignment - 1)
    }

    @usableFromInline var blocks: [UnsafeMutableRawPointer] = unsafe []
    /// How many values there are.
    public private(set) var count = 0

    /// No values.
    public init() {}

    deinit {
        for index in 0..<count { unsafe address(index).deinitialize(count: 1) }
        for index in unsafe blocks.indices { unsafe blocks[index].deallocate() }
    }

    /// The places of the values: `0..<count`.
    @inlinable public var indices: Range<Int> { 0..<count }

    /// Appends a value.
    public mutating func append(_ element: consuming Element) {
        if unsafe count == blocks.count * Self.blockSize {
            let size = Self.blockSize * Self.stride
            unsafe blocks.append(.allocate(byteCount: size, alignment: Self.alignment))
        }
        unsafe address(count).initialize(to: element)
        count += 1
    }

    /// The value at a place; one beyond the end is a programmer's error.
    ///
    /// Its address, since an accessor that yields the value copies all of it to read a part.
    @inlinable
    public subscript(index: Int) -> Element {
        unsafeAddress {
            precondition(index >= 0 && index < count, "a place in the slab")
            return unsafe UnsafePointer(address(index))
        }
        unsafeMutableAddress {
            precondition(index >= 0 && index < count, "a place in the slab")
            return unsafe address(index)
        }
    }

    /// Asks memory for the bytes `offset..<offset + count` of a value that will be used soon.
    @inlinable
    public func prefetch(_ index: Int, from offset: Int = 0, count: Int) {
        guard index >= 0, index < self.count else { return }
        unsafe Prefetch.request(UnsafeRawPointer(address(index)) + offset, count: count)
    }

    /// Where a value is, for another thread to change it; the slab outlives that, and who asks looks at other values only.
    @unsafe
    public func pointer(to index: Int) -> UnsafeMutablePointer<Element> {
        precondition(index >= 0 && index < count, "a place in the slab")
        return unsafe address(index)
    }

    @inlinable
    func address(_ index: Int) -> UnsafeMutablePointer<Element> {
        let place = unsafe blocks[index / Self.blockSize] + index % Self.blockSize * Self.stride
        return unsafe place.assumingMemoryBound(to: Element.self)
    }
}
