import SeamAnalysis
public import SeamBytes
public import SeamCapture
import SeamCodecs
public import SeamPackets
public import SeamStreams

/// From captured packets to compared units: capture, streams, decoders, seams (DESIGN section 3).
///
///     packet -> TCP -> half in order -> decoder -> units -> compared with carriers -> observer
///
/// Each step hands on what it has at once; nothing holds the whole capture.
public struct Pipeline: ~Copyable {
    /// How the capture is analysed.
    public let options: PipelineOptions
    /// The connections met so far.
    public internal(set) var table: ConnectionTable
    /// Their analyses, at the same places.
    public internal(set) var analyses = Slab<ConnectionAnalysis>()
    private let unplaced = CodecDecoder(NoDecoder())
    /// Packets without TCP, or with TCP that could not be read, by kind of issue.
    public internal(set) var issues = PacketIssueCounts()
    /// The fragments of IP packets that wait for the others, and what became of those before.
    public internal(set) var fragments: FragmentTable
    /// The layers that the connections came in.
    public internal(set) var paths = ConnectionPaths()
    /// Packets taken.
    public private(set) var packetCount = 0
    /// Captured bytes of theirs.
    public private(set) var byteCount = 0
    /// Packets that were dropped while capturing, for who reads the file to say before `finish`; nil where it does not tell.
    public var dropped: Int?
    /// When the first packet was captured.
    public private(set) var firstTime: Timestamp?
    /// When the last packet was captured.
    public private(set) var lastTime: Timestamp?
    /// What the limits cost.
    public internal(set) var givenUp = GivenUp()
    /// What people have noted about packets.
    public private(set) var comments = PacketComments()
    /// Packets of which the snap length cut something off.
    public private(set) var cutPackets = 0
    /// Packets that are part of a connection.
    public private(set) var segmentCount = 0
    /// Bytes of all out-of-order segments that wait.
    var heldInAll = 0
    /// The halves that wait for a hole to be filled.
    var watch = HoleWatch()
    /// When, in nanoseconds of the capture's time, something is to be given up.
    var due: Int
    /// How many packets were taken when the silent connections were looked for last.
    var sweptAt = 0
    /// Where packets were dropped while the capture was made.
    var drops = DropMarks()
    var batch: UnitBatch
    let readBudget = ReadBudget()
    var foresight = Foresight()
    let observer: (any Observer)?
    /// Takes each connection that is chosen when all is known of it.
    private let ended: ConnectionReceiver?
    /// Connections whose bytes no codec was found for.
    public private(set) var unrecognised = 0

    /// What takes a connection at its end.
    public typealias ConnectionReceiver = (
        borrowing Connection, borrowing ConnectionAnalysis, ConnectionContext
    ) -> Void

    /// A pipeline whose results `observer` watches; `ended` gets each chosen connection when all is known of it.
    ///
    /// That is at the capture's end, in the order of their numbers, unless there are more than the limit.
    public init(
        _ options: PipelineOptions,
        observer: (any Observer)? = nil,
        ended: ConnectionReceiver? = nil
    ) {
        self.ended = ended
        due = options.limits.idle > 0 ? .min : .max
        self.options = options
        table = ConnectionTable(remembering: options.limits.remembered)
        self.observer = observer
        fragments = FragmentTable(limits: options.fragments)
        batch = UnitBatch(wantsDetails: options.wantsDetails)
        batch.wantsReadings = options.diagnosed > 0
    }

    /// Takes the next packet of the capture.
    public mutating func take(_ captured: borrowing CapturedPacket) {
        packetCount += 1
        lastTime = captured.time
        byteCount &+= captured.bytes.byteCount
        if firstTime == nil {
            firstTime = captured.time
            observer?.begin(at: captured.time)
        }
        if captured.originalLength > captured.bytes.byteCount { cutPackets += 1 }
        if captured.hasOptions { comments.add(captured) }
        let content = PacketParser.parse(
            captured.bytes,
            originalLength: captured.originalLength,
            linkType: LinkType(rawValue: captured.linkType)
        )
        switch content {
        case .tcp(let packet):
            take(packet, captured.bytes, captured.number, captured.time)
            if paths.count < table.count { paths.append(Self.path(of: captured), at: table.newest) }
        case .other(.fragment(let fragment)):
            let packets = [captured.number]
            take(fragment, captured.bytes, Self.path(of: captured), packets, captured.number, captured.time)
        case .other(let issue):
            issues.add(issue)
        }
    }

    private static func path(of captured: borrowing CapturedPacket) -> PacketPath {
        PacketParser.path(
            of: captured.bytes,
            originalLength: captured.originalLength,
            linkType: LinkType(rawValue: captured.linkType)
        )
    }

    mutating func take(_ packet: TCPPacket, _ bytes: RawSpan, _ number: Int, _ time: Timestamp) {
        if time.nanoseconds >= due { passTime(time, number) }
        let known = table.count
        guard let (index, side) = find(packet, number, time) else { return }
        segmentCount += 1
        if table.count > known { open(index) }
        let payload = bytes.extracting(packet.payload)
        var placement = table.connections[index].take(
            packet,
            bytes,
            from: side,
            number: number,
            time: time,
            limits: options.limits
        )
        let isChosen = analyses[index].isChosen
        if isChosen, placement.arrival == .retransmission {
            table.compare(payload, placement, of: index, from: side, number: number, limits: options.limits)
        }
        if packet.payloadLength > 0 {
            let options = bytes.extracting(packet.options)
            let stream = analyses[index].stream
            let isTwice = table.seen.meet(packet, options, connection: stream, from: side)
            if isTwice, placement.arrival == .retransmission { placement.arrival = .duplicate }
        }
        if isChosen, let carrier = placement.carrier {
            deliver(payload.extracting(placement.direct), carrier, index, side)
        }
        if !placement.isSettled { settle(index, side, placement.carrier, number, time) }
        guard isChosen else { return }
        let ends = !packet.flags.isDisjoint(with: [.fin, .rst])
        let isShort = payload.byteCount < packet.payloadLength
        if ends || isShort || !placement.labels.isEmpty || analyses[index].isAlert {
            note(packet, placement, payload.byteCount, index, side, number, time)
        }
        observer?.packet(
            packet,
            placement,
            number: number,
            time: time,
            stream: analyses[index].stream,
            from: side
        )
    }

    /// Takes note of a packet that is odd.
    private mutating func note(
        _ packet: TCPPacket,
        _ placement: Half.Placement,
        _ captured: Int,
        _ index: Int,
        _ side: Side,
        _ number: Int,
        _ time: Timestamp
    ) {
        analyses[index].note(
            packet,
            placement,
            captured: captured,
            from: side,
            number: number,
            time: time,
            peerTime: table.connections[index].lastTime(of: side.peer)
        )
    }

    /// Makes room for a new connection's analysis, when there are too many by retiring others.
    @inline(never)
    private mutating func open(_ index: Int) {
        let stream = table.connections[index].index
        let wantsPicture = stream < options.pictures
        let (client, server) = (table.connections[index].client, table.connections[index].server)
        let analysis = ConnectionAnalysis(
            stream: stream,
            unplaced: unplaced,
            wantsPicture: wantsPicture,
            isChosen: options.isChosen(stream) && options.endpoints.contains(client, server),
            wantsFindings: stream < options.diagnosed,
            clients: options.clients
        )
        if index == analyses.count { analyses.append(analysis) } else { analyses[index] = analysis }
        for place in table.overdue(limit: options.limits.connections) where place != index {
            retire(place, isSilent: false)
        }
    }

    /// Ends a connection and forgets it.
    mutating func retire(_ place: Int, isSilent: Bool) {
        finish(place)
        table.retire(place, isSilent: isSilent)
        analyses[place] = ConnectionAnalysis(
            stream: -1,
            unplaced: unplaced,
            wantsPicture: false,
            isChosen: false
        )
    }

    /// Hands on bytes that are in order; `isContinued` says that the delivery they belong to has begun before,
    /// `isBehindGap` that they waited for bytes that are not in the capture.
    private mutating func deliver(
        _ bytes: RawSpan,
        _ carrier: Carrier,
        _ index: Int,
        _ side: Side,
        isContinued: Bool = false,
        isBehindGap: Bool = false
    ) {
        table.remember(bytes, at: carrier.range.start, of: index, from: side)
        observer?.bytes(bytes, at: carrier.range.start, stream: analyses[index].stream, from: side)
        guard options.decodes else { return }
        if !analyses[index].isStarted { start(index, bytes, side) }
        if carrier.range.start == 0, table.connections[index][side].isMidstream {
            analyses[index][side].beginMidstream()
        }
        if analyses[index].stream < options.pictures {
            batch.wantsDetails = options.wantsDetails || analyses[index][side].wantsDetails
        } else {
            batch.wantsDetails = options.wantsDetails
        }
        // What was captured behind bytes that the capture missed was delivered when it came, since those had come too.
        let isContinued = isContinued && !isBehindGap
        if options.carriers == .reads {
            return read(bytes, carrier, index, side, isContinued: isContinued, isBehindGap: isBehindGap)
        }
        var brought: Carrier? = carrier
        if options.carriers == .deliveries {
            let end = carrier.range.end
            let reach = isBehindGap ? end : table.connections[index][side].reach(from: end)
            let range = ByteRange(carrier.range.start, reach)
            brought = isContinued ? nil : carrier.delivering(range)
        } else if !isContinued, !isBehindGap, table.connections[index][side].hasHoles {
            let reach = table.connections[index][side].reach(from: carrier.range.end)
            if reach > carrier.range.end {
                analyses[index][side].announce(ByteRange(carrier.range.start, reach))
            }
        }
        analyses[index].feed(bytes, brought, from: side, &batch, observer)
    }

    /// Chooses the codec of a connection when its first bytes are there, or looks for it.
    private mutating func start(_ index: Int, _ bytes: RawSpan, _ side: Side) {
        let client = table.connections[index].client
        let server = table.connections[index].server
        let time = table.connections[index].firstTime
        if let factory = options.codecs.factory(client: client, server: server) {
            analyses[index].start(factory, options.policy, at: time)
        } else {
            analyses[index].recognise(
                bytes,
                from: side,
                serverPort: server.port,
                isFromStart: table.connections[index].opening == .syn,
                options.policy,
                at: time
            )
        }
    }

    /// Hands on what has become in order without a packet of its own.
    mutating func drain(_ index: Int, _ side: Side, carrier: Carrier?) {
        var isFirst = carrier == nil
        var isBehindGap = false
        while true {
            guard let delivery = table.connections[index][side].nextDelivery() else { return }
            // What waits in a connection that is not looked at is bounded like any other.
            guard analyses[index].isChosen else { continue }
            switch delivery {
            case .held(let carrier, let bytes):
                deliver(bytes.rawSpan, carrier, index, side, isContinued: !isFirst, isBehindGap: isBehindGap)
                isFirst = false
            case .gap(let range):
                observer?.gap(range, stream: analyses[index].stream, from: side)
                isFirst = true
                isBehindGap = true
                guard options.decodes else { continue }
                if !analyses[index].isStarted { start(index, RawSpan(), side) }
                flushReads(index, side)
                analyses[index][side].gap(range.count, &batch, observer)
            }
        }
    }

    /// Ends the capture: finishes the connections in the order of their numbers, as long as `goesOn` says yes.
    ///
    /// No packet may come after it.
    public mutating func finish(while goesOn: () -> Bool = { true }) {
        let places = table.connections.indices.filter { !table.isFree($0) }
        for place in places.sorted(by: { analyses[$0].stream < analyses[$1].stream }) where goesOn() {
            finish(place)
        }
    }

    /// Ends one connection, after which no packet of it may come: gives up its holes and ends its halves.
    private mutating func finish(_ index: Int) {
        if isSilent(index, lastTime) { table.connections[index].timeOut() }
        noteDrops(index)
        for side in Side.allCases {
            table.connections[index][side].finish()
            drain(index, side, carrier: nil)
        }
        recount(index)
        guard analyses[index].isChosen else { return }
        if analyses[index].isStarted {
            for side in Side.allCases { flushReads(index, side) }
            analyses[index].decide(isLast: true, &batch, observer)
            analyses[index].settle(&batch, observer)
            for side in Side.allCases { analyses[index][side].peerEnded(&batch, observer) }
            for side in Side.allCases {
                let isClosed = table.connections[index].isClosed(side)
                analyses[index][side].finish(isClosed ? .closed : .cut, &batch, observer)
            }
            if analyses[index].codec.isEmpty { unrecognised += 1 }
        }
        guard let ended else { return }
        let context = ConnectionContext(origin: firstTime, path: paths[index], dropped: dropped)
        ended(table.connections[index], analyses[index], context)
    }
}
