/// Bytes that wait to be decoded: appended at the end, taken from the front.
///
/// An Array asks at each of these whether it is shared, through calls that cost more than the few bytes that
/// usually wait. The unsafe memory stays inside this file.
@safe
public struct ByteWindow: ~Copyable {
    /// Room is a multiple of so many bytes: with thousands of halves what is asked for ahead is most of the memory.
    @usableFromInline static var step: Int { 32 }
    /// What needs more room than this gets twice as much.
    @usableFromInline static var smallRoom: Int { 256 }
    /// No more room than this is made for bytes that are only announced.
    @usableFromInline static var announcedRoom: Int { 64 << 10 }
    /// More room than this is given back when all bytes have been taken.
    @usableFromInline static var keptRoom: Int { 32 << 10 }
    /// The same where no more are to be expected.
    @usableFromInline static var restingRoom: Int { 1 << 10 }

    @usableFromInline var memory: UnsafeMutableRawPointer?
    @usableFromInline var room = 0
    @usableFromInline var used = 0

    /// No bytes, and no memory.
    @inlinable
    public init() {}

    @inlinable
    deinit { unsafe memory?.deallocate() }

    /// How many bytes wait.
    @inlinable public var count: Int { used }

    /// Whether none does.
    @inlinable public var isEmpty: Bool { used == 0 }

    /// The bytes.
    @inlinable
    public var bytes: RawSpan {
        @_lifetime(borrow self)
        borrowing get {
            let all = unsafe RawSpan(_unsafeBytes: UnsafeRawBufferPointer(start: memory, count: used))
            return unsafe _overrideLifetime(all, borrowing: self)
        }
    }

    /// Appends bytes; `total` is how many are announced, those that wait counted too.
    @inlinable
    public mutating func append(_ more: RawSpan, of total: Int = 0) {
        if more.byteCount > room &- used { grow(by: more.byteCount, of: total) }
        guard more.byteCount > 0, let memory = unsafe memory else { return }
        unsafe more.withUnsafeBytes { source in
            unsafe UnsafeMutableRawBufferPointer(start: memory + used, count: source.count).copyMemory(
                from: source
            )
        }
        used &+= more.byteCount
    }

    /// Takes the first `count` bytes; there must be so many.
    @inlinable
    public mutating func removeFirst(_ count: Int) {
        precondition(count >= 0 && count <= used, "no more than there are")
        if count == used { return removeAll() }
        guard count > 0, let memory = unsafe memory else { return }
        used &-= count
        unsafe memory.copyMemory(from: memory + count, byteCount: used)
    }

    /// Takes all bytes.
    @inlinable
    public mutating func removeAll() {
        used = 0
        if room > Self.keptRoom { release() }
    }

    /// Gives back what is large and holds nothing, as no more is to be expected.
    @inlinable
    public mutating func rest() {
        if used == 0, room > Self.restingRoom { release() }
    }

    @inline(never)
    @usableFromInline
    mutating func grow(by count: Int, of total: Int) {
        let old = unsafe memory
        let least = used + count
        let isAnnounced = total >= least && total <= Self.announcedRoom
        let wanted = isAnnounced ? total : least <= Self.smallRoom ? least : 2 * least
        room = (wanted + Self.step - 1) / Self.step * Self.step
        let new = UnsafeMutableRawPointer.allocate(byteCount: room, alignment: 16)
        if let old = unsafe old {
            unsafe new.copyMemory(from: old, byteCount: used)
            unsafe old.deallocate()
        }
        unsafe memory = new
    }

    @inline(never)
    @usableFromInline
    mutating func release() {
        unsafe memory?.deallocate()
        unsafe memory = nil
        room = 0
    }
}
