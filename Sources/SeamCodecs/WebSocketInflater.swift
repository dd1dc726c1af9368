internal import CZlib
import SeamBytes

/// Inflates the messages of one half through zlib: the only file of the codecs that calls it, and unsafe for that.
///
/// zlib's state points back at the stream it belongs to, so the stream is in memory that does not move.
@safe
struct WebSocketInflater: ~Copyable {
    /// What came of a step.
    enum Progress: Equatable {
        case fine
        case broken
        /// More than the room that was left.
        case tooLong
    }

    /// Raw deflate (RFC 1951), and the largest window: it inflates what was made with a smaller one too.
    private static let windowBits: Int32 = -15
    private static let roomSize = 16 << 10

    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private let isReady: Bool

    init() {
        unsafe stream.initialize(to: unsafe z_stream())
        let size = unsafe Int32(MemoryLayout<z_stream>.size)
        isReady = unsafe inflateInit2_(stream, Self.windowBits, ZLIB_VERSION, size) == Z_OK
    }

    deinit {
        unsafe inflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// Forgets the window.
    func forget() { unsafe inflateReset(stream) }

    /// Appends what `input` inflates to, at most `room` bytes.
    func inflate(_ input: RawSpan, room: Int, into output: inout [UInt8]) -> Progress {
        guard isReady else { return .broken }
        let limit = output.count + min(room, Int.max - output.count)
        return unsafe input.withUnsafeBytes { bytes in unsafe step(bytes, limit, &output) }
    }

    private func step(
        _ input: UnsafeRawBufferPointer,
        _ limit: Int,
        _ output: inout [UInt8]
    ) -> Progress {
        // zlib does not write to its input; its type says otherwise unless ZLIB_CONST is defined.
        let bytes = unsafe input.bindMemory(to: UInt8.self).baseAddress
        unsafe stream.pointee.next_in = unsafe UnsafeMutablePointer(mutating: bytes)
        unsafe stream.pointee.avail_in = UInt32(clamping: input.count)
        while true {
            var code = Z_OK
            output.append(addingCapacity: Self.roomSize) { room in
                unsafe room.withUnsafeMutableBufferPointer { target, count in
                    unsafe stream.pointee.next_out = target.baseAddress?.advanced(by: count)
                    unsafe stream.pointee.avail_out = UInt32(target.count - count)
                    code = unsafe CZlib.inflate(stream, Z_SYNC_FLUSH)
                    count = unsafe target.count - Int(stream.pointee.avail_out)
                }
            }
            if output.count > limit {
                output.removeLast(output.count - limit)
                return .tooLong
            }
            switch code {
            case Z_OK: break
            // A final block may be followed by others (RFC 7692 §7.2.3.4); the window stays.
            case Z_STREAM_END: unsafe inflateResetKeep(stream)
            // Nothing could be done with what is there.
            case Z_BUF_ERROR: return .fine
            default: return .broken
            }
            let isDone = unsafe stream.pointee.avail_in == 0 && stream.pointee.avail_out > 0
            if isDone { return .fine }
        }
    }
}
