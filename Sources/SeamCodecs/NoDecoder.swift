public import SeamBytes

/// The decoder of a half whose framing is not known: all of it is undecoded.
public struct NoDecoder: Decoder, Sendable {
    /// Nothing is known of it.
    public struct Output: Equatable, Sendable {}

    /// A decoder that places nothing.
    public init() {}

    /// Takes everything up to the end.
    public mutating func decode(_ input: inout ByteCursor) -> Step<Output> {
        input.take(1) == nil ? .needMore : .untilEnd(Output())
    }

    /// Undecoded, not a message.
    public static func kind(of output: Output) -> UnitKind { .undecoded }
}
