import Seam

// The values that options take, one parser a type.

extension CarrierKind: Choice {}

/// When output is coloured.
enum ColorMode: String, Choice { case auto, always, never }

/// How bad a finding makes a command fail.
enum FailOn: String, Choice {
    case error, warning, note

    var severity: Finding.Severity {
        switch self {
        case .error: .error
        case .warning: .warning
        case .note: .note
        }
    }
}

/// A number of bytes, written with k, M or G for multiples of 1024.
struct ByteCount: ScalarValue, Equatable {
    let bytes: Int

    private typealias Unit = (suffix: String, bytes: Int)

    private static let units: [Unit] = [("G", 1 << 30), ("M", 1 << 20), ("k", 1 << 10)]

    init(_ bytes: Int) {
        self.bytes = bytes
    }

    init(argument: String) throws(BadValue) {
        guard let bytes = SpecParameters.size(argument) else {
            throw BadValue("is no size: write bytes, or a number with k, M or G")
        }
        self.init(bytes)
    }

    var text: String? {
        let unit = Self.units.first { bytes >= $0.bytes && bytes.isMultiple(of: $0.bytes) }
        return unit.map { "\(bytes / $0.bytes)\($0.suffix)" } ?? "\(bytes)"
    }
}

/// A number of things, at least one.
struct Count: ScalarValue, Equatable {
    let value: Int

    static let allowed = 1...100_000

    init(argument: String) throws(BadValue) {
        guard let value = decimal(argument), Self.allowed.contains(value) else {
            throw BadValue("is no number from \(Self.allowed.lowerBound) to \(Self.allowed.upperBound)")
        }
        self.value = value
    }

    var text: String? { "\(value)" }
}

/// A time to wait, written in seconds with or without decimals.
struct Seconds: ScalarValue, Equatable {
    let milliseconds: Int

    private static let allowed = 0.01...86_400

    init(_ seconds: Int) { milliseconds = seconds * 1000 }

    init(argument: String) throws(BadValue) {
        guard let seconds = Double(argument), Self.allowed.contains(seconds) else {
            throw BadValue("is no number of seconds from 0.01 to 86400")
        }
        milliseconds = Int(seconds * 1000)
    }

    var text: String? {
        milliseconds.isMultiple(of: 1000) ? "\(milliseconds / 1000)" : "\(Double(milliseconds) / 1000)"
    }
}

/// A width in columns that a picture can be drawn in.
struct Columns: ScalarValue, Equatable {
    let count: Int

    static let allowed = 40...1000

    /// A width that exists, brought into the allowed range.
    init(clamping count: Int) {
        self.count = min(max(count, Self.allowed.lowerBound), Self.allowed.upperBound)
    }

    init(argument: String) throws(BadValue) {
        guard let count = decimal(argument), Self.allowed.contains(count) else {
            throw BadValue("is no width from \(Self.allowed.lowerBound) to \(Self.allowed.upperBound)")
        }
        self.count = count
    }

    var text: String? { "\(count)" }
}

/// The client whose reads are modelled.
struct ReaderChoice: ScalarValue, Equatable {
    /// The model, and what was written.
    let model: ReaderModel
    let text: String?

    /// The usual reader.
    init() {
        model = .usual
        text = "recv:64k"
    }

    init(argument: String) throws(BadValue) {
        do throws(SpecError) {
            model = try ReaderModel(argument)
        } catch {
            throw BadValue("is no reader: \(error)")
        }
        text = argument
    }
}

/// The clients that are modelled; all as long as none is named.
struct ClientChoices: OptionValue, Equatable {
    private(set) var choice = ClientChoice.all

    static let repeats = true
    let text: String? = "all"
    private var isGiven = false

    mutating func take(_ argument: String) throws(BadValue) {
        if !isGiven { choice = .none }
        isGiven = true
        do throws(SpecError) {
            try choice.add(argument)
        } catch {
            throw BadValue("\(error)")
        }
    }
}

/// The connections that are wanted, by number; all when none is named.
struct StreamSelection: OptionValue, Equatable {
    private(set) var numbers: Set<Int> = []

    static let repeats = true
    let text: String? = nil

    /// Whether connection `number` is wanted.
    func contains(_ number: Int) -> Bool { numbers.isEmpty || numbers.contains(number) }

    mutating func take(_ argument: String) throws(BadValue) {
        for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
            guard let number = decimal(part) else {
                throw BadValue("is no list of stream numbers such as 0,3")
            }
            numbers.insert(number)
        }
    }
}

/// The codec specs that were given: at most one for all ports, and at most one for each port.
struct CodecChoices: OptionValue, Equatable {
    /// What decodes the streams of ports that `byPort` does not have; nil is `auto`.
    private(set) var general: String?
    private(set) var byPort: [UInt16: String] = [:]

    static let repeats = true
    let text: String? = "auto"

    /// Takes `[PORT=]SPEC`, where only digits before the first `=` are a port: `fixed:size=16` has none.
    mutating func take(_ argument: String) throws(BadValue) {
        let halves = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2, let digits = halves.first, isDigits(digits) else {
            guard !argument.isEmpty else { throw BadValue("is empty") }
            guard general == nil else {
                throw BadValue("is a second codec for all ports; write PORT= before it")
            }
            return general = argument
        }
        guard let port = UInt16(digits), port > 0 else {
            throw BadValue("has no port from 1 to 65535 before the =")
        }
        guard !halves[1].isEmpty else { throw BadValue("has no codec behind the =") }
        guard byPort.updateValue(String(halves[1]), forKey: port) == nil else {
            throw BadValue("is a second codec for port \(port)")
        }
    }
}

private func isDigits(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
}

/// A number in digits only, without sign or space; nil also when it does not fit.
private func decimal(_ text: some StringProtocol) -> Int? {
    isDigits(text) ? Int(text) : nil
}
