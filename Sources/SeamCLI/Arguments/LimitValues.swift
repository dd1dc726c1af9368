import Seam

// The values of options that limit or choose.

/// A number of things, at least one.
struct Quantity: ScalarValue, Equatable {
    let number: Int

    init(_ number: Int) { self.number = number }

    init(argument: String) throws(BadValue) {
        guard let number = decimal(argument), number > 0 else { throw BadValue("is no number from 1 on") }
        self.number = number
    }

    var text: String? { "\(number)" }
}

/// A span of the capture's time; `never` is 0.
struct Duration: ScalarValue, Equatable {
    let nanoseconds: Int

    private typealias Unit = (suffix: String, nanoseconds: Int)

    /// Longer suffixes first: `ms` ends with an `s` too.
    private static let units: [Unit] = [
        ("ms", 1_000_000), ("h", 3_600_000_000_000), ("m", 60_000_000_000), ("s", 1_000_000_000),
    ]

    init(nanoseconds: Int) { self.nanoseconds = nanoseconds }

    init(argument: String) throws(BadValue) {
        if argument == "never" {
            nanoseconds = 0
            return
        }
        let unit = Self.units.first { argument.hasSuffix($0.suffix) }
        let digits = argument.dropLast(unit?.suffix.count ?? 0)
        guard let number = decimal(digits), number > 0 else {
            throw BadValue("is no time: write 500ms, 90s, 2m, 1h or never")
        }
        let (nanoseconds, overflow) = number.multipliedReportingOverflow(
            by: unit?.nanoseconds ?? 1_000_000_000
        )
        guard !overflow else { throw BadValue("is longer than any capture") }
        self.nanoseconds = nanoseconds
    }

    /// How long a task waits for something; `never` is so long that nobody sees its end.
    var patience: Swift.Duration { nanoseconds > 0 ? .nanoseconds(nanoseconds) : .seconds(1 << 32) }

    var text: String? {
        guard nanoseconds > 0 else { return "never" }
        let fitting = Self.units.filter { nanoseconds.isMultiple(of: $0.nanoseconds) }
        let unit = fitting.max { $0.nanoseconds < $1.nanoseconds } ?? ("ms", 1_000_000)
        return "\(nanoseconds / unit.nanoseconds)\(unit.suffix)"
    }
}

/// A port to listen on; none given is 0, any that is free.
struct LoopbackPort: ScalarValue, Equatable {
    let number: UInt16
    let text: String? = nil

    init(argument: String) throws(BadValue) {
        guard let number = argument.isEmpty ? 0 : UInt16(argument) else {
            throw BadValue("is no port such as 8080")
        }
        self.number = number
    }
}

/// The addresses of which a connection has one; all when none is named.
struct HostSelection: OptionValue, Equatable {
    private(set) var addresses: Set<IPAddress> = []

    static let repeats = true
    let text: String? = nil

    mutating func take(_ argument: String) throws(BadValue) {
        guard let address = IPAddress(argument) else {
            throw BadValue("is no IP address such as 10.0.0.1 or fe80::1")
        }
        addresses.insert(address)
    }
}

/// The ports of which a connection has one; all when none is named.
struct PortSelection: OptionValue, Equatable {
    private(set) var ports: Set<UInt16> = []

    static let repeats = true
    let text: String? = nil

    mutating func take(_ argument: String) throws(BadValue) {
        for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
            guard isDigits(part), let port = UInt16(part) else {
                throw BadValue("is no list of ports such as 80,443")
            }
            ports.insert(port)
        }
    }
}

/// What a list of connections is in order of.
enum StreamOrder: String, Choice {
    /// The number: the order of their first packets.
    case number
    /// The bytes of both halves, most first.
    case bytes
    /// The bytes that are missing, most first.
    case gaps
    /// The packets with payload, most first.
    case segments
    /// The time from the first packet to the last, longest first.
    case duration
    case client
    case server
}
