/// What had to be given up to keep to the limits (DESIGN section 5), in all connections.
public struct GivenUp: Hashable, Sendable {
    /// Holes that became gaps because too many bytes waited behind them in their half.
    public var fullHalves = 0
    /// Holes that became gaps because too many bytes waited in all halves.
    public var full = 0
    /// Holes that became gaps because they were not filled in time.
    public var late = 0

    /// Nothing.
    public init() {}
}
