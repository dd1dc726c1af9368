/// How a driver keeps to its limits, and how it goes on where a border is lost.
public struct StreamPolicy: Hashable, Sendable {
    /// The most bytes that a message may keep waiting, whatever its decoder says.
    ///
    /// It guards against a decoder that never decides; decoders have tighter limits of their own.
    public var windowLimit = 64 << 20
    /// Whether formats whose frames say how long they are look for a run of frames where a border is lost.
    ///
    /// Otherwise the rest of the half is undecoded: such a run can be an accident.
    public var seeksFrames = false

    /// The defaults: 64 MiB, and no guesses.
    public init() {}
}
