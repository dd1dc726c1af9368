/// How a capture is recorded.
public struct RecordingOptions: Hashable, Sendable {
    /// The file, `-` for standard output.
    public var path: String
    /// A file is followed by another one when it has so many bytes.
    public var bytesPerFile: Int?
    /// A file is followed by another one after so many seconds.
    public var secondsPerFile: Int?
    /// Of the files written only so many are kept, the last ones; all when nil.
    public var keptFiles: Int?

    /// Everything in one file.
    public init(path: String) { self.path = path }

    /// Whether there may be several files, which are then numbered.
    public var rotates: Bool { bytesPerFile != nil || secondsPerFile != nil }
}
