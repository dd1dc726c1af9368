extension Command {
    /// `seam help`, which `seam` and `seam --help` come to: the overview, a command's help or the manual page.
    static let help = Command(
        name: "help",
        summary: "this overview, or the help of a command",
        description: ["Prints the overview of the commands, or what COMMAND --help prints."],
        operands: Operands(placeholder: "[COMMAND]", count: 0...1, noun: ""),
        groups: [.manual],
        examples: [
            Example("seam help", "the overview"),
            Example("seam help inspect", "the help of inspect"),
        ],
        exits: [
            Exit(status: .success, means: "printed"),
            Exit(status: .failure, means: "wrong usage, or an output that failed"),
        ]
    ) { (options, topics, output) throws(CommandError) in
        if options.manual {
            output.write(ManualPage.text)
        } else if let topic = topics.first {
            output.write(HelpText.command(try named(topic)))
        } else {
            output.write(HelpText.overview)
        }
        return .success
    }
}

extension OptionGroup {
    /// What `make` needs and nobody else.
    fileprivate static let manual = OptionGroup(
        title: "Manual",
        options: [.flag("man", \.manual, to: true, isHidden: true, "print the manual page as roff")]
    )
}
