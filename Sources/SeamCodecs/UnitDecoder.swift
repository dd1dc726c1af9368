import SeamBytes

/// Units of one half as they are completed, with what their codec says of them.
public struct UnitBatch {
    /// The units, and behind them old ones: an array asks at every change whether it is shared, so none is removed.
    @usableFromInline var slots: [Unit] = []
    @usableFromInline var used = 0
    /// How many units there are.
    @inlinable public var count: Int { used }
    /// The units, in order.
    public var units: ArraySlice<Unit> { slots[..<used] }
    /// What is said of each unit, if `wantsDetails`.
    public private(set) var entries: [UnitDetails.Entry] = []
    /// The words and fields that `entries` point into.
    public private(set) var details = UnitDetails()
    /// What the layers above the first one have to say, in order, and how receivers differ; mostly empty for codecs
    /// without layers.
    public private(set) var layers: [LayerEvent] = []
    /// Whether `layers` holds anything.
    public private(set) var hasLayers = false
    /// Whether codecs shall describe their units: it costs time, and only printing needs it.
    public var wantsDetails: Bool
    /// Whether the layers shall hand out the bytes that their streams grow by, for those who look into them.
    public var wantsContents = false
    /// Whether codecs shall say how receivers differ, for findings.
    public var wantsReadings = false

    /// An empty batch.
    public init(wantsDetails: Bool) { self.wantsDetails = wantsDetails }

    /// The unit at a place.
    @inlinable
    public subscript(place: Int) -> Unit {
        @inline(__always)
        get {
            assert(place < used, "the place of a unit")
            return slots[place]
        }
    }

    /// Forgets the units, keeping the memory.
    @inlinable
    @inline(__always)
    public mutating func removeAll() {
        used = 0
        if wantsDetails || hasLayers || !entries.isEmpty { forgetDetails() }
    }

    @inline(never)
    @usableFromInline
    mutating func forgetDetails() {
        entries.removeAll(keepingCapacity: true)
        details.removeAll()
        layers.removeAll(keepingCapacity: true)
        hasLayers = false
    }

    mutating func append(_ event: LayerEvent.Kind) {
        layers.append(LayerEvent(place: used - 1, kind: event))
        hasLayers = true
    }

    @inlinable
    @inline(__always)
    mutating func append<D: Decoder>(_ unit: Unit, _ output: D.Output?, _ bytes: RawSpan, by decoder: D.Type)
    {
        append(unit)
        if wantsDetails { describe(unit, output, bytes, by: decoder) }
        if D.hasReadings, wantsReadings, output.map(D.mayDiffer) ?? (unit.kind == .undecoded) {
            read(unit, output, bytes, layer: 0, by: decoder)
        }
    }

    /// Says how receivers read a unit of a layer, if they differ.
    @inline(never)
    @usableFromInline
    mutating func read<D: Decoder>(
        _ unit: Unit,
        _ output: D.Output?,
        _ bytes: RawSpan,
        layer: Int,
        by decoder: D.Type
    ) {
        var readings: [STOMPReading] = []
        if let output {
            readings = D.readings(of: output, in: bytes, at: unit.range.start)
        } else if unit.kind == .undecoded, let violation = unit.violation, !bytes.isEmpty {
            readings = D.readings(ofUndecoded: bytes, violation)
        }
        if !readings.isEmpty { append(.readings(layer: layer, readings)) }
    }

    @inline(__always)
    @usableFromInline
    mutating func append(_ unit: Unit) {
        if used < slots.count { slots[used] = unit } else { slots.append(unit) }
        used &+= 1
    }

    /// Apart from `append`, which is in the hot loop.
    @inline(never)
    @usableFromInline
    mutating func describe<D: Decoder>(
        _ unit: Unit,
        _ output: D.Output?,
        _ bytes: RawSpan,
        by decoder: D.Type
    ) {
        entries.append(entry(unit, output, bytes, by: decoder))
    }

    /// What a decoder says of a unit.
    mutating func entry<D: Decoder>(
        _ unit: Unit,
        _ output: D.Output?,
        _ bytes: RawSpan,
        by decoder: D.Type
    ) -> UnitDetails.Entry {
        details.begin()
        if let output { D.describe(output, in: bytes, at: unit.range.start, into: &details) }
        return details.end()
    }

    /// What the codec says in a line of the unit at a place; nothing where it was not asked.
    public func summary(at place: Int) -> [UInt8] {
        place < entries.count ? Array(details.text[entries[place].summary]) : []
    }

    /// Puts the names of types into the entries from the place `first` on.
    mutating func name(from first: Int, _ names: [Int: [UInt8]]) {
        guard wantsDetails else { return }
        for index in first..<max(first, entries.count) {
            entries[index] = details.naming(entries[index], names)
        }
    }

    /// Gives the units of a layer among the events from the place `first` on another codec's name, and puts the names
    /// of types into what is said of them.
    mutating func name(layer: Int, _ codec: String, from first: Int, _ names: [Int: [UInt8]]) {
        for index in first..<max(first, layers.count) {
            guard case .unit(var unit) = layers[index].kind, unit.layer == layer else { continue }
            unit.codec = codec
            if !names.isEmpty { unit.entry = unit.entry.map { details.naming($0, names) } }
            layers[index].kind = .unit(unit)
        }
    }

    /// What `describe` says.
    mutating func entry(_ describe: (inout UnitDetails) -> Void) -> UnitDetails.Entry {
        details.begin()
        describe(&details)
        return details.end()
    }
}

/// A decoder of one half whatever its protocol: asked once a piece, so the cost of not knowing is once a piece too.
public protocol UnitDecoder: AnyObject {
    /// Takes the next bytes of the half; answers whether it now waits for the other.
    @discardableResult
    func feed(_ bytes: RawSpan, into batch: inout UnitBatch) -> Bool
    /// Learns, before the first byte, that offset 0 need not be a border.
    func beginMidstream()
    /// Takes note of bytes that are not in the capture.
    func gap(_ count: Int, into batch: inout UnitBatch)
    /// Goes on after the other half has said more; does nothing unless this half waited for it.
    func resume(into batch: inout UnitBatch)
    /// Goes on knowing that the other half will say no more.
    func peerEnded(into batch: inout UnitBatch)
    /// Ends the half.
    func finish(_ how: StreamEnd, into batch: inout UnitBatch)
    /// Gives back memory that it needs only when more bytes come, which are not to be expected.
    func rest(into batch: inout UnitBatch)
    /// Whether this half waits for the other.
    var isAwaitingPeer: Bool { get }
    /// The rule that the bytes in hand break, in whichever layer.
    var failure: Violation? { get }
    /// Whether the bytes in hand belong to no message of the outermost layer, as far as is known.
    var isLost: Bool { get }
    /// The rule of that id, to explain a violation of this codec.
    func rule(_ id: StaticString) -> Rule?
    /// Whether it can be begun anew for another half (`CodecFactory.make`).
    var canRestart: Bool { get }
    /// How the codec finds the end of a message.
    var framing: Framing { get }
    /// Where the codec that the messages carry was to be found out: which it is, and why, in words.
    var innerChoice: String? { get }
}

/// The `UnitDecoder` of any decoder.
public final class CodecDecoder<D: Decoder>: UnitDecoder {
    /// Whether this half waits for the other.
    public var isAwaitingPeer: Bool { unsafe uncheckedStream.awaitsPeer }
    /// How the codec finds the end of a message, kept here: to ask the decoder costs a look-up of its type first.
    public private(set) var framing: Framing
    /// The rule that the bytes in hand break.
    public var failure: Violation? { stream.failure }
    /// Whether the bytes in hand belong to no message.
    public var isLost: Bool { unsafe uncheckedStream.isLost }
    /// Only the methods below reach it, and none calls another's while it runs: checking that cost more
    /// than decoding a small piece.
    @exclusivity(unchecked) private var uncheckedStream: StreamDecoder<D>

    private var stream: StreamDecoder<D> {
        @inline(__always)
        _read { yield unsafe uncheckedStream }
        @inline(__always)
        _modify { yield unsafe &uncheckedStream }
    }

    /// Drives `decoder` from offset 0.
    public init(_ decoder: D, _ policy: StreamPolicy = StreamPolicy()) {
        framing = decoder.framing
        unsafe uncheckedStream = StreamDecoder(decoder, policy)
    }

    /// Whether it drives a format at all.
    public var canRestart: Bool { D.self != NoDecoder.self }

    /// Drives another decoder from offset 0 of another half.
    func restart(_ decoder: D, _ policy: StreamPolicy) {
        framing = decoder.framing
        unsafe uncheckedStream = StreamDecoder(decoder, policy)
    }

    /// Learns, before the first byte, that offset 0 need not be a border.
    public func beginMidstream() { stream.beginMidstream() }

    /// Takes the next bytes of the half.
    public func feed(_ bytes: RawSpan, into batch: inout UnitBatch) -> Bool {
        D.feed(bytes, to: &stream, into: &batch)
    }

    /// Takes note of bytes that are not in the capture.
    public func gap(_ count: Int, into batch: inout UnitBatch) {
        D.tell(.gap(count), to: &stream, into: &batch)
    }

    /// Goes on after the other half has said more; does nothing unless this half waited for it.
    public func resume(into batch: inout UnitBatch) {
        if isAwaitingPeer { D.tell(.resume, to: &stream, into: &batch) }
    }

    /// Goes on knowing that the other half will say no more.
    public func peerEnded(into batch: inout UnitBatch) { D.tell(.peerEnded, to: &stream, into: &batch) }

    /// Ends the half.
    public func finish(_ how: StreamEnd, into batch: inout UnitBatch) {
        D.tell(.end(how), to: &stream, into: &batch)
    }

    /// Gives back memory that it needs only when more bytes come.
    public func rest(into batch: inout UnitBatch) { D.tell(.rest, to: &stream, into: &batch) }

    /// The rule of that id, to explain a violation of this codec.
    public func rule(_ id: StaticString) -> Rule? {
        (D.rules + StreamRule.all).first { $0.id.description == id.description }
    }
}

extension UnitDecoder {
    /// None.
    public var failure: Violation? { nil }

    /// It has none.
    public func rest(into batch: inout UnitBatch) {}

    /// It cannot.
    public var canRestart: Bool { false }
    /// In another way than by a length or a delimiter, or not known.
    public var framing: Framing { .other }
    /// Nothing was to be found out.
    public var innerChoice: String? { nil }
}
