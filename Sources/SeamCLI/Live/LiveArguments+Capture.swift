import Seam

extension LiveArguments {
    /// How the interfaces are captured: at once for the view, in batches for a recording.
    func settings(filter: String?) -> LiveOptions {
        var settings = capture
        settings.filter = filter
        settings.snapLength = snapLength.bytes
        settings.buffer = buffer.bytes
        settings.isImmediate = recording == nil
        return settings
    }
}

extension RecordingOptions {
    /// A recording as the arguments want it.
    init(_ path: String, _ arguments: LiveArguments) {
        self.init(path: path)
        bytesPerFile = arguments.rotation?.bytes
        secondsPerFile = arguments.rotation?.seconds
        keptFiles = arguments.kept?.number
    }
}

extension CommandError {
    /// What is wrong with an interface, and what to run about it.
    init(live error: CaptureError) {
        let parts = CommandError(error).message.split(separator: "PROGRAM", omittingEmptySubsequences: false)
        self = .input(parts.joined(separator: Program.path))
    }
}
