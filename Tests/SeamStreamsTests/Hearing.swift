import SeamBytes
import SeamPackets
import SeamStreams
import SeamTesting

/// A copy of what is known of a connection, which cannot be copied itself.
struct Known: Sendable {
    /// The same of one of its halves.
    struct KnownHalf: Sendable {
        var bytes: Int
        var deliveries: Int
        var missing: Int
        var next: Int
        var fin: Int?
        var isComplete: Bool
        var heldCost: Int

        init(_ half: borrowing Half) {
            bytes = half.bytes
            deliveries = half.deliveries
            missing = half.missing
            next = half.next
            fin = half.fin
            isComplete = half.isComplete
            heldCost = half.heldCost
        }
    }

    var index: Int
    var client: String
    var opening: Connection.Opening
    var closing: Connection.Closing
    var firstPacket: Int
    var lastPacket: Int
    var anomalies: [Anomaly]
    var anomaliesLeftOut: Int
    var closedSides: Set<Side>
    private var halves: [Side: KnownHalf]

    init(_ connection: borrowing Connection) {
        index = connection.index
        client = connection.client.description
        opening = connection.opening
        closing = connection.closing
        firstPacket = connection.firstPacket
        lastPacket = connection.lastPacket
        anomalies = connection.anomalies
        anomaliesLeftOut = connection.anomaliesLeftOut
        closedSides = []
        for side in Side.allCases where connection.isClosed(side) { closedSides.insert(side) }
        halves = [.client: KnownHalf(connection.clientHalf), .server: KnownHalf(connection.serverHalf)]
    }

    subscript(side: Side) -> KnownHalf { halves[side] ?? KnownHalf(Half()) }
}

/// What became of the packets of a script in one connection.
struct Heard: Sendable {
    /// What each half delivered, in order: `abc` from a packet, `(abc)` what had waited, `[3]` a gap of 3 bytes.
    var client = ""
    var server = ""
    /// How each packet with payload came, `client` and `server` alike.
    var arrivals: [String] = []
    /// The ids of what was odd.
    var anomalies: [String] = []
    /// The carriers of the client's bytes, as `packet:range`, with the hull where it is wider.
    var carriers: [String] = []
    /// The most that waiting segments of the client cost at a time.
    var peakHeld = 0
    /// The connection in the end.
    var connection: Known
}

/// Plays a script to the streams, without a decoder; one result a connection.
func hear(_ script: String, limits: StreamLimits = StreamLimits()) throws -> [Heard] {
    let capture = try CaptureScript(script)
    var table = ConnectionTable()
    var connections = Slab<Connection>()
    var heard: [Heard] = []
    for (index, packet) in capture.packets.enumerated() {
        let content = PacketParser.parse(
            packet.bytes.rawSpan,
            originalLength: packet.originalLength,
            linkType: capture.linkType
        )
        guard case .tcp(var tcp) = content else { continue }
        // By their places and times alone: `ArrivalTests` has the counters.
        tcp.segment.identification = nil
        // As none is retired, the place of a connection is its number.
        let (stream, side) = table.place(of: tcp, at: packet.time) {
            connections[$0].isReused(by: tcp.segment, from: $1)
        }
        if stream == heard.count {
            let reusesPorts = connections.indices.contains {
                connections[$0].client == tcp.source && connections[$0].server == tcp.destination
            }
            let connection = Connection(
                index: stream,
                openedBy: tcp,
                number: index + 1,
                time: packet.time,
                reusesPorts: reusesPorts
            )
            heard.append(Heard(connection: Known(connection)))
            connections.append(connection)
        }
        let payload = packet.bytes.rawSpan.extracting(tcp.payload)
        var placement = Half.Placement()
        connections[stream].take(
            CapturedSegment(tcp.segment, number: index + 1, time: packet.time),
            packet.bytes.rawSpan,
            from: side,
            limits: limits,
            into: &placement
        )
        if tcp.payloadLength > 0 { heard[stream].arrivals.append(placement.arrival.name.description) }
        if let carrier = placement.carrier {
            let bytes = [UInt8](copying: payload.extracting(placement.direct))
            heard[stream].note(String(decoding: bytes, as: UTF8.self), side)
            if side == .client { heard[stream].note(carrier) }
        }
        for side in Side.allCases { heard[stream].drain(&connections[stream], side) }
        heard[stream].peakHeld = max(heard[stream].peakHeld, connections[stream][.client].heldCost)
    }
    for stream in heard.indices {
        for side in Side.allCases {
            connections[stream][side].finish()
            heard[stream].drain(&connections[stream], side)
        }
        heard[stream].connection = Known(connections[stream])
        heard[stream].anomalies = heard[stream].connection.anomalies.map { $0.kind.id.description }
    }
    return heard
}

extension ConnectionTable {
    /// Where a packet belongs in a table that retires nothing.
    fileprivate mutating func place(
        of packet: TCPPacket,
        at time: Timestamp,
        isReused: (Int, Side) -> Bool
    ) -> (Int, Side) {
        if case .known(let place, let side) = look(from: packet.source, to: packet.destination),
            !isReused(place, side)
        {
            return (place, side)
        }
        return open(packet, time: time)
    }
}

/// The only connection of a script that follows a handshake.
func hearOne(_ script: String, limits: StreamLimits = StreamLimits()) throws -> Heard {
    try hear("connection\nhandshake\n" + script, limits: limits)[0]
}

extension Heard {
    mutating func note(_ text: String, _ side: Side) {
        switch side {
        case .client: client += (client.isEmpty ? "" : " ") + text
        case .server: server += (server.isEmpty ? "" : " ") + text
        }
    }

    mutating func note(_ carrier: Carrier) {
        let hull = carrier.hull == carrier.range ? "" : " hull \(carrier.hull)"
        carriers.append("\(carrier.packet):\(carrier.range)\(hull)")
    }

    mutating func drain(_ connection: inout Connection, _ side: Side) {
        while let delivery = connection[side].nextDelivery() {
            switch delivery {
            case .held(let carrier, let bytes):
                note("(\(String(decoding: bytes, as: UTF8.self)))", side)
                if side == .client { note(carrier) }
            case .gap(let range): note("[\(range.count)]", side)
            }
        }
    }
}
