import Seam

/// An input taken apart: parameters from the front, each 0 where the input has ended, then the rest.
struct FuzzInput: ~Escapable {
    /// What has not been taken.
    private(set) var rest: RawSpan

    @_lifetime(copy bytes)
    init(_ bytes: RawSpan) { rest = bytes }

    var isEmpty: Bool { rest.byteCount == 0 }

    mutating func byte() -> UInt8 {
        guard let byte = rest.byte(at: 0) else { return 0 }
        rest = rest.extracting(1..<rest.byteCount)
        return byte
    }

    /// Two bytes, the higher first.
    mutating func word() -> Int { Int(byte()) << 8 | Int(byte()) }

    /// Four bytes, the highest first.
    mutating func long() -> UInt32 { UInt32(word()) << 16 | UInt32(word()) }

    mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in byte() } }
}

extension Array {
    /// The element that a byte of the input picks.
    func pick(_ byte: UInt8) -> Element { self[Int(byte) % count] }
}
