public import CPrefetch

// Asking memory for what will be needed soon: with thousands of connections the state of each is out of every
// cache, and waiting for it line by line was two thirds of the run time.

/// Requests for memory that do not wait for it.
public enum Prefetch {
    /// Bytes of a cache line.
    @usableFromInline static var line: Int { 64 }

    /// From an address back to the start of its line, as no more than 0: what begins in the middle of one ends in another.
    @inlinable
    @inline(__always)
    static func behind(_ address: UnsafeRawPointer) -> Int {
        -(Int(bitPattern: address) & (line &- 1))
    }

    /// Asks for `count` bytes at an address, which need not be valid.
    @inlinable
    @inline(__always)
    public static func request(_ address: UnsafeRawPointer, count: Int) {
        var offset = unsafe Self.behind(address)
        while offset < count {
            unsafe seam_prefetch(address + offset)
            offset &+= line
        }
    }

    /// Asks for `count` bytes at an address, which need not be valid and will be written.
    @inlinable
    @inline(__always)
    public static func requestToWrite(_ address: UnsafeRawPointer, count: Int) {
        var offset = unsafe Self.behind(address)
        while offset < count {
            unsafe seam_prefetch_to_write(address + offset)
            offset &+= line
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
