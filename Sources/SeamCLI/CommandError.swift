/// What a finished command tells the shell.
enum ExitStatus: Int32 {
    /// All was read and nothing is wrong. Also when the reader of a pipe went away.
    case success = 0
    /// `check` found a difference.
    case difference = 1
    /// Wrong usage, or an input or output that failed.
    case failure = 2
}

/// An argument as a message shows it: an empty one must still be seen.
func shown(_ argument: String) -> String { argument.isEmpty ? "''" : argument }

/// Why a command stopped, as one line for a person without the leading `seam: `; the exit status is 2.
enum CommandError: Error, Equatable {
    /// The arguments make no sense; the command's name is put before it.
    case usage(String)
    /// An input cannot be read, or not to its end. Names the file and, where known, the packet.
    case input(String)
    /// An output cannot be written. Names the file.
    case output(String)

    /// The line for the person.
    var message: String {
        switch self {
        case .usage(let text), .input(let text), .output(let text): text
        }
    }
}
