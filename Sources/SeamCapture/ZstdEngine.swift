internal import CZstd

/// Unpacks zstd frames through libzstd: the only file that calls it.
///
/// Frames that ask for a window over 128 MiB are refused, as by the zstd program.
@safe
struct ZstdEngine: ~Copyable {
    private static let windowLogMax: Int32 = 27

    private let context: OpaquePointer?

    init() {
        unsafe context = ZSTD_createDCtx()
        if let context = unsafe context {
            unsafe ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, Self.windowLogMax)
        }
    }

    deinit { unsafe ZSTD_freeDCtx(context) }

    /// Unpacks from `input` into `room`.
    @unsafe
    func step(_ input: UnsafeRawBufferPointer, _ room: UnsafeMutableRawBufferPointer) -> UnpackingStep {
        guard let context = unsafe context else {
            return UnpackingStep(taken: 0, given: 0, state: .failed("no memory for libzstd"))
        }
        var packed = unsafe ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
        var unpacked = unsafe ZSTD_outBuffer(dst: room.baseAddress, size: room.count, pos: 0)
        let code = unsafe ZSTD_decompressStream(context, &unpacked, &packed)
        let state: UnpackingStep.State =
            if ZSTD_isError(code) != 0 {
                .failed(unsafe String(cString: ZSTD_getErrorName(code)))
            } else {
                code == 0 ? .border : .inside
            }
        return unsafe UnpackingStep(taken: packed.pos, given: unpacked.pos, state: state)
    }
}
