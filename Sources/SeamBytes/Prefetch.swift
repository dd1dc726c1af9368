public import CPrefetch

// Asking memory for what will be needed soon: with thousands of connections the state of each is out of every
// cache, and waiting for it line by line was two thirds of the run time.

/// Requests for memory that do not wait for it.
public enum Prefetch {
    /// Bytes of a cache line.
    @usableFromInline static var line: Int { 64 }

    /// Asks for `count` bytes at an address, which need not be valid.
    @inlinable
    @inline(__always)
    public static func request(_ address: UnsafeRawPointer, count: Int) {
        unsafe forEachLine(address, count) { unsafe seam_prefetch($0) }
    }

    /// Asks for `count` bytes at an address, which need not be valid and will be written.
    @inlinable
    @inline(__always)
    public static func requestToWrite(_ address: UnsafeRawPointer, count: Int) {
        unsafe forEachLine(address, count) { unsafe seam_prefetch_to_write($0) }
    }

    /// Takes the lines that bytes are in: what begins in the middle of one ends in another.
    @inlinable
    @inline(__always)
    static func forEachLine(_ address: UnsafeRawPointer, _ count: Int, _ ask: (UnsafeRawPointer) -> Void) {
        var offset = -(Int(bitPattern: address) & (line &- 1))
        // In pairs: to count lines costs more than to ask for one, and a line too many does no harm.
        while offset < count {
            unsafe ask(address + offset)
            unsafe ask(address + offset + line)
            offset &+= 2 &* line
        }
    }

    /// Where an object is, which may be gone.
    @safe
    public struct Address {
        @usableFromInline let pointer: UnsafeRawPointer

        /// The address of an object.
        @inlinable
        public init(_ object: AnyObject) {
            unsafe pointer = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
        }
    }

    /// Asks for the first `count` bytes of an object.
    @inlinable
    @inline(__always)
    public static func request(_ address: Address, count: Int) {
        unsafe request(address.pointer, count: count)
    }

    /// Asks for the beginning of what an array holds; `skipping` bytes are passed over.
    @inlinable
    @inline(__always)
    public static func request<Element>(_ array: [Element], skipping: Int = 0, count: Int) {
        unsafe array.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            unsafe request(UnsafeRawPointer(base) + skipping, count: count)
        }
    }
}
