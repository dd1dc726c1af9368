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
    public internal(set) var table = ConnectionTable()
    /// Their analyses, by number.
    public private(set) var analyses = Slab<ConnectionAnalysis>()
    private let unplaced = CodecDecoder(NoDecoder())
    /// Packets without TCP, or with TCP that could not be read, by kind of issue.
    public internal(set) var issues = PacketIssueCounts()
    /// The fragments of IP packets that wait for the others, and what became of those before.
    public internal(set) var fragments: FragmentTable
    /// The layers that the connections came in.
    public internal(set) var paths = ConnectionPaths()
    /// Packets taken.
    public private(set) var packetCount = 0
    /// When the first packet was captured.
    public private(set) var firstTime: Timestamp?
    /// Bytes of all out-of-order segments that wait.
    private var heldInAll = 0
    private var batch: UnitBatch
    let observer: (any Observer)?

    /// A pipeline whose results `observer` watches.
    public init(_ options: PipelineOptions, observer: (any Observer)? = nil) {
        self.options = options
        self.observer = observer
        fragments = FragmentTable(limits: options.fragments)
        batch = UnitBatch(wantsDetails: options.wantsDetails)
    }

    /// Takes the next packet of the capture.
    public mutating func take(_ captured: borrowing CapturedPacket) {
        packetCount += 1
        if firstTime == nil {
            firstTime = captured.time
            observer?.begin(at: captured.time)
        }
        let content = PacketParser.parse(
            captured.bytes,
            originalLength: captured.originalLength,
            linkType: LinkType(rawValue: captured.linkType)
        )
        switch content {
        case .tcp(let packet):
            take(packet, captured.bytes, captured.number, captured.time)
            if paths.count < table.connections.count { paths.append(Self.path(of: captured)) }
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
        let (index, side) = table.find(packet, number: number, time: time)
        if index == analyses.count {
            let wantsPicture = index < options.pictures
            analyses.append(ConnectionAnalysis(stream: index, unplaced: unplaced, wantsPicture: wantsPicture))
        }
        let payload = bytes.extracting(packet.payload)
        let placement = table.connections[index].take(
            packet,
            bytes,
            from: side,
            number: number,
            time: time,
            limits: options.limits
        )
        let isChosen = options.isChosen(index)
        if isChosen, placement.arrival == .retransmission {
            table.compare(payload, placement, of: index, from: side, number: number, limits: options.limits)
        }
        if isChosen, let carrier = placement.carrier {
            deliver(payload.extracting(placement.direct), carrier, index, side)
        }
        if !placement.isSettled { settle(index, side, placement.carrier, number) }
        guard isChosen else { return }
        observer?.packet(packet, placement, number: number, time: time, stream: index, from: side)
    }

    /// Hands on bytes that are in order; `isContinued` says that the delivery they belong to has begun before.
    private mutating func deliver(
        _ bytes: RawSpan,
        _ carrier: Carrier,
        _ index: Int,
        _ side: Side,
        isContinued: Bool = false
    ) {
        table.remember(bytes, at: carrier.range.start, of: index, from: side)
        observer?.bytes(bytes, at: carrier.range.start, stream: index, from: side)
        guard options.decodes else { return }
        if !analyses[index].isStarted { start(index, bytes) }
        if index < options.pictures {
            batch.wantsDetails = options.wantsDetails || analyses[index][side].wantsDetails
        } else {
            batch.wantsDetails = options.wantsDetails
        }
        var brought: Carrier? = carrier
        if options.carriers == .deliveries {
            let reach = table.connections[index][side].reach(from: carrier.range.end)
            let range = ByteRange(carrier.range.start, reach)
            brought = isContinued ? nil : carrier.delivering(range)
        }
        analyses[index].feed(bytes, brought, from: side, &batch, observer)
    }

    /// Chooses the codec of a connection when its first bytes are there.
    private mutating func start(_ index: Int, _ bytes: RawSpan) {
        let client = table.connections[index].client
        let server = table.connections[index].server
        let chosen = options.codecs.factory(client: client, server: server)
        let factory = chosen ?? CodecRegistry.recognise(bytes, serverPort: server.port)
        analyses[index].start(factory, at: table.connections[index].firstTime)
    }

    /// Hands on what is in order, and keeps what waits within the limits: beyond them the first hole is given up.
    private mutating func settle(_ index: Int, _ side: Side, _ carrier: Carrier?, _ number: Int) {
        drain(index, side, carrier: carrier)
        drain(index, side.peer, carrier: nil)
        recount(index)
        let limits = options.limits
        while table.connections[index][side].heldCost > limits.heldPerHalf || heldInAll > limits.heldInAll {
            guard table.connections[index][side].giveUpFirstHole() else { return }
            let next = table.connections[index][side].next
            let odd = Anomaly(kind: .heldLimit, from: side, packet: number, range: ByteRange(next, next))
            table.connections[index].note([odd], limits)
            drain(index, side, carrier: nil)
            recount(index)
        }
    }

    private mutating func recount(_ index: Int) {
        let held = table.connections[index].heldCost
        heldInAll += held - table.connections[index].countedHeld
        table.connections[index].countedHeld = held
    }

    /// Hands on what has become in order without a packet of its own.
    private mutating func drain(_ index: Int, _ side: Side, carrier: Carrier?) {
        var isFirst = carrier == nil
        while true {
            guard let delivery = table.connections[index][side].nextDelivery() else { return }
            // What waits in a connection that is not looked at is bounded like any other.
            guard options.isChosen(index) else { continue }
            switch delivery {
            case .held(let carrier, let bytes):
                deliver(bytes.rawSpan, carrier, index, side, isContinued: !isFirst)
                isFirst = false
            case .gap(let range):
                observer?.gap(range, stream: index, from: side)
                isFirst = true
                guard options.decodes else { continue }
                if !analyses[index].isStarted { start(index, RawSpan()) }
                analyses[index][side].gap(range.count, &batch, observer)
            }
        }
    }

    /// Ends the capture: finishes all connections in their order.
    public mutating func finish() {
        for index in table.connections.indices { finish(index) }
    }

    /// Ends one connection, after which no packet of it may come: gives up its holes and ends its halves.
    public mutating func finish(_ index: Int) {
        guard options.isChosen(index) else { return }
        for side in Side.allCases {
            table.connections[index][side].finish()
            drain(index, side, carrier: nil)
        }
        guard analyses[index].isStarted else { return }
        for side in Side.allCases { analyses[index][side].peerEnded(&batch, observer) }
        for side in Side.allCases {
            let isClosed = table.connections[index].isClosed(side)
            analyses[index][side].finish(isClosed ? .closed : .cut, &batch, observer)
        }
    }
}
