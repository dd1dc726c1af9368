import SeamBytes

/// Stands where a half's decoder will be while it is not known which: keeps what comes until the first
/// bytes of the other half, or more of this one, tell.
public final class HoldingDecoder: UnitDecoder {
    private var held = HeldInput()
    /// Whether offset 0 need not be a border.
    public private(set) var isMidstream = false

    /// A decoder that has nothing yet.
    public init() {}

    /// How many bytes it keeps.
    public var count: Int { held.cost }
    /// The first bytes of the half, as far as they came without a gap.
    var first: [UInt8] { held.runs.first?.bytes ?? [] }

    /// Waits as soon as there is something to hand on.
    public var isAwaitingPeer: Bool { !held.runs.isEmpty }

    /// Keeps the bytes.
    public func feed(_ bytes: RawSpan, into batch: inout UnitBatch) -> Bool {
        held.append(bytes)
        return true
    }

    /// Keeps that for the decoder to come.
    public func beginMidstream() { isMidstream = true }

    /// Keeps the gap.
    public func gap(_ count: Int, into batch: inout UnitBatch) { held.append(gap: count) }

    /// Hands on, in order, the bytes that came and how many behind them are missing.
    public func release(_ receive: (RawSpan, _ missing: Int) -> Void) {
        for run in held.runs { receive(run.bytes.rawSpan, run.gap) }
        held = HeldInput()
    }

    /// Nothing is known of its bytes yet.
    public var isLost: Bool { false }

    /// Goes on waiting, as the next three do: it is replaced when the codec is known.
    public func resume(into batch: inout UnitBatch) {}
    /// Goes on waiting.
    public func peerEnded(into batch: inout UnitBatch) {}
    /// Goes on waiting.
    public func finish(_ how: StreamEnd, into batch: inout UnitBatch) {}
    /// No rules.
    public func rule(_ id: StaticString) -> Rule? { nil }
}

/// A connection whose codec is not known yet, with what its halves have said so far.
public final class UnknownConnection {
    /// The most bytes that are kept to tell.
    private static let enough = 4096

    /// What the client said.
    public let client = HoldingDecoder()
    /// What the server said.
    public let server = HoldingDecoder()
    private let serverPort: UInt16
    private let isFromStart: Bool

    /// A connection to a server's port, captured from its start or not.
    public init(serverPort: UInt16, isFromStart: Bool) {
        self.serverPort = serverPort
        self.isFromStart = isFromStart
    }

    /// What the bytes say; nil while more of them may say more.
    ///
    /// `isLast` tells that none will come.
    public func judge(isLast: Bool) -> Recognition? {
        let found = Recognition(
            client: client.first.rawSpan,
            server: server.first.rawSpan,
            serverPort: serverPort,
            isFromStart: isFromStart
        )
        let isHopeless = found.isHopeless && isFromStart
        if isLast || isHopeless || found.isCertain || client.count + server.count >= Self.enough {
            return found
        }
        let haveBothSpoken = !client.first.isEmpty && !server.first.isEmpty
        return haveBothSpoken && found.isSure ? found : nil
    }
}
