internal import SeamBytes

/// The bytes of a file on their way to a parser: a window that is refilled in large pieces.
///
///     memory   | room for a tail       | landing: the start of a page, 128 KiB |
///                        | tail ....... | new bytes ................|
///                        ^ position                                 ^ end
///
/// What the parser has not taken yet is moved in front of the landing, so that the system copies to
/// the start of a page, as it does fastest. A record that does not fit makes the memory grow; parsers
/// ask for no more than their limits allow. Their unsafe loads are all here, and each checks its place.
@safe
struct InputBuffer: ~Copyable {
    private static let pageSize = 4096
    private static let tailRoom = 64 << 10
    private static let readSize = 128 << 10

    private var memory = UnsafeMutableRawPointer.allocate(
        byteCount: tailRoom + readSize,
        alignment: pageSize
    )
    private var capacity = tailRoom + readSize
    private var position = 0
    private var end = 0
    /// Where the record starts that was taken last, as long as nothing was refilled.
    private var recordStart = 0
    /// The offset in the file of the memory's first byte; negative at the start.
    private var origin = 0
    private var source = ByteSource()
    private var isSwapped = false

    /// Why there are no more bytes, nil when the file just ended.
    private(set) var failure: ReadFailure?

    /// A buffer over no file.
    init() {}

    deinit { unsafe memory.deallocate() }

    /// Reads the file `path` instead, `-` being standard input; what gzip or zstd packed is unpacked.
    mutating func open(_ path: String, follow: Follow?) throws(CaptureError) {
        close()
        source = ByteSource(try Descriptor(reading: path, follow: follow))
        _ = require(CompressedFormat.magicLength)
        let head = [UInt8](copying: window(0, min(available, CompressedFormat.magicLength)))
        if let format = CompressedFormat(head: head) {
            source.unpack(format, startingWith: [UInt8](copying: window(0, available)))
            take(available)
            origin = -position
        }
    }

    /// Forgets the file and its bytes.
    mutating func close() {
        source = ByteSource()
        (position, end, recordStart, origin) = (0, 0, 0, 0)
        (failure, isSwapped) = (nil, false)
    }
}

// MARK: - Reading

extension InputBuffer {
    /// The order of bytes in which `word` and `half` read.
    var order: ByteOrder {
        get { isSwapped == (ByteOrder.native == .big) ? .little : .big }
        set { isSwapped = newValue != .native }
    }

    /// How many bytes can be looked at.
    @inline(__always) var available: Int { end &- position }

    /// The offset in the file, unpacked, of the next byte.
    var offset: Int { origin + position }

    /// The 32-bit number `place` bytes behind the next byte; it must be available.
    @inline(__always)
    func word(_ place: Int) -> UInt32 {
        precondition(place >= 0 && place <= available &- 4, "a word in the window")
        let raw = unsafe memory.loadUnaligned(fromByteOffset: position &+ place, as: UInt32.self)
        return isSwapped ? raw.byteSwapped : raw
    }

    /// The next four 32-bit numbers, with one look at whether they are available, as they must be.
    @inline(__always)
    var fourWords: (UInt32, UInt32, UInt32, UInt32) {
        precondition(available >= 16, "four words in the window")
        return (word(0), word(4), word(8), word(12))
    }

    /// The 16-bit number `place` bytes behind the next byte; it must be available.
    func half(_ place: Int) -> UInt16 {
        precondition(place >= 0 && place <= available &- 2, "a half word in the window")
        let raw = unsafe memory.loadUnaligned(fromByteOffset: position &+ place, as: UInt16.self)
        return isSwapped ? raw.byteSwapped : raw
    }

    /// The `count` bytes from `place` behind the next byte on; they must be available.
    @inline(__always)
    @_lifetime(borrow self)
    func window(_ place: Int, _ count: Int) -> RawSpan {
        precondition(place >= 0 && count >= 0 && count <= available &- place, "bytes in the window")
        let bytes = unsafe RawSpan(_unsafeStart: memory + (position &+ place), byteCount: count)
        return unsafe _overrideLifetime(bytes, borrowing: self)
    }

    /// Asks memory for bytes behind the next one, which need not be there.
    @inline(__always)
    func prefetch(_ place: Int, count: Int) {
        unsafe Prefetch.request(memory + (position &+ place), count: count)
    }

    /// Takes `count` bytes, which must be available, as a record.
    @inline(__always)
    mutating func take(_ count: Int) {
        precondition(count >= 0 && count <= available, "no more than there is")
        recordStart = position
        position &+= count
    }

    /// `count` bytes from `place` on in the record that was taken last; valid until the next refill.
    @inline(__always)
    @_lifetime(borrow self)
    func record(_ place: Int, _ count: Int) -> RawSpan {
        if count == 0 { return RawSpan() }
        precondition(
            place >= 0 && count >= 0 && count <= position &- recordStart &- place,
            "bytes of the record"
        )
        let bytes = unsafe RawSpan(_unsafeStart: memory + (recordStart &+ place), byteCount: count)
        return unsafe _overrideLifetime(bytes, borrowing: self)
    }
}

// MARK: - Refilling

extension InputBuffer {
    /// Whether the bytes come from a pipe or the like.
    @inline(__always) var isPipe: Bool { source.isPipe }

    /// Whether to make more bytes available means to wait now.
    var isSilent: Bool { source.isSilent }

    /// Makes `count` bytes available; false when the file ends or fails before that many.
    mutating func require(_ count: Int) -> Bool {
        while available < count {
            guard failure == nil else { return false }
            makeRoom(for: count)
            let room = unsafe UnsafeMutableRawBufferPointer(start: memory + end, count: capacity - end)
            do throws(ReadFailure) {
                let read = try unsafe source.read(into: room)
                guard read > 0 else { return false }
                end += read
            } catch {
                failure = error
                return false
            }
        }
        return true
    }

    /// Moves the tail in front of the landing, or where `count` bytes fit from its start on.
    private mutating func makeRoom(for count: Int) {
        let tail = available
        // A pipe gives little at a time: no move as long as there is room behind.
        if tail > 0, count <= capacity - position, capacity - end >= Self.readSize / 4 { return }
        let old = unsafe memory
        let isTooSmall = count > capacity
        if isTooSmall {
            capacity = (count + Self.tailRoom) / Self.pageSize * Self.pageSize
            unsafe memory = .allocate(byteCount: capacity, alignment: Self.pageSize)
        }
        let ideal = Self.tailRoom - tail
        let place = ideal >= 0 && count <= capacity - ideal ? ideal : 0
        unsafe (memory + place).copyMemory(from: old + position, byteCount: tail)
        if isTooSmall { unsafe old.deallocate() }
        origin += position - place
        (position, end, recordStart) = (place, place + tail, place)
    }
}

extension ByteOrder {
    /// The order of this machine.
    static var native: ByteOrder { UInt16(1).littleEndian == 1 ? .little : .big }
}
