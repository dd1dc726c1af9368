/// One command: what its help says, the options it takes and what it does.
struct Command: Sendable {
    /// An invocation to learn from, and what it shows.
    struct Example: Sendable {
        let line: String
        let shows: String

        init(_ line: String, _ shows: String) {
            self.line = line
            self.shows = shows
        }
    }

    /// An exit status with what it means for this command.
    struct Exit: Sendable {
        let status: ExitStatus
        let means: String
    }

    typealias Body = @Sendable (Options, [String], inout OutputFile) throws(CommandError) -> ExitStatus

    let name: String
    /// One line for the overview, no more than 64 columns.
    let summary: String
    /// Paragraphs of the help.
    let description: [String]
    let operands: Operands
    /// The command's own options and those that it shares; `general` follows by itself.
    let groups: [OptionGroup]
    let examples: [Example]
    var exits: [Exit] = [
        Exit(status: .success, means: "all was read"),
        Exit(status: .failure, means: "wrong usage, or an input or output that failed"),
    ]
    /// The work, on the options, the operands as they were given, and the opened output.
    ///
    /// The caller finishes the output. A loop that reads ends early when the output's `isOpen` turns false.
    let run: Body

    /// All commands, in the order of the overview.
    static let all: [Command] = [
        inspect, streams, messages, segments, live, interfaces, report, annotate, infer, codecs, explain,
        record, check, serve, replay, connect, completions, help,
    ]

    /// The option groups of the help, the general ones included.
    var allGroups: [OptionGroup] { groups + [.general] }

    /// All options, the hidden ones included.
    var options: [Option] { allGroups.flatMap(\.options) }
}

extension Command {
    /// The command of this name.
    ///
    /// - Throws: `usage` that suggests the one that was meant.
    static func named(_ name: String) throws(CommandError) -> Command {
        if let command = all.first(where: { $0.name == name }) { return command }
        if let close = closest(to: name, among: all.map(\.name)) {
            throw .usage("unknown command \(name) (did you mean \(close)?)")
        }
        if name.contains(".") || name.contains("/") || name == "-" {
            throw .usage("\(name) is not a command (did you mean seam inspect \(name)?)")
        }
        throw .usage("unknown command \(shown(name)); seam --help lists the commands")
    }

    /// Parses the arguments behind the command's name and runs the command, or what `--help` and `--version` ask for.
    func start(_ arguments: [String]) throws(CommandError) -> ExitStatus {
        let (options, files) = try parse(arguments)
        switch options.request {
        case .help:
            let topic = name == Command.help.name ? HelpText.overview : HelpText.command(self)
            try OutputFile.with(nil) { $0.write(topic) }
            return .success
        case .version:
            try OutputFile.with(nil) { $0.write("seam \(Program.version)\n") }
            return .success
        case .run:
            try operands.check(files)
            try OutputFile.refuse(options.output.file, among: files)
            return try OutputFile.with(options.output.file) { (output) throws(CommandError) in
                try run(options, files, &output)
            }
        }
    }
}

/// How many operands a command takes, and what they are called.
struct Operands: Sendable {
    let placeholder: String
    let count: ClosedRange<Int>
    /// What is missing when there are too few.
    let noun: String

    static let captures = Operands(
        placeholder: "FILE...",
        count: 1...Int.max,
        noun: "a capture file (- reads standard input)"
    )
    static let none = Operands(placeholder: "", count: 0...0, noun: "")

    /// Throws `usage` when there are too few or too many.
    func check(_ operands: [String]) throws(CommandError) {
        if operands.count < count.lowerBound { throw .usage("needs \(noun)") }
        if operands.count > count.upperBound {
            throw .usage("\(operands[count.upperBound]) is one argument too many")
        }
        if operands.count(where: { $0 == "-" }) > 1 {
            throw .usage("standard input (-) can be read only once")
        }
    }
}
