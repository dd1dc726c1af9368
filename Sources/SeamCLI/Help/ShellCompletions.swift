/// Completions of a shell, made from the command table.
enum ShellCompletions: String {
    case bash, zsh, fish

    /// The script that the shell reads.
    var script: String {
        switch self {
        case .bash: Self.bashScript
        case .zsh: Self.zshScript
        case .fish: Self.fishScript
        }
    }

    /// The words that an argument can be; none where it is a file, a number or free text.
    private static func words(_ option: Option) -> [String] {
        guard let placeholder = option.placeholder, placeholder.contains("|") else { return [] }
        let words = placeholder.split(separator: "|").map(String.init)
        return words.allSatisfy { $0.utf8.allSatisfy { (0x61...0x7a).contains($0) || $0 == 0x2d } }
            ? words : []
    }

    private static func visible(_ command: Command) -> [Option] { command.allGroups.flatMap(\.visible) }

    /// The operands that are words: those of completions, and the commands that help knows.
    private static func operands(_ command: Command) -> [String] {
        switch command.name {
        case Command.completions.name: command.operands.placeholder.split(separator: "|").map(String.init)
        case Command.help.name: Command.all.map(\.name)
        default: []
        }
    }

    private static func takesFiles(_ command: Command) -> Bool {
        command.operands.placeholder.contains("FILE") || command.operands.placeholder.contains("PATH")
    }
}

// MARK: - bash

extension ShellCompletions {
    fileprivate static var bashScript: String {
        var text = "# Completions of seam for bash, printed by seam completions bash.\n_seam() {\n"
        text += "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} words=\n"
        text += "    COMPREPLY=()\n    case ${COMP_WORDS[1]} in\n"
        for command in Command.all {
            let options = visible(command).flatMap { option in
                ["--\(option.long)"] + (option.short.map { ["-\($0)"] } ?? [])
            }
            text += "    \(command.name))\n        case $prev in\n"
            for option in visible(command) where option.placeholder != nil && !option.isBareToo {
                let names = "--\(option.long)" + (option.short.map { "|-\($0)" } ?? "")
                let values = words(option)
                let action =
                    values.isEmpty ? "compgen -f" : "compgen -W '\(values.joined(separator: " "))'"
                text += "        \(names)) COMPREPLY=($(\(action) -- \"$cur\")); return ;;\n"
            }
            text +=
                "        esac\n        words='\((options + operands(command)).joined(separator: " "))' ;;\n"
        }
        text += "    esac\n"
        text +=
            "    if ((COMP_CWORD == 1)); then words='\(Command.all.map(\.name).joined(separator: " "))'; fi\n"
        text += "    COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
        text +=
            "    if ((COMP_CWORD > 1)) && [[ $cur != -* ]]; then COMPREPLY+=($(compgen -f -- \"$cur\")); fi\n"
        return text + "}\ncomplete -o filenames -F _seam seam\n"
    }
}

// MARK: - zsh

extension ShellCompletions {
    fileprivate static var zshScript: String {
        var text =
            "#compdef seam\n# Completions of seam for zsh, printed by seam completions zsh.\n_seam() {\n"
        text += "    local -a commands\n    commands=(\n"
        for command in Command.all { text += "        \(quoted("\(command.name):\(command.summary)"))\n" }
        text += "    )\n    if ((CURRENT == 2)); then _describe command commands; return; fi\n"
        text += "    local name=${words[2]}\n    shift words\n    ((CURRENT--))\n    case $name in\n"
        for command in Command.all {
            text += "    \(command.name))\n        _arguments -s -S \\\n"
            for option in visible(command) { text += zshLines(option) }
            text += "            \(zshOperands(command)) ;;\n"
        }
        return text + "    esac\n}\n_seam \"$@\"\n"
    }

    private static func zshLines(_ option: Option) -> String {
        let names = (option.short.map { ["-\($0)"] } ?? []) + ["--\(option.long)"]
        let help = option.help.split(separator: "\n").joined(separator: " ")
        let about = "[" + escaped(help, "[]:") + "]"
        let values = words(option)
        var action = ""
        if let placeholder = option.placeholder {
            let choices = values.isEmpty ? "_files" : "(\(values.joined(separator: " ")))"
            action = option.isBareToo ? "::port: " : ":\(escaped(placeholder, "[]:")):\(choices)"
        }
        return names.map { name in
            let sign = option.isBareToo ? "=-" : name.hasPrefix("--") ? "=" : "+"
            let joined = option.placeholder == nil ? name : name + sign
            return "            \(quoted("*" + joined + about + action)) \\\n"
        }.joined()
    }

    private static func zshOperands(_ command: Command) -> String {
        let names = operands(command)
        if !names.isEmpty { return quoted("*:word:(\(names.joined(separator: " ")))") }
        return takesFiles(command) ? "'*:file:_files'" : "'*: :'"
    }

    private static func escaped(_ text: String, _ signs: String) -> String {
        text.reduce(into: "") { result, sign in
            if signs.contains(sign) || sign == "\\" { result.append("\\") }
            result.append(sign)
        }
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.reduce(into: "") { $0 += $1 == "'" ? "'\\''" : String($1) } + "'"
    }
}

// MARK: - fish

extension ShellCompletions {
    fileprivate static var fishScript: String {
        var text = "# Completions of seam for fish, printed by seam completions fish.\n"
        for command in Command.all {
            text += "complete -c seam -n __fish_use_subcommand -f -a \(command.name)"
            text += " -d \(fishQuoted(command.summary))\n"
        }
        for command in Command.all {
            let place = "complete -c seam -n '__fish_seen_subcommand_from \(command.name)'"
            for option in visible(command) {
                text += "\(place) -l \(option.long)" + (option.short.map { " -s \($0)" } ?? "")
                let values = words(option)
                if option.placeholder != nil, !option.isBareToo { text += values.isEmpty ? " -r" : " -x" }
                if !values.isEmpty { text += " -a '\(values.joined(separator: " "))'" }
                text += " -d \(fishQuoted(option.help.split(separator: "\n").joined(separator: " ")))\n"
            }
            let names = operands(command)
            if !names.isEmpty { text += "\(place) -f -a '\(names.joined(separator: " "))'\n" }
        }
        return text
    }

    private static func fishQuoted(_ text: String) -> String {
        "'" + text.reduce(into: "") { $0 += $1 == "'" || $1 == "\\" ? "\\\($1)" : String($1) } + "'"
    }
}
