import Testing

@testable import SeamCLI

@Suite("completions")
struct ShellCompletionTests {
    @Test("every command and every option that is shown stands in the script of each shell")
    func complete() throws {
        for shell in [ShellCompletions.bash, .zsh, .fish] {
            let script = shell.script
            for command in Command.all {
                #expect(script.contains(command.name))
                for option in command.allGroups.flatMap(\.visible) {
                    let name = shell == .fish ? "-l \(option.long)" : "--\(option.long)"
                    #expect(script.contains(name), "\(shell) lacks \(name)")
                }
            }
        }
    }

    @Test(
        "bash completes commands, options and the words of an option",
        arguments: [
            (["seam", "mess"], "messages"), (["seam", "inspect", "--fail"], "--fail-on"),
            (["seam", "messages", "--format", "c"], "csv"), (["seam", "completions", "f"], "fish"),
            (["seam", "help", "ann"], "annotate"),
        ]
    )
    func bash(words: [String], completed: String) throws {
        let script = try Scratch()
        try OutputFile.with(script.path) { $0.write(ShellCompletions.bash.script) }
        let typed = words.map { "'\($0)'" }.joined(separator: " ")
        let line = """
            source \(script.path); COMP_WORDS=(\(typed)); COMP_CWORD=\(words.count - 1); _seam; \
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let outcome = try Spawn(["/bin/bash", "-c", line]).finish()
        #expect(outcome.errors == "")
        #expect(outcome.output.split(separator: "\n").first.map(String.init) == completed)
    }

    @Test("a shell that it does not know is a wrong usage")
    func unknown() throws {
        let outcome = try Spawn.seam(["completions", "tcsh"])
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("bash, zsh, fish"))
    }
}
