internal import SeamBytes
internal import Synchronization

/// A bounded queue of packets from one thread to another, without locks and without memory of its own to get.
///
///     memory   | packet | packet | .... free .... | packet | skip |
///                               ^ written         ^ released
///
/// Positions only grow; their place in memory is the remainder. The writing thread alone moves `written`, the
/// reading one `released`, each published with release order and looked at with acquire order, so that whoever sees
/// a position sees the bytes below it. A packet never wraps: what is left before the end is skipped. When there is
/// no room the packet is refused, which its caller counts. This and `WakePipe` are what two threads share.
@safe
final class PacketRing: @unchecked Sendable {
    /// What stands before a packet's bytes; a size of whole words, as positions are.
    struct Header {
        var time: Int
        var captured: UInt32
        var original: UInt32
        var linkType: Int32
        var interface: Int32
        /// How many packets of the interface were lost directly before, as far as is known.
        var missed = 0
    }

    /// In the place of a time: there is no packet before the end of memory.
    private static let skip = Int.min
    private static let headerSize = MemoryLayout<Header>.size

    private let memory: UnsafeMutableRawPointer
    private let capacity: Int
    private let written = Atomic<Int>(0)
    private let released = Atomic<Int>(0)
    /// Wakes the reading thread.
    let readable = WakePipe()

    /// A queue of `capacity` bytes, a power of two and more than a packet may have.
    init(capacity: Int) {
        precondition(capacity.nonzeroBitCount == 1 && capacity >= 1 << 12, "a power of two")
        self.capacity = capacity
        unsafe memory = .allocate(byteCount: capacity, alignment: 64)
    }

    deinit { unsafe memory.deallocate() }

    /// Bytes that wait to be read.
    var waiting: Int { written.load(ordering: .acquiring) - released.load(ordering: .acquiring) }

    /// How full it is, in percent.
    var percentFull: Int { waiting / (capacity / 100) }
}

// MARK: - The writing thread

extension PacketRing {
    /// Appends a packet unless there is no room for it.
    @unsafe
    func append(_ header: Header, _ bytes: UnsafeRawBufferPointer) -> Bool {
        let position = written.load(ordering: .relaxed)
        let size = Self.size(bytes.count)
        let place = position & (capacity - 1)
        let rest = capacity - place
        let skipped = rest < size ? rest : 0
        let free = capacity - (position - released.load(ordering: .acquiring))
        guard size <= capacity / 2, skipped <= free - size else { return false }
        if skipped > 0 { unsafe memory.storeBytes(of: Self.skip, toByteOffset: place, as: Int.self) }
        let start = unsafe memory + (skipped > 0 ? 0 : place)
        unsafe start.storeBytes(of: header, as: Header.self)
        if let source = bytes.baseAddress {
            unsafe (start + Self.headerSize).copyMemory(from: source, byteCount: bytes.count)
        }
        written.store(position + skipped + size, ordering: .releasing)
        return true
    }

    /// The room that a packet takes: whole words.
    private static func size(_ count: Int) -> Int { (headerSize + count + 7) & ~7 }
}

// MARK: - The reading thread

extension PacketRing {
    /// Where the reading thread stands.
    struct Reader {
        /// The packet that is being looked at, and where it ends.
        fileprivate var place = 0
        fileprivate var end = 0
        /// How far the writing thread was when last looked at.
        fileprivate var limit = 0
        /// What stands before that packet's bytes.
        private(set) var header = Header(time: 0, captured: 0, original: 0, linkType: 0, interface: 0)

        /// Moves to the next packet and gives back the memory of the last one; false when there is none now.
        mutating func advance(_ ring: PacketRing) -> Bool {
            if end != place { ring.released.store(end, ordering: .releasing) }
            place = end
            if end == limit { limit = ring.written.load(ordering: .acquiring) }
            guard end != limit else { return false }
            let offset = end & (ring.capacity - 1)
            if unsafe ring.memory.load(fromByteOffset: offset, as: Int.self) == PacketRing.skip {
                place = end + ring.capacity - offset
                end = place
                // A skip is never published without the packet behind it.
            }
            unsafe header = ring.memory.load(fromByteOffset: end & (ring.capacity - 1), as: Header.self)
            end += PacketRing.size(Int(header.captured))
            return true
        }

        /// How many packets were lost directly before the next one; 0 when there is none now.
        func missedAhead(_ ring: PacketRing) -> Int {
            guard end != limit || end != ring.written.load(ordering: .acquiring) else { return 0 }
            let offset = end & (ring.capacity - 1)
            let isSkip = unsafe ring.memory.load(fromByteOffset: offset, as: Int.self) == PacketRing.skip
            let start = isSkip ? 0 : offset
            return unsafe ring.memory.load(fromByteOffset: start, as: Header.self).missed
        }

        /// The bytes of the packet that was moved to; valid until the next move.
        @_lifetime(borrow ring)
        func bytes(_ ring: borrowing PacketRing) -> RawSpan {
            let start = unsafe ring.memory + (place & (ring.capacity - 1)) + PacketRing.headerSize
            let span = unsafe RawSpan(_unsafeStart: start, byteCount: Int(header.captured))
            return unsafe _overrideLifetime(span, borrowing: ring)
        }
    }
}
