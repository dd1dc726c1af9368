/// A reader over the bytes of a stream that have arrived so far.
///
/// It never traps: every read is optional, nil meaning "not here yet". It shows bytes and their
/// place in the stream, but no piece, no segment and no time, so a decoder that reads through it
/// cannot depend on how the bytes were cut (DESIGN section 4).
///
///     stream   | ...decoded... | position -> available bytes |  not here yet
///                               ^ peek(0)
public struct ByteCursor: ~Escapable {
    @usableFromInline let bytes: RawSpan
    @usableFromInline let base: Int
    @usableFromInline var offset: Int
    /// Whether somebody looks at the bytes of a message, so that all of them must be here when it is complete.
    public let wantsWhole: Bool

    /// A cursor behind the first `offset` of `bytes`, the first of which stands at offset `base` of its stream.
    @inlinable
    @_lifetime(copy bytes)
    public init(_ bytes: RawSpan, base: Int = 0, behind offset: Int = 0, wantsWhole: Bool = true) {
        precondition(offset >= 0 && offset <= bytes.byteCount, "a cursor stands in its bytes")
        self.bytes = bytes
        self.base = base
        self.offset = offset
        self.wantsWhole = wantsWhole
    }

    /// How many bytes can be read without waiting.
    @inlinable public var available: Int { bytes.byteCount &- offset }

    /// The offset in the stream of the next byte.
    @inlinable public var position: Int { base &+ offset }

    /// The bytes that can be read without waiting, the next one first.
    @inlinable
    public var rest: RawSpan {
        @_lifetime(copy self)
        get { bytes.extracting(offset..<bytes.byteCount) }
    }

    /// The bytes from a position that it has been at up to where it is; anything else is a programmer's error.
    @inlinable
    @_lifetime(copy self)
    public func bytes(since position: Int) -> RawSpan {
        precondition(position >= base && position <= self.position, "a cursor shows where it was")
        return unsafe bytes.extracting(unchecked: (position &- base)..<offset)
    }

    /// The byte `index` behind the next one, nil when it is not here yet.
    @inlinable
    public func peek(_ index: Int = 0) -> UInt8? {
        guard index >= 0, index < available else { return nil }
        return unsafe bytes.unsafeLoad(fromUncheckedByteOffset: offset &+ index, as: UInt8.self)
    }

    /// The big-endian integer that starts `index` bytes behind the next one, nil when it is not all here yet.
    @inlinable
    public func peek<T: FixedWidthInteger & BitwiseCopyable>(_ index: Int, bigEndian type: T.Type) -> T? {
        let size = MemoryLayout<T>.size
        guard index >= 0, size <= available, index <= available &- size else { return nil }
        return unsafe T(
            bigEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset &+ index, as: T.self)
        )
    }

    /// Takes `count` bytes and returns their place in the stream; nil, taking nothing, when they are not all here.
    @inlinable
    public mutating func take(_ count: Int) -> ByteRange? {
        guard count >= 0, count <= available else { return nil }
        let start = position
        offset &+= count
        return ByteRange(start, position)
    }

    /// Goes back to a position that it has been at since it was made; anything else is a programmer's error.
    @inlinable
    public mutating func rewind(to position: Int) {
        precondition(position >= base && position <= self.position, "a cursor rewinds to where it was")
        offset = position &- base
    }

    /// How far behind the next byte `byte` stands first, searched from `start` on; nil when it is not here yet.
    @inlinable
    public func firstIndex(of byte: UInt8, from start: Int = 0) -> Int? {
        ByteSearch.firstIndex(of: byte, in: bytes, from: offset &+ max(0, start)).map { $0 &- offset }
    }

    /// How far behind the next byte the bytes `pattern` start first, searched from `start` on; nil when not here yet.
    @inlinable
    public func firstIndex(of pattern: [UInt8], from start: Int = 0) -> Int? {
        ByteSearch.firstIndex(of: pattern, in: bytes, from: offset &+ max(0, start)).map { $0 &- offset }
    }
}
