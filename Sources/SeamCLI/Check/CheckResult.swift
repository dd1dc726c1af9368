/// What came of one check: a fixture, or a case of a suite.
struct CheckResult: Sendable {
    /// How it ended.
    enum Verdict: Sendable {
        /// All is as expected; a few words may follow the name.
        case passed(String)
        /// Something differs: indented lines, each with its end.
        case failed(String)
        /// There was nothing to check, and why.
        case skipped(String)
        /// It could not be checked, for the exit status and for standard error.
        case broken(CommandError)
    }

    let name: String
    let verdict: Verdict
    /// How long it took in nanoseconds; only JUnit's report shows it.
    let duration: Int
}

/// Where results are written as they come, in their order.
protocol CheckReport {
    /// Takes the next result, and where it goes.
    mutating func add(_ result: CheckResult, to output: OutputFile)
    /// Ends the report.
    mutating func finish(_ output: OutputFile)
}

/// A line a result, and what differs below it.
struct TextReport: CheckReport {
    let isQuiet: Bool
    /// What a decoder that failed is called: a fixture `differs`, a decoder is `wrong`.
    let failure: String
    private var passed = 0
    private var failed = 0
    private var skipped = 0

    init(isQuiet: Bool, failure: String) {
        self.isQuiet = isQuiet
        self.failure = failure
    }

    mutating func add(_ result: CheckResult, to output: OutputFile) {
        switch result.verdict {
        case .passed(let words):
            passed += 1
            if !isQuiet { write("ok", result.name + (words.isEmpty ? "" : "  \(words)"), output) }
        case .failed(let text):
            failed += 1
            write(failure, result.name, output)
            output.write(printable(text))
        case .skipped(let words):
            skipped += 1
            if !isQuiet { write("skipped", "\(result.name)  \(words)", output) }
        case .broken(let error):
            failed += 1
            write("broken", result.name, output)
            output.write(printable("  \(error.message)\n"))
        }
    }

    func finish(_ output: OutputFile) {
        output.write("\(passed) passed, \(failed) failed" + (skipped > 0 ? ", \(skipped) skipped" : "") + "\n")
    }

    private func write(_ word: String, _ line: String, _ output: OutputFile) {
        let pad = String(repeating: " ", count: max(1, 9 - word.count))
        output.write(printable("\(word)\(pad)\(line)") + "\n")
    }
}

/// The Test Anything Protocol, version 13.
struct TAPReport: CheckReport {
    private var count = 0

    init(count: Int, _ output: OutputFile) { output.write("TAP version 13\n1..\(count)\n") }

    mutating func add(_ result: CheckResult, to output: OutputFile) {
        count += 1
        // A # would start a directive.
        let name = printable(result.name).split(separator: "#", omittingEmptySubsequences: false)
            .joined(separator: "\\#")
        switch result.verdict {
        case .passed: output.write("ok \(count) - \(name)\n")
        case .skipped(let words): output.write("ok \(count) - \(name) # SKIP \(printable(words))\n")
        case .failed(let text): fail(name, text, output)
        case .broken(let error): fail(name, "  \(error.message)\n", output)
        }
    }

    func finish(_ output: OutputFile) {}

    private func fail(_ name: String, _ text: String, _ output: OutputFile) {
        output.write("not ok \(count) - \(name)\n  ---\n  message: |\n")
        for line in printable(text).split(separator: "\n") { output.write("    \(line)\n") }
        output.write("  ...\n")
    }
}

/// JUnit's XML as CI systems read it, written at the end since it starts with the counts.
struct JUnitReport {
    private var cases = ""
    private var count = 0
    private var failures = 0
    private var errors = 0
    private var skipped = 0
    private var duration = 0

    mutating func add(_ result: CheckResult) {
        count += 1
        duration += result.duration
        let head = "    <testcase classname=\"seam check\" name=\"\(Self.escaped(result.name))\" time=\"\(Self.seconds(result.duration))\""
        switch result.verdict {
        case .passed: cases += "\(head)/>\n"
        case .failed(let text):
            failures += 1
            let message = Self.escaped(String(text.split(separator: "\n").first?.drop { $0 == " " } ?? ""))
            cases += "\(head)>\n      <failure message=\"\(message)\">\(Self.escaped(text))</failure>\n    </testcase>\n"
        case .broken(let error):
            errors += 1
            cases += "\(head)>\n      <error message=\"\(Self.escaped(error.message))\"/>\n    </testcase>\n"
        case .skipped(let words):
            skipped += 1
            cases += "\(head)>\n      <skipped message=\"\(Self.escaped(words))\"/>\n    </testcase>\n"
        }
    }

    /// The whole report.
    var text: String {
        let counts = "tests=\"\(count)\" failures=\"\(failures)\" errors=\"\(errors)\""
        let time = "time=\"\(Self.seconds(duration))\""
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites \(counts) \(time)>
              <testsuite name="seam check" \(counts) skipped="\(skipped)" \(time)>
            \(cases)  </testsuite>
            </testsuites>

            """
    }

    private static func seconds(_ nanoseconds: Int) -> String {
        let thousandths = String(nanoseconds / 1_000_000 % 1000 + 1000).dropFirst()
        return "\(nanoseconds / 1_000_000_000).\(thousandths)"
    }

    /// Text for XML 1.0, which has no way to write most control characters.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\n": escaped += "&#10;"
            case "\u{0}"..<" ", "\u{7f}"..<"\u{a0}", "\u{fffe}", "\u{ffff}":
                escaped += scalar.escaped(asASCII: false)
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

/// The text with control characters but line ends escaped: names and decoders' words come from strangers.
private func printable(_ text: String) -> String {
    var shown = ""
    for scalar in text.unicodeScalars {
        let isControl = scalar.properties.generalCategory == .control && scalar != "\n"
        shown += isControl ? scalar.escaped(asASCII: false) : String(scalar)
    }
    return shown
}
