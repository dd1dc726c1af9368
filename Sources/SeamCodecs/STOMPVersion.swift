import SeamBytes

/// A version of STOMP.
public enum STOMPVersion: UInt8, Hashable, Comparable, Sendable, CaseIterable {
    /// STOMP 1.0: no escapes, no heart-beats.
    case v10
    /// STOMP 1.1: `\n`, `\c` and `\\` in headers, heart-beats, a body only where it belongs.
    case v11
    /// STOMP 1.2: `\r` too, and lines may end with CR LF.
    case v12

    /// The number on the wire.
    public var number: StaticString {
        switch self {
        case .v10: "1.0"
        case .v11: "1.1"
        case .v12: "1.2"
        }
    }

    /// Whether one is older than the other.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// The version of that number; spaces around it do not matter.
    init?(_ number: RawSpan) {
        let trimmed = number.trimmingSpaces
        guard let match = Self.allCases.first(where: { trimmed.isEqual(to: $0.number) }) else { return nil }
        self = match
    }
}

/// Several versions, as a client offers them.
struct STOMPVersionSet: OptionSet, Equatable, Sendable {
    var rawValue: UInt8

    init(rawValue: UInt8) { self.rawValue = rawValue }
    init(_ version: STOMPVersion) { rawValue = 1 << version.rawValue }

    /// The versions of an `accept-version` header that seam knows: numbers with commas between them.
    init(list: RawSpan) {
        rawValue = 0
        var start = 0
        while start <= list.byteCount {
            let end = ByteSearch.firstIndex(of: UInt8(ascii: ","), in: list, from: start) ?? list.byteCount
            if let version = STOMPVersion(list.clamped(start..<end)) { insert(Self(version)) }
            start = end + 1
        }
    }

    /// The newest of them.
    var highest: STOMPVersion? { STOMPVersion.allCases.last { contains(Self($0)) } }
}

extension RawSpan {
    /// The span without the spaces at both ends.
    var trimmingSpaces: RawSpan {
        @_lifetime(copy self)
        get {
            var low = 0
            var high = byteCount
            while low < high, byte(at: low) == UInt8(ascii: " ") { low += 1 }
            while low < high, byte(at: high - 1) == UInt8(ascii: " ") { high -= 1 }
            return clamped(low..<high)
        }
    }
}
