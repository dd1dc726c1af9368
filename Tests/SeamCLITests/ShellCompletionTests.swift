import Testing

@testable import SeamCLI

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

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

    /// What is typed, and what a shell makes of it.
    static let typed = [
        ("seam mess", "messages"), ("seam inspect --fail", "--fail-on"), ("seam messages --format c", "csv"),
        ("seam completions f", "fish"), ("seam help ann", "annotate"), ("seam report --ser", "--serve"),
    ]

    @Test("fish completes the same", .enabled(if: Checkout.has("fish")), arguments: typed)
    func fish(line: String, completed: String) throws {
        let script = try Scratch()
        try OutputFile.with(script.path) { $0.write(ShellCompletions.fish.script) }
        let command = "source \(script.path); complete -C '\(line)'"
        let outcome = try Spawn(["fish", "-N", "-c", command]).finish()
        #expect(outcome.errors == "")
        let first = outcome.output.split(separator: "\n").first?.split(separator: "\t").first
        #expect(first.map(String.init) == completed, "\(outcome.output)")
    }

    /// Types a line and a tab into a zsh that runs in a terminal of its own, until it shows what it should.
    static let zshDriver = """
        zmodload zsh/zpty
        zpty shell zsh -f -i
        zpty -w shell "PROMPT='>'; fpath=($1 \\$fpath); autoload -Uz compinit; compinit -u -D; bindkey '^I' complete-word"
        zpty -w -n shell "$2"$'\\t'
        local shown part
        for round in {1..200}; do
            while zpty -r -t shell part; do shown+=$part; done
            if [[ $shown == *"$2$3"* ]]; then exit 0; fi
            sleep 0.1
        done
        print -r -- $shown
        exit 1
        """

    @Test("zsh completes the same", .enabled(if: Checkout.has("zsh")), arguments: typed)
    func zsh(line: String, completed: String) throws {
        // The function's file has the name under which compinit looks for it.
        var folder = Array("/tmp/seam-zsh.XXXXXX".utf8CString)
        _ = unsafe mkdtemp(&folder)
        let path = String(decoding: folder.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        defer {
            unsafe unlink("\(path)/_seam")
            unsafe rmdir(path)
        }
        try OutputFile.with("\(path)/_seam") { $0.write(ShellCompletions.zsh.script) }
        let driver = try Scratch()
        try OutputFile.with(driver.path) { $0.write(Self.zshDriver) }
        let typed = line.split(separator: " ").last ?? ""
        let rest = String(completed.dropFirst(typed.count))
        let outcome = try Spawn(["zsh", "-f", driver.path, path, line, rest]).finish()
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    }

    @Test("a shell that it does not know is a wrong usage")
    func unknown() throws {
        let outcome = try Spawn.seam(["completions", "tcsh"])
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("bash, zsh, fish"))
    }
}
