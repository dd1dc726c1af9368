extension Command {
    /// `seam completions`: what a shell needs to complete commands and options.
    static let completions = Command(
        name: "completions",
        summary: "completions of commands and options for bash, zsh or fish",
        description: [
            """
            Prints a script that lets a shell complete commands, options and their values. make install puts it where \
            the shells look.
            """
        ],
        operands: Operands(placeholder: "bash|zsh|fish", count: 1...1, noun: "a shell: bash, zsh or fish"),
        groups: [.completions],
        examples: [
            Example("seam completions bash -o seam.bash", "a script to be sourced"),
            Example(
                "seam completions fish -o ~/.config/fish/completions/seam.fish",
                "for every fish to come"
            ),
        ],
        exits: [
            Exit(status: .success, means: "printed"),
            Exit(status: .failure, means: "wrong usage, or an output that failed"),
        ]
    ) { (_, shells, output) throws(CommandError) in
        let name = shells.first ?? ""
        guard let shell = ShellCompletions(rawValue: name) else {
            throw .usage("\(shown(name)) is none of bash, zsh, fish")
        }
        output.write(shell.script)
        return .success
    }
}

extension OptionGroup {
    fileprivate static let completions = OptionGroup(
        title: "Script",
        options: [
            .value("output", short: "o", "FILE", \.output.file, "write to FILE instead of standard output")
        ]
    )
}
