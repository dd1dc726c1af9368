/// Why bytes cannot be read on: what a `CaptureError` says, without file and packet.
struct ReadFailure: Error, Hashable {
    let kind: CaptureError.Kind
    let reason: String

    init(_ kind: CaptureError.Kind, _ reason: String) {
        self.kind = kind
        self.reason = reason
    }
}

/// Where a file's bytes come from: the system, directly or through a decompressor.
struct ByteSource: ~Copyable {
    private let descriptor: Descriptor
    private var decompressor: Decompressor?

    /// The bytes of a file, by default of none.
    init(_ descriptor: consuming Descriptor = Descriptor()) {
        self.descriptor = descriptor
        decompressor = nil
    }

    /// Whether who writes them may take his time.
    var isPipe: Bool { descriptor.isPipe }

    /// Whether to read means to wait now, as far as the system knows.
    var isSilent: Bool { descriptor.isSilent }

    /// From now on unpacks the file, of which `head` was read before.
    mutating func unpack(_ format: CompressedFormat, startingWith head: [UInt8]) {
        decompressor = Decompressor(format, startingWith: head)
    }

    /// Reads what is there into `room`, which must not be empty; the count, 0 only at the end.
    @unsafe
    mutating func read(into room: UnsafeMutableRawBufferPointer) throws(ReadFailure) -> Int {
        if let count = try unsafe decompressor?.read(into: room, from: descriptor) { return count }
        return try unsafe descriptor.read(into: room)
    }
}
