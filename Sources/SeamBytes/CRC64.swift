/// The checksum of 64 bits of the ECMA-182 polynomial, as the xz format has it: bits reflected, all ones at either end.
///
/// Of two runs of bytes with the same length it tells more than that they differ: where, if what differs is short.
public struct CRC64: Sendable {
    private var state = UInt64.max

    /// The checksum of nothing.
    public init() {}

    /// The checksum of what has been added.
    public var value: UInt64 { ~state }

    /// Adds bytes behind those that were added.
    public mutating func append(_ bytes: some Sequence<UInt8>) {
        var state = state
        for byte in bytes { state = Self.table[Int(UInt8(truncatingIfNeeded: state) ^ byte)] ^ state >> 8 }
        self.state = state
    }

    /// What differs between two runs of bytes of the same length.
    public struct Burst: Equatable, Sendable {
        /// The offset of the first byte that differs.
        public var offset: Int
        /// Each byte of the one run xor that of the other, up to the last that differs.
        public var change: [UInt8]

        /// A change of bytes from `offset` on.
        public init(offset: Int, change: [UInt8]) {
            self.offset = offset
            self.change = change
        }
    }

    /// The one place of up to four bytes where two runs of `count` bytes differ; nil where there is none, or several.
    ///
    /// The checksums differ by what the change alone leaves behind once the bytes that follow it have gone through as
    /// zeros. Zeros can be taken back out; where no more than four bytes are left, the change stood. By chance that is
    /// so once in `2^32 / count`.
    public static func burst(_ one: UInt64, _ other: UInt64, count: Int) -> Burst? {
        guard one != other else { return nil }
        var state = one ^ other
        var found: Burst?
        for behind in stride(from: 1, through: count, by: 1) {
            state = takingOutZero(state)
            guard state >> 32 == 0, state & 0xFF != 0 else { continue }
            var change = (0..<4).map { UInt8(truncatingIfNeeded: state >> UInt64(8 * $0)) }
            while change.last == 0 { change.removeLast() }
            guard change.count <= behind else { continue }
            guard found == nil else { return nil }
            found = Burst(offset: count - behind, change: change)
        }
        return found
    }

    /// The state in front of a byte of zero.
    private static func takingOutZero(_ state: UInt64) -> UInt64 {
        let place = places[Int(state >> 56)]
        return (state ^ table[Int(place)]) << 8 | UInt64(place)
    }

    /// What eight bits do, for each byte (the polynomial of ECMA-182 §B, reflected).
    private static let table: [UInt64] = (0..<256).map { byte in
        (0..<8).reduce(UInt64(byte)) { state, _ in
            state & 1 == 0 ? state >> 1 : state >> 1 ^ 0xC96C_5795_D787_0F42
        }
    }

    /// The place in `table` of the entry with a highest byte; each has another.
    private static let places: [UInt8] = {
        var places = [UInt8](repeating: 0, count: 256)
        for (place, entry) in table.enumerated() { places[Int(entry >> 56)] = UInt8(place) }
        return places
    }()
}
