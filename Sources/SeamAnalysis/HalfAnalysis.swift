public import SeamBytes
public import SeamCodecs
public import SeamStreams

/// What receives the units of a half as soon as they are compared.
public protocol UnitReceiver: AnyObject {
    /// Takes one unit; `place` is its place in `batch`, where its description is, if asked for.
    func receive(
        _ unit: UnitReport,
        _ finder: borrowing SeamFinder,
        _ batch: borrowing UnitBatch,
        _ place: Int
    )
}

/// One unit of a half with what the comparison says of it.
public struct UnitReport: Sendable {
    /// The connection's number.
    public var stream: Int
    /// The sender.
    public var from: Side
    /// The number of the unit in its half, from 0.
    public var index: Int
    /// The unit.
    public var unit: Unit
    /// The comparison with its carriers.
    public var result: SeamFinder.Result
    /// When the packet was captured that completed it.
    public var time: Timestamp
    /// The name of its codec, empty where none is known.
    public var codec: String
    /// The rule that it breaks, if it breaks one.
    public var rule: Rule?
    /// What there is to say besides of a unit above the first layer; nil of one of the first.
    public var layer: LayerReport?

    /// What its codec says of it, if it was asked.
    public func entry(in batch: borrowing UnitBatch, at place: Int) -> UnitDetails.Entry? {
        if let layer { return layer.entry }
        return place < batch.entries.count ? batch.entries[place] : nil
    }
}

/// One half on its way from in-order bytes to compared units.
public struct HalfAnalysis: ~Copyable {
    // What every packet touches stands first.

    /// Decodes the half.
    public private(set) var decoder: any UnitDecoder { didSet { decoderAddress = Prefetch.Address(decoder) } }
    /// Where it is, for `prefetch`: a look at the reference would count it, in the memory that is not there yet.
    private var decoderAddress: Prefetch.Address
    /// How many units were handed out: the index of the next one.
    public internal(set) var unitCount = 0
    /// The offset behind the last unit handed out.
    public internal(set) var unitEnd = 0
    /// When the last bytes came, for units that end in a gap.
    public private(set) var time = Timestamp(nanoseconds: 0)
    private var picture = Apart<Excerpt>()
    var clients: HalfClients
    var finder: SeamFinder
    /// Why units are looked at for findings.
    var attention = Attention()
    /// The sender.
    public let side: Side
    private let number: Int32
    /// The connection's number.
    public var stream: Int { Int(number) }
    /// The offset behind the last byte fed.
    var fed = 0
    /// What was odd.
    var rare = Apart<HalfNotes>()
    /// What is known so far.
    public internal(set) var summary = HalfSummary()
    /// The name of the codec, empty where none is known.
    public private(set) var codec = ""
    /// The layers above the first one; none for a codec without.
    var above: LayerAnalyses?
    private let pin = Pin()

    /// The units for a picture, if one is wanted.
    public var excerpt: Excerpt? { picture.value }
    /// Whether a picture is wanted.
    var wantsPicture: Bool { !picture.isEmpty }

    /// The layers above the first one, the next one first; empty for a codec without.
    public var layers: [LayerAnalysis] { above?.layers ?? [] }
    /// The names of the codecs, the outermost first, with `/` between them; empty where none is known.
    public var codecs: String {
        var names = [codec]
        for layer in layers where layer.codec != names.last && !layer.codec.isEmpty {
            names.append(layer.codec)
        }
        return names.joined(separator: "/")
    }
    /// Grows with every unit of any layer.
    public var progress: Int { layers.reduce(unitCount) { $0 + $1.unitCount } }

    /// The analysis of a half from offset 0.
    public init(
        stream: Int,
        side: Side,
        decoder: any UnitDecoder,
        wantsPicture: Bool,
        wantsFindings: Bool = false,
        clients: ClientChoice = .none,
        carrierLimit: Int = SeamFinder.carrierLimit
    ) {
        finder = SeamFinder(limit: carrierLimit)
        self.clients = HalfClients(clients)
        self.decoder = decoder
        decoderAddress = Prefetch.Address(decoder)
        number = Int32(clamping: stream)
        self.side = side
        if wantsPicture { picture.update(Excerpt()) { _ in } }
        if wantsFindings { attention = .wanted }
    }

    /// How many reads there were, where reads are the carriers; else nil.
    public var reads: Int? { finder.readCount }

    /// Asks memory for what stands outside.
    @inline(__always)
    public mutating func prefetch() {
        Prefetch.request(decoderAddress, count: 256)
        finder.prefetch()
        clients.tally.prefetch()
        rare.prefetch()
    }

    /// Takes the decoder that was chosen, before the first byte; `time` is when the connection was opened.
    public mutating func start(_ codec: String, _ decoder: any UnitDecoder, at time: Timestamp) {
        self.codec = codec
        self.decoder = decoder
        self.time = time
    }

    /// Learns, before the first byte, that offset 0 need not be a border.
    public mutating func beginMidstream() { decoder.beginMidstream() }

    /// Forgets what takes memory, all but what every half needs; answers the decoder, in the place of which another stands.
    public mutating func clear(_ unplaced: any UnitDecoder) -> any UnitDecoder {
        let own = decoder
        decoder = unplaced
        clients = HalfClients(.none)
        picture = Apart()
        rare = Apart()
        above = nil
        summary = HalfSummary()
        finder.clear()
        return own
    }

    /// Takes memory for carriers in place of its own, which it gives: of a half before its first byte, or that was cleared.
    public mutating func take(_ memory: inout Row<Carrier>) { finder.take(&memory) }

    /// What was odd, nil when nothing was or findings are not wanted.
    public var notes: HalfNotes? { rare.value }

    /// Takes the decoder that was chosen after all, in place of one that has handed out nothing.
    public mutating func replace(_ codec: String, _ decoder: any UnitDecoder) {
        self.codec = codec
        clients.learn(codec)
        self.decoder = decoder
        fed = unitEnd
    }

    /// Whether codecs should describe the next units, for the picture.
    public var wantsDetails: Bool {
        wantsPicture && (unitCount < Excerpt.leading || above?.isShort == true)
    }

    /// Adds a carrier: bytes that are about to be fed.
    ///
    /// It is not changed, and inout all the same: what was just written would be copied otherwise (Swift 6.3).
    @inline(__always)
    public mutating func carry(_ carrier: inout Carrier) {
        finder.add(carrier)
        let pause = carrier.time.since(time)
        time = carrier.time
        if pause >= HalfNotes.quiet, attention.contains(.wanted) { notePause(carrier, pause) }
    }

    /// Says that the next carriers, up to the end of `range`, come at the same moment: a client reads them together.
    public mutating func announce(_ range: ByteRange) {
        clients.announce(range, codec)
    }

    /// Adds a segment of which reads will be made, which are then the carriers.
    public mutating func carry(segment: Carrier) { finder.add(segment: segment) }

    /// Feeds bytes whose carriers have been added; answers whether the decoder now waits for the other half.
    @inline(__always)
    public mutating func feed(
        _ bytes: RawSpan,
        _ batch: inout UnitBatch,
        _ receiver: (any UnitReceiver)?
    ) -> Bool {
        if fed == 0, attention.contains(.wanted) { lookAtOpening(bytes) }
        fed &+= bytes.byteCount
        clients.open(bytes)
        let waits = decoder.feed(bytes, into: &batch)
        if batch.count > 0 {
            compare(&batch, bytes, receiver)
        } else if finder.isLong {
            forgetLost(isTold: receiver != nil)
        }
        return waits
    }

    /// Forgets most carriers of bytes that belong to no message: of those there may be any number, in every half.
    @inline(never)
    private mutating func forgetLost(isTold: Bool) {
        if decoder.isLost { finder.forgetLost(isShown: isTold || wantsPicture) }
    }

    /// Takes note of bytes that are not in the capture.
    public mutating func gap(_ count: Int, _ batch: inout UnitBatch, _ receiver: (any UnitReceiver)?) {
        fed &+= count
        decoder.gap(count, into: &batch)
        compare(&batch, RawSpan(), receiver)
    }

    /// Goes on if the decoder waited for the other half.
    public mutating func resume(_ batch: inout UnitBatch, _ receiver: (any UnitReceiver)?) {
        decoder.resume(into: &batch)
        compare(&batch, RawSpan(), receiver)
    }

    /// Goes on knowing that the other half will say no more.
    public mutating func peerEnded(_ batch: inout UnitBatch, _ receiver: (any UnitReceiver)?) {
        decoder.peerEnded(into: &batch)
        compare(&batch, RawSpan(), receiver)
    }

    /// Gives back memory that it needs only when more bytes come, which are not to be expected.
    public func rest(_ batch: inout UnitBatch) { decoder.rest(into: &batch) }

    /// Ends the half.
    public mutating func finish(_ how: StreamEnd, _ batch: inout UnitBatch, _ receiver: (any UnitReceiver)?) {
        decoder.finish(how, into: &batch)
        compare(&batch, RawSpan(), receiver)
    }

    private mutating func compare(
        _ batch: inout UnitBatch,
        _ bytes: RawSpan,
        _ receiver: (any UnitReceiver)?
    ) {
        if batch.hasLayers {
            compareLayers(&batch, bytes, receiver)
        } else {
            var place = 0
            while place < batch.count {
                compare(&batch, place, bytes, receiver)
                place &+= 1
                if receiver == nil, place < batch.count { place = passInner(&batch, from: place, bytes) }
            }
        }
        attention.remove(.pause)
        batch.removeAll()
    }

    /// Compares one unit of the outermost layer.
    ///
    /// The batch is not changed: here and below it is inout since it would be copied otherwise.
    @inline(__always)
    @discardableResult
    mutating func compare(
        _ batch: inout UnitBatch,
        _ place: Int,
        _ bytes: RawSpan,
        _ receiver: (any UnitReceiver)?
    ) -> SeamFinder.Result {
        let unit = batch[place]
        assert(unit.range.start == unitEnd, "units follow each other without holes")
        let result = finder.compare(unit.range)
        finder.compareSegments(unit.range)
        summary.count(unit, unitCount, result.verdict)
        if result.cuts > 0, unit.kind.canBeCut { takeCuts(result) }
        if result.endsInJoin { summary.count(join: finder.joinCause(result)) }
        if isOdd(unit, result) { look(at: unit, result, bytes) }
        clients.take(unit, unitCount, result, finder, codec)
        if wantsPicture { draw(unit, result, batch, place) }
        if let receiver { report(unit, result, batch, place, receiver) }
        unitCount &+= 1
        unitEnd = unit.range.end
        return result
    }

    private func report(
        _ unit: Unit,
        _ result: SeamFinder.Result,
        _ batch: borrowing UnitBatch,
        _ place: Int,
        _ receiver: any UnitReceiver
    ) {
        let report = UnitReport(
            stream: stream,
            from: side,
            index: unitCount,
            unit: unit,
            result: result,
            time: finder.completion(of: result) ?? time,
            codec: codec,
            rule: unit.violation.flatMap { decoder.rule($0.rule) }
        )
        receiver.receive(report, finder, batch, place)
    }

    private mutating func draw(
        _ unit: Unit,
        _ result: SeamFinder.Result,
        _ batch: borrowing UnitBatch,
        _ place: Int
    ) {
        guard isDrawn(unit, result.verdict) else { return }
        let number = unitCount
        picture.change { $0.add(unit, number, result, finder, batch.summary(at: place)) }
    }

    /// Whether a unit is to be in the picture.
    func isDrawn(_ unit: Unit, _ verdict: Verdict) -> Bool {
        picture.read { $0.wants(unit, unitCount, verdict) } ?? false
    }
}
