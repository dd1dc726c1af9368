import Seam

/// One property that must hold for any bytes.
struct FuzzTarget: Sendable {
    /// The name on the command line of `Scripts/fuzz.sh`.
    let name: String
    /// Traps when the property does not hold.
    let check: @Sendable (RawSpan) -> Void

    /// All of them.
    static let all = [packets, fragments, half, pcap, pcapng, capture, spec] + CodecTarget.all.map(\.target)

    /// The target of that name; any other name is a mistake of the script.
    static func named(_ name: String) -> FuzzTarget {
        guard let target = all.first(where: { $0.name == name }) else {
            System.fail("SEAM_FUZZ_TARGET must be one of: \(all.map(\.name).joined(separator: " "))")
        }
        return target
    }
}

/// A property of seam does not hold for the input.
func violated(_ property: @autoclosure () -> String) -> Never {
    System.fail("seam-fuzz: \(property())")
}

/// Traps unless the property holds.
@inline(__always)
func demand(_ holds: Bool, _ property: @autoclosure () -> String) {
    if !holds { violated(property()) }
}
