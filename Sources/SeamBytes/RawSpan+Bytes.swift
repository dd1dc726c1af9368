// Reading a span without trapping, and copying it: what every parser needs.

extension RawSpan {
    /// The byte at `index`, nil when it is not there.
    @inlinable
    public func byte(at index: Int) -> UInt8? {
        guard index >= 0, index < byteCount else { return nil }
        return unsafe unsafeLoad(fromUncheckedByteOffset: index, as: UInt8.self)
    }

    /// The big-endian integer at `index`, nil when not all of its bytes are there.
    @inlinable
    public func bigEndian<T: FixedWidthInteger & BitwiseCopyable>(
        at index: Int,
        as type: T.Type = T.self
    ) -> T? {
        let size = MemoryLayout<T>.size
        guard index >= 0, size <= byteCount, index <= byteCount - size else { return nil }
        return unsafe T(bigEndian: unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: T.self))
    }

    /// The little-endian integer at `index`, nil when not all of its bytes are there.
    @inlinable
    public func littleEndian<T: FixedWidthInteger & BitwiseCopyable>(
        at index: Int,
        as type: T.Type = T.self
    ) -> T? {
        bigEndian(at: index, as: T.self)?.byteSwapped
    }

    /// The bytes `range` of the span, cut to what is there.
    @inlinable
    @_lifetime(copy self)
    public func clamped(_ range: Range<Int>) -> RawSpan {
        let low = Swift.min(Swift.max(0, range.lowerBound), byteCount)
        let high = Swift.min(Swift.max(low, range.upperBound), byteCount)
        return extracting(low..<high)
    }
}

extension Array where Element == UInt8 {
    /// The array's bytes as a span that borrows them.
    @inlinable
    public var rawSpan: RawSpan {
        @_lifetime(borrow self)
        get { unsafe span.bytes }
    }

    /// Appends all bytes of a span.
    @inlinable
    public mutating func append(contentsOf bytes: RawSpan) {
        append(addingCapacity: bytes.byteCount) { output in
            unsafe output.withUnsafeMutableBufferPointer { target, count in
                unsafe bytes.withUnsafeBytes { source in
                    guard let from = source.baseAddress, let to = target.baseAddress else { return }
                    unsafe UnsafeMutableRawPointer(to + count).copyMemory(from: from, byteCount: source.count)
                    count += source.count
                }
            }
        }
    }

    /// A copy of a span's bytes.
    @inlinable
    public init(copying bytes: RawSpan) {
        self = unsafe bytes.withUnsafeBytes { unsafe [UInt8]($0) }
    }
}
