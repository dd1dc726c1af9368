/// How a driver keeps to its limits, and how it goes on where a border is lost.
public struct StreamPolicy: Hashable, Sendable {
    /// The most bytes that a message may keep waiting, whatever its decoder says.
    ///
    /// It guards against a decoder that never decides; decoders have tighter limits of their own.
    public var windowLimit = usualLimit
    /// Whether formats whose frames say how long they are look for a run of frames where a border is lost.
    ///
    /// Otherwise the rest of the half is undecoded: such a run can be an accident.
    public var seeksFrames = false

    /// The limit that every decoder's own ones are below.
    static let usualLimit = 64 << 20
    /// Whether the limit may be below a decoder's own.
    @usableFromInline var isTight: Bool { windowLimit < Self.usualLimit }

    /// The defaults: 64 MiB, and no guesses.
    public init() {}
}
