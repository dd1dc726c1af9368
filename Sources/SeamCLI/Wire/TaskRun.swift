import Seam
import Synchronization

/// Runs the tasks of a command, while the main thread writes what they say and watches for Ctrl-C.
enum TaskRun {
    /// How long Ctrl-C may go unnoticed, in milliseconds.
    private static let patience: Int32 = 100

    private final class Outcome<Value: Sendable>: Sendable {
        private let result = Mutex<Result<Value, CommandError>?>(nil)

        var value: Result<Value, CommandError>? {
            get { result.withLock { $0 } }
            set { result.withLock { $0 = newValue } }
        }
    }

    /// Runs `work` to its end and returns what it does; Ctrl-C, or an output that nobody reads, cancels it.
    ///
    /// `input` gets what can be read of standard input, nothing at its end, and says whether it wants more.
    static func run<Value: Sendable>(
        _ output: OutputFile,
        input: ((ArraySlice<UInt8>) -> Bool)? = nil,
        _ work: @escaping @Sendable (Voice) async throws(CommandError) -> Value
    ) throws(CommandError) -> Value {
        let pipe = WakePipe()
        let voice = Voice(pipe)
        let outcome = Outcome<Value>()
        Interrupts.watch()
        let task = Task { () async -> Void in
            do throws(CommandError) {
                outcome.value = .success(try await work(voice))
            } catch {
                outcome.value = .failure(error)
            }
            pipe.wake()
        }
        var reader = InputReader(isOpen: input != nil)
        while true {
            // Asked before the last words are taken: what was said before the end is written too.
            let result = outcome.value
            let said = voice.take()
            if !said.isEmpty {
                output.write(said)
                output.flush()
            }
            if let result { return try result.get() }
            if Interrupts.isStopAsked || !output.isOpen { task.cancel() }
            pipe.sleep(milliseconds: patience, others: reader.files) {
                !voice.isEmpty || outcome.value != nil
            }
            if let input { reader.read(input) }
        }
    }
}
