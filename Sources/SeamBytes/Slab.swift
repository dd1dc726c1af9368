/// A growing row of values that never move: read and changed in place, never copied.
///
/// An array of large values copies an element to read a part of it through an accessor, and moves all
/// of them to grow; with thousands of connections both were most of the run time. The unsafe memory
/// stays inside this file.
@safe
public struct Slab<Element: ~Copyable>: ~Copyable {
    /// How many values one block of memory holds; a power of two.
    @usableFromInline static var blockSize: Int { 64 }

    @usableFromInline var blocks: [UnsafeMutablePointer<Element>] = unsafe []
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
            unsafe blocks.append(.allocate(capacity: Self.blockSize))
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

    @inlinable
    func address(_ index: Int) -> UnsafeMutablePointer<Element> {
        unsafe blocks[index / Self.blockSize] + index % Self.blockSize
    }
}
