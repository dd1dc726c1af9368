import SeamAnalysis
import SeamBytes
import SeamCodecs
import SeamPackets
import SeamStreams

/// Some of the connections, and all that taking their packets changes.
///
///     packet -> half in order -> decoder -> units -> compared with carriers -> observer
///
/// No lane touches what is another's, so that each may be on a thread of its own. How many there are does not depend on
/// that: whatever the number of threads the results are the same.
struct Lane: ~Copyable {
    /// How many lanes share the connections: those at place `n` of the table are at place `n / count` of lane `n % count`.
    static let count = 8

    let options: PipelineOptions
    private let watcher: (any Observer)?
    /// Who is told of all that happens: the pipeline's observer, or the scribe of the transcript.
    private(set) var observer: (any Observer)?
    /// What is written down instead of telling the observer, while other lanes are at work too.
    var transcript: Transcript? { didSet { observer = transcript?.scribe ?? watcher } }
    var connections = Slab<Connection>()
    /// The analyses of the connections, at the same places.
    var analyses = Slab<ConnectionAnalysis>()
    var recent = RecentBytes()
    var batch: UnitBatch
    let readBudget: ReadBudget
    private let unplaced = CodecDecoder(NoDecoder())
    /// What the limit of a half cost.
    var givenUp = GivenUp()
    /// Bytes of all out-of-order segments that wait.
    var held = 0
    /// Halves that began to wait, for who watches over the time.
    var waiting: [HoleWatch.Entry] = []
    /// Connections whose bytes no codec was found for.
    var unrecognised = 0
    /// Whether anything is still told of connections that begin.
    var isTelling = true
    /// Decoders of connections that have ended, for those that begin: to make them anew takes memory and looks up types.
    private var spare: [CodecFactory.Decoders] = []
    /// So many are kept at most.
    private static let spareLimit = 512
    /// Packets of a gathering that were placed, and are to be handed on.
    var placed = PlacedPackets(room: PlacedPackets.most)
    private let pin = Pin()

    init(_ options: PipelineOptions, _ observer: (any Observer)?, _ readBudget: ReadBudget) {
        self.options = options
        watcher = observer
        self.observer = observer
        self.readBudget = readBudget
        batch = UnitBatch(wantsDetails: options.wantsDetails)
        batch.wantsReadings = options.diagnosed > 0
    }

    /// Begins a connection at a place, which is the next new one or one that is free.
    @inline(never)
    mutating func open(_ index: Int, _ connection: consuming Connection) {
        let stream = connection.index
        let isNew = index == connections.count
        let analysis = ConnectionAnalysis(
            stream: stream,
            unplaced: unplaced,
            wantsPicture: stream < options.pictures,
            isChosen: options.isChosen(stream)
                && options.endpoints.contains(connection.client, connection.server),
            wantsFindings: isTelling && stream < options.diagnosed,
            clients: isTelling ? options.clients : .none,
            carrierLimit: SeamFinder.share(of: options.carrierLimit, among: connections.count * Lane.count),
            memory: isNew ? ConnectionAnalysis.Memory() : analyses[index].giveMemory()
        )
        if isNew {
            connections.append(connection)
            analyses.append(analysis)
        } else {
            connections[index] = connection
            analyses[index] = analysis
        }
    }

    /// Forgets what of a connection that was finished takes memory, while it is still in the cache; nobody looks at the rest.
    mutating func clear(_ index: Int) {
        let decoders = analyses[index].clear(unplaced)
        if let decoders, spare.count < Self.spareLimit { spare.append(decoders) }
    }

    /// The decoders of a connection that begins.
    mutating func decoders(_ factory: CodecFactory) -> CodecFactory.Decoders {
        factory.make(options.policy, reusing: spare.popLast())
    }

    /// Takes a packet of a connection; `isTwice` says that the capture had the same one before.
    mutating func take(
        _ segment: CapturedSegment,
        _ bytes: RawSpan,
        _ index: Int,
        _ side: Side,
        isTwice: Bool
    ) {
        var placement = Half.Placement()
        place(segment, bytes, index, side, into: &placement)
        handOn(segment, bytes, index, side, isTwice: isTwice, &placement)
    }

    /// Places the payload of a packet in its stream.
    @inline(__always)
    mutating func place(
        _ segment: CapturedSegment,
        _ bytes: RawSpan,
        _ index: Int,
        _ side: Side,
        into placement: inout Half.Placement
    ) {
        connections[index].take(segment, bytes, from: side, limits: options.limits, into: &placement)
    }

    /// Hands on what a packet brought that was placed.
    @inline(__always)
    mutating func handOn(
        _ segment: CapturedSegment,
        _ bytes: RawSpan,
        _ index: Int,
        _ side: Side,
        isTwice: Bool,
        _ placement: inout Half.Placement
    ) {
        let payload = bytes.extracting(segment.payload)
        let (isChosen, isAlert) = (analyses[index].isChosen, analyses[index].isAlert)
        if isChosen, placement.arrival == .retransmission {
            compare(payload, placement, index, side, segment.number)
        }
        if isTwice, placement.arrival == .retransmission { placement.arrival = .duplicate }
        if isChosen, !placement.direct.isEmpty {
            deliver(payload.extracting(placement.direct), &placement.brought, index, side)
        }
        if !placement.isSettled { settle(index, side, placement.carrier, segment.number, segment.time) }
        guard isChosen else { return }
        let ends = !segment.flags.isDisjoint(with: [.fin, .rst])
        let isShort = payload.byteCount < segment.payloadLength
        if ends { analyses[index].rest(&batch) }
        if ends || isShort || !placement.labels.isEmpty || isAlert {
            analyses[index].note(segment, placement, captured: payload.byteCount, from: side)
        }
        observer?.packet(
            TCPPacket(
                source: connections[index].endpoint(of: side),
                destination: connections[index].endpoint(of: side.peer),
                segment: segment.segment
            ),
            placement,
            number: segment.number,
            time: segment.time,
            stream: analyses[index].stream,
            from: side
        )
    }

    /// Notes an anomaly when a segment that was sent again brings other bytes than were delivered.
    private mutating func compare(
        _ payload: RawSpan,
        _ placement: Half.Placement,
        _ index: Int,
        _ side: Side,
        _ number: Int
    ) {
        // Bytes below offset 0 are not part of the range.
        let below = max(0, payload.byteCount - placement.range.count)
        let again = payload.extracting(below..<payload.byteCount)
        let last = connections[index][side].lastRecord
        let offset = placement.range.start
        guard recent.differs(again, at: offset, packet: number, last: last) else { return }
        let odd = Anomaly(kind: .overlapConflict, from: side, packet: number, range: placement.range)
        connections[index].note(odd, options.limits)
    }

    /// Ends one connection, after which no packet of it may come: gives up its holes and ends its halves.
    mutating func finish(_ index: Int) {
        for side in Side.allCases {
            connections[index][side].finish()
            drain(index, side, carrier: nil)
        }
        recount(index)
        guard analyses[index].isChosen, analyses[index].isStarted else { return }
        for side in Side.allCases { flushReads(index, side) }
        analyses[index].decide(isLast: true, &batch, observer)
        analyses[index].settle(&batch, observer)
        for side in Side.allCases { analyses[index][side].peerEnded(&batch, observer) }
        for side in Side.allCases {
            let isClosed = connections[index].isClosed(side)
            analyses[index][side].finish(isClosed ? .closed : .cut, &batch, observer)
        }
        if analyses[index].codec.isEmpty { unrecognised += 1 }
    }
}
