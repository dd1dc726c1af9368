extension Command {
    /// Parses the arguments behind the command's name into options and operands.
    ///
    /// What stands behind `--help` or `--version` is not looked at.
    ///
    /// - Throws: `usage`, for the first mistake from the left.
    func parse(_ arguments: [String]) throws(CommandError) -> (options: Options, operands: [String]) {
        let table = self.options
        let scan = OptionScan(arguments, options: table)
        var options = Options()
        for finding in scan.findings {
            switch finding {
            case .option(let place, let argument):
                try table[place].set(argument, in: &options)
                guard options.request == .run else { return (options, scan.operands) }
            case .missingArgument(let place, let isShort):
                let name = table[place].name(isShort: isShort)
                throw .usage("\(name) needs an argument: \(name) \(table[place].placeholder ?? "")")
            case .unexpectedArgument(let place):
                throw .usage("--\(table[place].long) takes no argument")
            case .unknown(let word):
                throw .usage(explainUnknown(word, arguments, table))
            }
        }
        return (options, scan.operands)
    }

    /// What to say of an option that the table does not have.
    private func explainUnknown(_ word: String, _ arguments: [String], _ table: [Option]) -> String {
        let written = String(word.prefix { $0 != "=" })
        let name = String(written.drop { $0 == "-" })
        let longs = table.filter { !$0.isHidden }.map(\.long)
        let meant: String?
        if written.hasPrefix("--") {
            let fitting = longs.filter { $0.hasPrefix(name) }
            if fitting.count > 1 {
                return "\(written) is ambiguous: \(fitting.map { "--\($0)" }.joined(separator: ", "))"
            }
            meant = closest(to: name, among: longs)
        } else {
            // `-json` is a row of letters to getopt, the first unknown one is all that it tells.
            meant = longs.first { arguments.contains("-\($0)") && $0.contains(name) }
        }
        if let meant { return "unknown option \(written) (did you mean --\(meant)?)" }
        let owners = Command.all.filter { $0.options.contains { !$0.isHidden && $0.isWritten(written) } }
        guard let owner = owners.first else {
            return "unknown option \(written); seam \(self.name) --help lists the options"
        }
        guard self.name != Command.help.name else {
            return "\(written) comes behind the command: seam \(owner.name) \(written)"
        }
        return "\(written) is no option of \(self.name), but of \(owners.map(\.name).joined(separator: ", "))"
    }
}

extension Option {
    fileprivate func name(isShort: Bool) -> String {
        guard isShort, let short else { return "--\(long)" }
        return "-\(short)"
    }

    fileprivate func isWritten(_ word: String) -> Bool {
        word == "--\(long)" || short.map { word == "-\($0)" } ?? false
    }

    fileprivate func set(_ argument: String, in options: inout Options) throws(CommandError) {
        do throws(BadValue) {
            try apply(&options, argument)
        } catch {
            throw .usage("--\(long) \(shown(argument)) \(error.problem)")
        }
    }
}
