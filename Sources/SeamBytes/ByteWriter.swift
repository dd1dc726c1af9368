/// The order of an integer's bytes on the wire.
public enum ByteOrder: UInt8, BitwiseCopyable, Hashable, Sendable {
    /// The highest byte first (network order).
    case big
    /// The lowest byte first.
    case little
}

/// A growing run of bytes with writers for the integers of wire formats.
public struct ByteWriter: Sendable {
    /// What has been written.
    public private(set) var bytes: [UInt8] = []

    /// An empty writer.
    public init() {}

    /// How many bytes have been written.
    @inlinable public var count: Int { bytes.count }

    /// Writes one byte.
    public mutating func write(_ byte: UInt8) { bytes.append(byte) }

    /// Writes an integer, all its bytes, the highest first.
    public mutating func write<T: FixedWidthInteger>(bigEndian value: T) {
        var shift = T.bitWidth
        while shift > 0 {
            shift -= 8
            bytes.append(UInt8(truncatingIfNeeded: value >> T(shift)))
        }
    }

    /// Writes the `width` low bytes of a value, in the order given; higher bits are lost.
    public mutating func write(_ value: UInt64, width: Int, order: ByteOrder) {
        for place in 0..<width {
            let shift = UInt64(8 * (order == .big ? width - 1 - place : place))
            bytes.append(shift < 64 ? UInt8(truncatingIfNeeded: value >> shift) : 0)
        }
    }

    /// Writes bytes as they are.
    public mutating func write(_ more: [UInt8]) { bytes.append(contentsOf: more) }

    /// Writes bytes as they are.
    public mutating func write(_ more: RawSpan) { bytes.append(contentsOf: more) }

    /// Writes a text as UTF-8.
    public mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// Overwrites two bytes written before with a big-endian integer, for lengths and checksums known late.
    public mutating func patch(_ value: UInt16, at index: Int) {
        bytes[index] = UInt8(truncatingIfNeeded: value >> 8)
        bytes[index + 1] = UInt8(truncatingIfNeeded: value)
    }

    /// Forgets what has been written, keeping the memory.
    public mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }
}
