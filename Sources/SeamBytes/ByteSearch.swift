#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// Byte search through the C library, whose `memchr` is 3 to 6 times a Swift loop.
///
/// The only place that searches, so that the unsafe calls are in one file.
public enum ByteSearch {
    /// The first index of `byte` in `bytes` at or behind `start`; nil when there is none.
    public static func firstIndex(of byte: UInt8, in bytes: RawSpan, from start: Int = 0) -> Int? {
        guard start >= 0, start < bytes.byteCount else { return nil }
        return unsafe bytes.withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress else { return nil }
            let from = unsafe base + start
            guard let hit = unsafe memchr(from, Int32(byte), buffer.count - start) else { return nil }
            return unsafe UnsafeRawPointer(hit) - base
        }
    }

    /// The first index of the bytes `pattern` in `bytes` at or behind `start`; nil when there is none.
    ///
    /// An empty pattern is found nowhere. Patterns are delimiters of a few bytes: `memchr` finds the
    /// first byte, the others are compared (`memmem` is not in POSIX).
    public static func firstIndex(of pattern: [UInt8], in bytes: RawSpan, from start: Int = 0) -> Int? {
        guard let first = pattern.first else { return nil }
        var from = start
        while let hit = firstIndex(of: first, in: bytes, from: from) {
            guard pattern.count <= bytes.byteCount - hit else { return nil }
            var matched = 1
            while matched < pattern.count, bytes.byte(at: hit + matched) == pattern[matched] { matched += 1 }
            if matched == pattern.count { return hit }
            from = hit + 1
        }
        return nil
    }

    /// Whether two spans hold the same bytes.
    public static func areEqual(_ left: RawSpan, _ right: RawSpan) -> Bool {
        guard left.byteCount == right.byteCount else { return false }
        if left.byteCount == 0 { return true }
        return unsafe left.withUnsafeBytes { one in
            unsafe right.withUnsafeBytes { other in
                guard let a = one.baseAddress, let b = other.baseAddress else { return true }
                return unsafe memcmp(a, b, one.count) == 0
            }
        }
    }
}
