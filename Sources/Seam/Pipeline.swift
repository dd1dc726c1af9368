import SeamAnalysis
public import SeamBytes
public import SeamCapture
import SeamCodecs
import SeamPackets
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
    public private(set) var table = ConnectionTable()
    /// Their analyses, by number.
    public private(set) var analyses = Slab<ConnectionAnalysis>()
    private let unplaced = CodecDecoder(NoDecoder())
    /// Packets without TCP, or with TCP that could not be read, by kind of issue.
    public private(set) var issues = PacketIssueCounts()
    /// Packets taken.
    public private(set) var packetCount = 0
    /// When the first packet was captured.
    public private(set) var firstTime: Timestamp?
    /// Bytes of all out-of-order segments that wait.
    private var heldInAll = 0
    private var batch: UnitBatch
    private let observer: (any Observer)?

    /// A pipeline whose results `observer` watches.
    public init(_ options: PipelineOptions, observer: (any Observer)? = nil) {
        self.options = options
        self.observer = observer
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
        case .other(let issue):
            issues.add(issue)
        }
    }

    private mutating func take(_ packet: TCPPacket, _ bytes: RawSpan, _ number: Int, _ time: Timestamp) {
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
        guard options.isChosen(index) else { return }
        if placement.arrival == .retransmission {
            table.compare(payload, placement, of: index, from: side, number: number, limits: options.limits)
        }
        if let carrier = placement.carrier {
            hand(payload.extracting(placement.direct), carrier, index, side)
        }
        if !placement.isSettled { settle(index, side, placement.carrier, number) }
        observer?.packet(packet, placement, number: number, time: time, stream: index, from: side)
    }

    /// Hands bytes on that are in order: to the observer and to the decoder, with the carrier that brought them.
    ///
    /// Where deliveries are the carriers, the bytes that start one bring it, as far as it reaches.
    @inline(__always)
    private mutating func hand(
        _ bytes: RawSpan,
        _ first: Carrier,
        _ index: Int,
        _ side: Side,
        startsDelivery: Bool = true
    ) {
        table.remember(bytes, at: first.range.start, of: index, from: side)
        observer?.bytes(bytes, at: first.range.start, stream: index, from: side)
        guard options.decodes else { return }
        if !analyses[index].isStarted { start(index, bytes) }
        var carrier: Carrier? = first
        if options.carriers == .deliveries {
            carrier = startsDelivery ? delivery(from: first, index, side) : nil
        }
        let isPictured = index < options.pictures && analyses[index][side].wantsDetails
        batch.wantsDetails = options.wantsDetails || isPictured
        analyses[index].feed(bytes, carrier, from: side, &batch, observer)
    }

    /// The delivery that begins with a carrier: what the in-order stream grew by at once.
    private func delivery(from first: Carrier, _ index: Int, _ side: Side) -> Carrier {
        let reach = table.connections[index][side].reach(from: first.range.end)
        return Carrier(ByteRange(first.range.start, reach), packet: first.packet, time: first.time)
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
            switch delivery {
            case .held(let carrier, let bytes):
                hand(bytes.rawSpan, carrier, index, side, startsDelivery: isFirst)
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
