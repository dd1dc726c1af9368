public import SeamBytes

/// Stands where a half's decoder will be while it is not known which: keeps the bytes and waits for the
/// other half, whose first bytes may tell.
public final class HoldingDecoder: UnitDecoder {
    /// What has come, in order.
    private var held = HeldInput()
    /// How many bytes have come.
    public private(set) var count = 0
    /// How many bytes of a half are looked at to tell its codec.
    public static let enough = 4096

    /// A decoder that has nothing yet.
    public init() {}

    /// Waits as soon as there is something to hand on.
    public var isAwaitingPeer: Bool { count > 0 }

    /// The first bytes of the half, as far as they came without a gap.
    public var bytes: RawSpan {
        @_lifetime(borrow self)
        get { held.bytes.rawSpan }
    }

    /// Keeps the bytes.
    public func feed(_ bytes: RawSpan, into batch: inout UnitBatch) -> Bool {
        held.append(bytes)
        count += bytes.byteCount
        return true
    }

    /// Keeps the gap.
    public func gap(_ count: Int, into batch: inout UnitBatch) { held.append(gap: count) }

    /// Goes on waiting: only whoever placed it here may end that.
    public func resume(into batch: inout UnitBatch) {}

    /// Goes on waiting.
    public func peerEnded(into batch: inout UnitBatch) {}

    /// Holds nothing when a half ends: the decoder that took its place has it.
    public func finish(_ how: StreamEnd, into batch: inout UnitBatch) {}

    /// Hands all on to the half's decoder.
    public func release(to decoder: any UnitDecoder, into batch: inout UnitBatch) {
    }

    /// No rules.
    public func rule(_ id: StaticString) -> Rule? { nil }
}
