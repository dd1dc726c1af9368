#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The process: finds the command, runs it, and turns what came of it into a message and an exit status.
@main enum Program {
    /// The version of seam, as `seam --version` says it.
    static let version = "0.1.0"

    /// Where the program is, for advice on its rights.
    static var path: String {
        let name = CommandLine.arguments.first ?? "seam"
        let link = name.contains("/") ? name : "/proc/self/exe"
        guard let path = unsafe realpath(link, nil) else { return name }
        defer { unsafe free(path) }
        return unsafe String(cString: path)
    }

    static func main() {
        // A reader that went away must be an error of write(2), which ends the command quietly, not a signal.
        signal(SIGPIPE, SIG_IGN)
        exit(run(Array(CommandLine.arguments.dropFirst())).rawValue)
    }

    /// Runs seam with its arguments, the program's name left out; errors are said on standard error.
    static func run(_ arguments: [String]) -> ExitStatus {
        do throws(CommandError) {
            return try dispatch(arguments)
        } catch {
            Descriptor.standardError.say("seam: \(error.message)")
            return .failure
        }
    }

    private static func dispatch(_ arguments: [String]) throws(CommandError) -> ExitStatus {
        // `seam`, `seam --help` and `seam --version` are `seam help` with the same options.
        guard let name = arguments.first, name == "-" || !name.hasPrefix("-") else {
            return try Command.help.start(arguments)
        }
        let command = try Command.named(name)
        do throws(CommandError) {
            return try command.start(Array(arguments.dropFirst()))
        } catch .usage(let problem) {
            throw .usage("\(name): \(problem)")
        }
    }
}
