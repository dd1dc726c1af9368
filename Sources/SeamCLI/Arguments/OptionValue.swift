/// Why an option's argument is not taken: the words that follow the option and its argument.
struct BadValue: Error, Equatable {
    let problem: String

    init(_ problem: String) {
        self.problem = problem
    }
}

/// A value that an option's argument sets or adds to.
protocol OptionValue: Sendable {
    /// Whether a repeated option adds to the value instead of replacing it.
    static var repeats: Bool { get }
    /// The value as a person would write it, nil when there is nothing to say: the default in the help.
    var text: String? { get }
    /// Takes one argument, or says why not.
    mutating func take(_ argument: String) throws(BadValue)
}

/// A value made of one argument; of a repeated option the last counts.
protocol ScalarValue: OptionValue {
    init(argument: String) throws(BadValue)
}

extension ScalarValue {
    static var repeats: Bool { false }

    mutating func take(_ argument: String) throws(BadValue) { self = try Self(argument: argument) }
}

extension Optional: OptionValue where Wrapped: ScalarValue {
    static var repeats: Bool { false }
    var text: String? { self?.text }

    mutating func take(_ argument: String) throws(BadValue) { self = try Wrapped(argument: argument) }
}

extension String: ScalarValue {
    var text: String? { self }

    init(argument: String) throws(BadValue) {
        guard !argument.isEmpty else { throw BadValue("is empty") }
        self = argument
    }
}

/// One word of a few.
protocol Choice: ScalarValue, CaseIterable, RawRepresentable where RawValue == String {}

extension Choice {
    /// The words, as a placeholder of the help.
    static var placeholder: String { allCases.map(\.rawValue).joined(separator: "|") }
    var text: String? { rawValue }

    init(argument: String) throws(BadValue) {
        guard let value = Self(rawValue: argument) else {
            throw BadValue("is none of \(Self.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        self = value
    }
}
