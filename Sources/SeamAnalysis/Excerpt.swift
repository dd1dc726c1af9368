public import SeamBytes
public import SeamCodecs
import SeamStreams

/// The units of a half that a picture shows, with the carriers that brought them.
///
/// The first ones, and later those that are worth seeing: the first of each verdict and kind, and
/// whatever broke a rule. Bounded, whatever the length of the half.
public struct Excerpt: Sendable {
    /// A unit to be drawn.
    public struct Entry: Sendable {
        /// The unit's index in its half.
        public var index: Int
        /// The unit.
        public var unit: Unit
        /// Its verdict.
        public var verdict: Verdict
        /// What its codec says of it, as bytes from the wire may be in it: to be escaped when printed.
        public var summary: [UInt8]
        /// The carriers that brought it, at most `carrierLimit`.
        public var carriers: [Piece]
        /// How many carriers there were.
        public var carrierCount: Int

        /// A unit with what was found of it by `finder`, and what its codec says of it.
        public init(
            _ unit: Unit,
            _ index: Int,
            _ result: SeamFinder.Result,
            _ finder: borrowing SeamFinder,
            _ summary: [UInt8]
        ) {
            self.index = index
            self.unit = unit
            verdict = result.verdict
            self.summary = summary
            carriers = result.carriers.prefix(Excerpt.carrierLimit).map { index in
                Piece(range: finder.carriers[index].range, packet: finder.carriers[index].packet)
            }
            carrierCount = result.cuts + 1
        }
    }

    /// A carrier, as far as a picture needs it.
    public struct Piece: Equatable, Sendable {
        /// Its bytes.
        public var range: ByteRange
        /// The number of the packet.
        public var packet: Int
    }

    /// How many units from the start are kept.
    public static let leading = 24
    /// How many of each verdict, and of each other kind, are kept at least.
    public static let ofEach = 3
    /// Most carriers kept of one unit.
    public static let carrierLimit = 12

    /// The units, in order.
    public private(set) var entries: [Entry] = []
    // Bytes rather than tables, since every half has room for them: none of them comes near 255.
    private var verdicts: InlineArray<4, UInt8> = .init(repeating: 0)
    private var kinds: InlineArray<5, UInt8> = .init(repeating: 0)
    private var faults: UInt8 = 0

    /// Nothing yet.
    public init() {}

    /// Whether this unit would be kept.
    func wants(_ unit: Unit, _ index: Int, _ verdict: Verdict) -> Bool {
        if index < Self.leading { return true }
        if unit.violation != nil, faults < Self.ofEach { return true }
        guard unit.kind == .message else { return kinds[Int(unit.kind.rawValue)] < Self.ofEach }
        return verdicts[Int(verdict.rawValue)] < Self.ofEach
    }

    /// Keeps a unit if it is wanted, with the carriers that `finder` compared it with.
    mutating func add(
        _ unit: Unit,
        _ index: Int,
        _ result: SeamFinder.Result,
        _ finder: borrowing SeamFinder,
        _ summary: [UInt8]
    ) {
        guard wants(unit, index, result.verdict) else { return }
        add(Entry(unit, index, result, finder, summary))
    }

    private mutating func add(_ entry: Entry) {
        if entry.unit.kind == .message { verdicts[Int(entry.verdict.rawValue)] += 1 }
        kinds[Int(entry.unit.kind.rawValue)] += 1
        faults += entry.unit.violation == nil ? 0 : 1
        entries.append(entry)
    }
}
