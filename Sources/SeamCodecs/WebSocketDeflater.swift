internal import CZlib

/// Deflates the messages of one side through zlib, for the encoder; unsafe for that.
///
/// zlib's state points back at the stream it belongs to, so the stream is in memory that does not move.
@safe
struct WebSocketDeflater: ~Copyable {
    /// What a sender leaves out behind each message (RFC 7692 §7.2.1).
    private static let tailSize = 4
    private static let roomSize = 4 << 10
    private static let usualLevel: Int32 = 6
    private static let usualMemory: Int32 = 8

    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private let forgets: Bool
    private let isReady: Bool

    /// A side with a window of two to the power of `bits` bytes, 8 to 15, which it forgets behind each message if it `forgets`.
    init(bits: Int, forgets: Bool) {
        self.forgets = forgets
        unsafe stream.initialize(to: unsafe z_stream())
        let size = unsafe Int32(MemoryLayout<z_stream>.size)
        // zlib has no raw deflate with the smallest window: without matches the next one does as well.
        let strategy = bits < 9 ? Z_HUFFMAN_ONLY : Z_DEFAULT_STRATEGY
        isReady =
            unsafe deflateInit2_(
                stream,
                Self.usualLevel,
                Z_DEFLATED,
                -Int32(min(max(bits, 9), 15)),
                Self.usualMemory,
                strategy,
                ZLIB_VERSION,
                size
            ) == Z_OK
    }

    deinit {
        unsafe deflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// The payload of a message with this content; nil where zlib refuses.
    func deflate(_ content: [UInt8]) -> [UInt8]? {
        guard isReady, let size = UInt32(exactly: content.count) else { return nil }
        var output: [UInt8] = []
        let isDone = unsafe content.withUnsafeBufferPointer { bytes in
            // zlib does not write to its input; its type says otherwise unless ZLIB_CONST is defined.
            unsafe stream.pointee.next_in = unsafe UnsafeMutablePointer(mutating: bytes.baseAddress)
            unsafe stream.pointee.avail_in = size
            return flush(into: &output)
        }
        if forgets { unsafe deflateReset(stream) }
        guard isDone else { return nil }
        output.removeLast(min(Self.tailSize, output.count))
        // RFC 7692 §7.2.3.6: an empty message is one empty block; zlib does not flush twice.
        return output.isEmpty ? [0] : output
    }

    private func flush(into output: inout [UInt8]) -> Bool {
        while true {
            var code = Z_OK
            output.append(addingCapacity: Self.roomSize) { room in
                unsafe room.withUnsafeMutableBufferPointer { target, count in
                    unsafe stream.pointee.next_out = target.baseAddress?.advanced(by: count)
                    unsafe stream.pointee.avail_out = UInt32(target.count - count)
                    code = unsafe CZlib.deflate(stream, Z_SYNC_FLUSH)
                    count = unsafe target.count - Int(stream.pointee.avail_out)
                }
            }
            // Z_BUF_ERROR: there was nothing to flush.
            guard code == Z_OK || code == Z_BUF_ERROR else { return false }
            if unsafe stream.pointee.avail_out > 0 { return true }
        }
    }
}
