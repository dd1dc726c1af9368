import SeamAnalysis
public import SeamBytes
public import SeamCapture
import SeamCodecs
public import SeamPackets
public import SeamStreams

/// From captured packets to compared units: capture, streams, decoders, seams (DESIGN section 3).
///
///     packet -> TCP -> connection -> its lane: half in order, decoder, units, compared with carriers -> observer
///
/// Each step hands on what it has at once, or gathers some thousands of packets where nobody watches; nothing holds the
/// whole capture.
public struct Pipeline: ~Copyable {
    /// How the capture is analysed.
    public let options: PipelineOptions
    /// The connections met so far.
    public internal(set) var table: ConnectionTable
    /// Their states, by the places that the table gives them.
    var lanes = Slab<Lane>()
    /// The packets that wait to be taken, and those that are being taken.
    var gatherings = Slab<Gathering>()
    /// Which of the two waits.
    var filling = 0
    /// How many gatherings there were, of both.
    var gatheringCount: UInt32 = 1
    /// Whether those of the other one are being taken.
    var isTaking = false
    /// When the first of all these was captured, in nanoseconds, and when a hole that it found has waited too long.
    var earliest = Int.max
    var waitingDue = Int.max
    /// Who takes what was gathered.
    var crew: Crew
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
    var givenUpInAll = GivenUp()
    /// What people have noted about packets.
    public private(set) var comments = PacketComments()
    /// Packets of which the snap length cut something off.
    public private(set) var cutPackets = 0
    /// Packets that are part of a connection.
    public private(set) var segmentCount = 0
    /// The halves that wait for a hole to be filled.
    var watch = HoleWatch()
    /// When, in nanoseconds of the capture's time, something is to be given up.
    var due: Int
    /// How many packets were taken when the silent connections were looked for last.
    var sweptAt = 0
    /// Where packets were dropped while the capture was made.
    var drops = DropMarks()
    let observer: (any Observer)?
    /// What scribes write for the observer, by gathering and lane; empty where it wants none.
    var transcripts: [[Transcript]] = []
    /// The gathering of which they have written and nothing was said.
    var unsaid: Int?
    /// Takes each connection that is chosen when all is known of it.
    let ended: ConnectionReceiver?
    /// How many it took.
    var endedCount = 0

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
        crew = Crew(helpers: min(options.threads, Lane.count) - 1)
        let readBudget = ReadBudget()
        for _ in 0..<Lane.count { lanes.append(Lane(options, observer, readBudget)) }
        for _ in 0..<2 { gatherings.append(Gathering()) }
        gatherings[filling].restart(gatheringCount)
        engageScribes()
    }

    /// Whether packets may be gathered.
    var gathers: Bool {
        (observer == nil || !transcripts.isEmpty) && options.carriers != .reads
    }

    /// Takes the next packet of the capture.
    public mutating func take(_ captured: borrowing CapturedPacket) { take(captured, gathers: false) }

    /// Takes the next packet of the capture at once, or puts it with those that wait.
    @inline(__always)
    mutating func take(_ captured: borrowing CapturedPacket, gathers: Bool) {
        var packet = TCPPacket()
        if let issue = meet(captured, &packet) { return pass(issue, captured) }
        if gathers {
            gather(&packet, captured.bytes, captured.number, captured.time)
        } else {
            take(packet, captured.bytes, captured.number, captured.time)
        }
        notePath(of: captured)
    }

    /// Counts a packet and reads its headers; answers why it has no TCP, if it has none.
    @inline(__always)
    mutating func meet(_ captured: borrowing CapturedPacket, _ packet: inout TCPPacket) -> PacketIssue? {
        packetCount += 1
        lastTime = captured.time
        byteCount &+= captured.bytes.byteCount
        if firstTime == nil {
            firstTime = captured.time
            observer?.begin(at: captured.time)
        }
        if captured.originalLength > captured.bytes.byteCount { cutPackets += 1 }
        if captured.hasOptions { comments.add(captured) }
        let (bytes, linkType) = (captured.bytes, LinkType(rawValue: captured.linkType))
        if PacketParser.readUsual(bytes, linkType: linkType, into: &packet) { return nil }
        switch PacketParser.parse(bytes, originalLength: captured.originalLength, linkType: linkType) {
        case .tcp(let read): packet = read
        case .other(let issue): return issue
        }
        return nil
    }

    /// Takes what is no TCP packet, but may be a fragment of one.
    mutating func pass(_ issue: PacketIssue, _ captured: borrowing CapturedPacket) {
        guard case .fragment(let fragment) = issue else { return issues.add(issue) }
        let path = Self.path(of: captured)
        take(fragment, captured.bytes, path, [captured.number], captured.number, captured.time)
    }

    /// Takes note of the layers that a new connection came in.
    @inline(__always)
    mutating func notePath(of captured: borrowing CapturedPacket) {
        if paths.count < table.count { paths.append(Self.path(of: captured), at: table.newest) }
    }

    private static func path(of captured: borrowing CapturedPacket) -> PacketPath {
        PacketParser.path(
            of: captured.bytes,
            originalLength: captured.originalLength,
            linkType: LinkType(rawValue: captured.linkType)
        )
    }

    /// Takes a TCP packet at once.
    mutating func take(_ packet: TCPPacket, _ bytes: RawSpan, _ number: Int, _ time: Timestamp) {
        if time.nanoseconds >= due { passTime(time, number) }
        var packet = packet
        guard let found = find(&packet, time) else { return }
        if found.isNew { open(found, packet, number, time) }
        let isTwice = meet(packet, bytes, found)
        let lane = found.place % Lane.count
        let captured = CapturedSegment(packet.segment, number: number, time: time)
        lanes[lane].take(captured, bytes, found.place / Lane.count, found.side, isTwice: isTwice)
        keepWithin(lane, number)
    }

    /// Counts a packet of a connection; answers whether the capture had the same one before.
    @inline(__always)
    mutating func meet(_ packet: borrowing TCPPacket, _ bytes: RawSpan, _ found: Found) -> Bool {
        segmentCount += 1
        guard packet.segment.payloadLength > 0 else { return false }
        return table.hasMet(packet.segment, bytes, at: found.place, from: found.side)
    }

    /// Begins a new connection's analysis, and makes room for it when there are too many by retiring others.
    @inline(never)
    mutating func open(_ found: Found, _ packet: TCPPacket, _ number: Int, _ time: Timestamp) {
        let connection = Connection(
            index: table.count - 1,
            openedBy: packet,
            number: number,
            time: time,
            reusesPorts: found.reusesPorts
        )
        lanes[found.place % Lane.count].open(found.place / Lane.count, connection)
        retire(overdue().filter { $0 != found.place }, isSilent: false)
    }
}

extension Pipeline {
    /// What the limits cost.
    public var givenUp: GivenUp {
        var sum = givenUpInAll
        for lane in lanes.indices { sum.fullHalves += lanes[lane].givenUp.fullHalves }
        return sum
    }

    /// Connections whose bytes no codec was found for.
    public var unrecognised: Int { lanes.indices.reduce(0) { $0 + lanes[$1].unrecognised } }

    /// Looks at each connection in memory, in the order of their places.
    public func forEachConnection(_ look: (borrowing Connection, borrowing ConnectionAnalysis) -> Void) {
        for place in table.places where !table.isFree(place) {
            let (lane, index) = (place % Lane.count, place / Lane.count)
            look(lanes[lane].connections[index], lanes[lane].analyses[index])
        }
    }

    /// The number of the connection at a place of the table.
    func number(at place: Int) -> Int { lanes[place % Lane.count].connections[place / Lane.count].index }
}
