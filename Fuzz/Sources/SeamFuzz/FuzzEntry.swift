import Seam

// What libFuzzer calls. The target is named by the environment, which its child processes inherit.

/// Checks one input; a property that does not hold is a trap, which libFuzzer keeps with its input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let bytes = unsafe bytes else { return 0 }
    chosen.check(unsafe RawSpan(_unsafeStart: bytes, byteCount: count))
    return 0
}

/// Writes the seeds instead of fuzzing where `SEAM_FUZZ_SEEDS` names a directory: of all targets, from the
/// captures that the arguments name.
@_cdecl("LLVMFuzzerInitialize")
public func fuzzInitialize(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>
) -> CInt {
    guard let directory = System.environment("SEAM_FUZZ_SEEDS") else { return 0 }
    Seeds.write(captures: Array(CommandLine.arguments.dropFirst()), into: directory)
    System.exit(0)
}

private let chosen = FuzzTarget.named(System.environment("SEAM_FUZZ_TARGET") ?? "")
