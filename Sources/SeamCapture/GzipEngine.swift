internal import CZlib

/// Inflates gzip members through zlib: the only file that calls it.
///
/// zlib's state points back at the stream it belongs to, so the stream is in memory that does not move.
@safe
struct GzipEngine: ~Copyable {
    /// RFC 1952 instead of RFC 1950, and the largest window: see `inflateInit2` in zlib.h.
    private static let gzipWindowBits: Int32 = 16 + MAX_WBITS

    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private let isReady: Bool

    init() {
        unsafe stream.initialize(to: unsafe z_stream())
        let size = unsafe Int32(MemoryLayout<z_stream>.size)
        isReady = unsafe inflateInit2_(stream, Self.gzipWindowBits, ZLIB_VERSION, size) == Z_OK
    }

    deinit {
        unsafe inflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// Inflates from `input` into `room`, neither of more than 4 GiB.
    @unsafe
    func step(
        _ input: UnsafeRawBufferPointer,
        _ room: UnsafeMutableRawBufferPointer,
        startsMember: Bool
    ) -> UnpackingStep {
        guard isReady else { return UnpackingStep(taken: 0, given: 0, state: .failed("no memory for zlib")) }
        if startsMember { unsafe inflateReset(stream) }
        // zlib does not write to its input; its type says otherwise unless ZLIB_CONST is defined.
        let bytes = unsafe input.bindMemory(to: UInt8.self).baseAddress
        unsafe stream.pointee.next_in = unsafe UnsafeMutablePointer(mutating: bytes)
        unsafe stream.pointee.avail_in = UInt32(input.count)
        unsafe stream.pointee.next_out = room.bindMemory(to: UInt8.self).baseAddress
        unsafe stream.pointee.avail_out = UInt32(room.count)
        let code = unsafe inflate(stream, Z_NO_FLUSH)
        return unsafe UnpackingStep(
            taken: input.count - Int(stream.pointee.avail_in),
            given: room.count - Int(stream.pointee.avail_out),
            state: state(code)
        )
    }

    private func state(_ code: Int32) -> UnpackingStep.State {
        switch code {
        case Z_STREAM_END: return .border
        // Z_BUF_ERROR: nothing could be done with what is there.
        case Z_OK, Z_BUF_ERROR: return .inside
        default:
            guard let words = unsafe stream.pointee.msg else { return .failed("zlib error \(code)") }
            return .failed(unsafe String(cString: words))
        }
    }
}
