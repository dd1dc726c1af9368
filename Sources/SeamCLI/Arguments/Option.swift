/// One row of an option table: the parser and the help are both made from it.
struct Option: Sendable {
    let long: String
    let short: Character?
    /// What the help calls the argument; nil is a flag.
    let placeholder: String?
    let help: String
    let repeats: Bool
    /// The default as a person would write it.
    let defaultText: String?
    let isHidden: Bool
    /// Whether the argument may be left out; a number behind the option is taken for it.
    var isBareToo = false
    /// Puts the argument (empty for a flag, or where it is left out) in its place.
    let apply: @Sendable (inout Options, String) throws(BadValue) -> Void

    /// An option with an argument, whose default is the place's value in fresh options.
    static func value<Value: OptionValue>(
        _ long: String,
        short: Character? = nil,
        _ placeholder: String,
        _ place: any WritableKeyPath<Options, Value> & Sendable,
        _ help: String
    ) -> Option {
        Option(
            long: long,
            short: short,
            placeholder: placeholder,
            help: help,
            repeats: Value.repeats,
            defaultText: Options()[keyPath: place].text,
            isHidden: false
        ) { (options, argument) throws(BadValue) in try options[keyPath: place].take(argument) }
    }

    /// An option whose argument, a number, may be left out.
    static func bareOrNumber<Value: OptionValue>(
        _ long: String,
        _ placeholder: String,
        _ place: any WritableKeyPath<Options, Value> & Sendable,
        _ help: String
    ) -> Option {
        var option = value(long, "[\(placeholder)]", place, help)
        option.isBareToo = true
        return option
    }

    /// An option without an argument, which puts `value` in its place.
    static func flag<Value: Sendable>(
        _ long: String,
        short: Character? = nil,
        _ place: any WritableKeyPath<Options, Value> & Sendable,
        to value: Value,
        isHidden: Bool = false,
        _ help: String
    ) -> Option {
        Option(
            long: long,
            short: short,
            placeholder: nil,
            help: help,
            repeats: false,
            defaultText: nil,
            isHidden: isHidden
        ) { (options, _) throws(BadValue) in options[keyPath: place] = value }
    }
}

/// Options that belong together under a title of the help.
struct OptionGroup: Sendable {
    let title: String
    let options: [Option]

    /// The options that the help shows.
    var visible: [Option] { options.filter { !$0.isHidden } }
}
