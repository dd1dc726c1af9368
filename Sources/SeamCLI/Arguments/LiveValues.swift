import Seam

// The values that only `live` takes.

extension LiveOptions.Direction: Choice {}

/// What only `live` takes.
struct LiveArguments: Equatable, Sendable {
    /// A capture that is being written, read instead of an interface.
    var file: String?
    /// Whether the end of `file` is waited at for more.
    var follows = false
    var capture = LiveOptions()
    var snapLength = ByteCount(PcapWriter.snapLength)
    var buffer = ByteCount(LiveOptions().buffer)
    /// Whether root is kept after opening.
    var keepsRights = false
    /// The recording's path.
    var recording: String?
    var rotation: Rotation?
    var kept: Count?
    /// Whether streams are decoded; recording alone needs it not.
    var decodes = true
    var packets: Count?
    var duration: Duration?
    /// The id of a violation.
    var until: String?
}

/// How many of something, at least one.
struct Count: ScalarValue, Equatable {
    let number: Int

    init(argument: String) throws(BadValue) {
        guard !argument.isEmpty, argument.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(argument), number > 0
        else { throw BadValue("is no number from 1 on") }
        self.number = number
    }

    var text: String? { "\(number)" }
}

/// A span of time, written with s, m or h; seconds without.
struct Duration: ScalarValue, Equatable {
    let milliseconds: Int

    private static let units: [Character: Int] = ["s": 1000, "m": 60_000, "h": 3_600_000]
    /// Ten years: what is longer is a mistake, and cannot overflow.
    private static let longest = 10 * 366 * 24 * 3_600_000

    init(argument: String) throws(BadValue) {
        let unit = argument.last.flatMap { Self.units[$0] }
        let number = unit == nil ? argument[...] : argument.dropLast()
        guard number.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2e }),
            let value = Double(number), value > 0, value * Double(unit ?? 1000) <= Double(Self.longest),
            value * Double(unit ?? 1000) >= 1
        else { throw BadValue("is no time such as 30, 30s, 1.5m or 1h") }
        milliseconds = Int(value * Double(unit ?? 1000))
    }

    var text: String? { nil }
}

/// When a recording goes on in another file: a size, a time, or both.
struct Rotation: ScalarValue, Equatable {
    private(set) var bytes: Int?
    private(set) var seconds: Int?

    init(argument: String) throws(BadValue) {
        for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
            if let last = part.last, "smh".contains(last) {
                let time = try Duration(argument: String(part))
                guard seconds == nil, time.milliseconds >= 1000 else {
                    throw BadValue("has no time of a second at least, once")
                }
                seconds = time.milliseconds / 1000
            } else {
                let size = part.hasSuffix("B") ? part.dropLast() : part
                guard bytes == nil, let count = SpecParameters.size(String(size)), count > 0 else {
                    throw BadValue("is no size such as 100M, no time such as 1h, and not both as 100M,1h")
                }
                bytes = count
            }
        }
    }

    var text: String? { nil }
}
