import Seam

extension FuzzTarget {
    /// Bytes as packets of one connection, placed by the streams and compared with a naive model.
    ///
    ///     | ISN 4 | ISN 4 | limits 1 | packets 7 each: flags 1, offset 2, length 1, cut 1, ACK 2 |
    static let half = FuzzTarget(name: "half") { bytes in
        var input = FuzzInput(bytes)
        var run = HalfRun(&input)
        var count = 0
        while !input.isEmpty, count < HalfRun.mostPackets {
            run.take(HalfRun.Operation(&input))
            count += 1
        }
        run.finish()
    }
}

/// A connection table under test beside the models of its halves.
struct HalfRun: ~Copyable {
    /// Enough for what can go wrong, and few enough for a naive model.
    static let mostPackets = 128

    /// One packet to be sent.
    struct Operation {
        let side: Side
        let flags: TCPFlags
        /// Where the payload stands, counted from the sender's ISN + 1; may lie before it.
        let offset: Int
        let length: Int
        /// How many bytes of it the snap length cut off.
        let cut: Int
        let acknowledgment: Int
        /// Which bytes are sent: copies differ.
        let copy: UInt8

        init(_ input: inout FuzzInput) {
            let bits = input.byte()
            side = bits & 1 == 0 ? .client : .server
            copy = bits >> 1 & 1
            var flags: TCPFlags = bits & 4 == 0 ? .ack : []
            if bits & 0x18 == 0x18 { flags.insert(.fin) }
            if bits & 0x60 == 0x60 { flags.insert(.syn) }
            if bits & 0xF0 == 0xD0 { flags.insert(.rst) }
            self.flags = flags
            let place = input.word()
            // Nearly all within 4 KiB, some by a step of 128 KiB anywhere in the sequence space.
            offset = place < 0x8000 ? place % 4096 - 64 : (place - 0x8000) << 17
            length = Int(input.byte())
            cut = min(Int(input.byte()) % 64, length)
            acknowledgment = input.word() % 4096 - 16
        }
    }

    private let initial: [SequenceNumber]
    private var limits = StreamLimits()
    private var table = ConnectionTable()
    private var connections = Slab<Connection>()
    /// The models of the newest connection's halves.
    private var models = [HalfModel(), HalfModel()]
    private var number = 0

    init(_ input: inout FuzzInput) {
        initial = [SequenceNumber(input.long()), SequenceNumber(input.long())]
        let bits = input.byte()
        limits.patience = Int(bits & 3) * 4
        limits.heldPerHalf = bits & 4 == 0 ? 1 << 20 : 2048
        limits.anomalies = 4
    }

    mutating func take(_ operation: Operation) {
        number += 1
        let side = operation.side
        let start = initial[Int(side.rawValue)].advanced(by: 1 + operation.offset)
        let isSYN = operation.flags.contains(.syn)
        let payload = HalfModel.bytes(from: start, count: operation.length - operation.cut, operation.copy)
        let acknowledged = initial[Int(side.peer.rawValue)].advanced(by: 1 + operation.acknowledgment)
        let packet = TCPPacket(
            source: Self.endpoint(side),
            destination: Self.endpoint(side.peer),
            sequence: start.advanced(by: isSYN ? -1 : 0).rawValue,
            acknowledgment: acknowledged.rawValue,
            flags: operation.flags,
            window: 1000,
            options: 0..<0,
            payload: 0..<payload.count,
            payloadLength: operation.length
        )
        let time = Timestamp(nanoseconds: number * 1_000_000)
        let (index, sender) = find(packet, time)
        place(packet, payload, operation, start, index, sender, time)
        for side in Side.allCases { drain(index, side) }
        bound(index, sender)
        demand(connections[index].anomalies.count <= limits.anomalies, "anomalies are bounded")
    }

    /// Where a packet belongs: none is retired, so that the place of a connection is its number.
    private mutating func find(_ packet: TCPPacket, _ time: Timestamp) -> (Int, Side) {
        if case .known(let place, let side) = table.look(from: packet.source, to: packet.destination),
            !connections[place].isReused(by: packet.segment, from: side)
        {
            return (place, side)
        }
        // Models are of one connection: when the ports are used again, that one has ended.
        models = [HalfModel(), HalfModel()]
        connections.append(
            Connection(
                index: connections.count,
                openedBy: packet,
                number: number,
                time: time,
                reusesPorts: connections.count > 0
            )
        )
        return table.open(packet, time: time)
    }

    private mutating func place(
        _ packet: TCPPacket,
        _ payload: [UInt8],
        _ operation: Operation,
        _ start: SequenceNumber,
        _ index: Int,
        _ side: Side,
        _ time: Timestamp
    ) {
        let before = connections[index][side].next
        let odd = connections[index].anomalies.count + connections[index].anomaliesLeftOut
        var placement = Half.Placement()
        connections[index].take(
            CapturedSegment(packet.segment, number: number, time: time),
            payload.rawSpan,
            from: side,
            limits: limits,
            into: &placement
        )
        let after = connections[index].anomalies.count + connections[index].anomaliesLeftOut
        let write = HalfModel.Write(
            place: placement.range,
            start: start,
            captured: payload.count,
            length: packet.payloadLength,
            copy: operation.copy
        )
        let model = Int(side.rawValue)
        models[model].note(write, next: before, isOdd: after > odd)
        if let carrier = placement.carrier {
            demand(carrier.range.count == placement.direct.count, "a carrier has the bytes that are in order")
            demand(placement.direct.upperBound <= payload.count, "what is in order is in the packet")
            models[model].deliver(Array(payload[placement.direct]), at: carrier.range)
        } else {
            demand(placement.direct.isEmpty, "what is in order has a carrier")
        }
        if placement.isSettled { demand(!hasDelivery(index), "a settled connection has nothing to hand on") }
    }

    private func hasDelivery(_ index: Int) -> Bool {
        Side.allCases.contains { connections[index][$0].hasDelivery }
    }

    private mutating func drain(_ index: Int, _ side: Side) {
        let model = Int(side.rawValue)
        while let delivery = connections[index][side].nextDelivery() {
            switch delivery {
            case .held(let carrier, let bytes):
                demand(carrier.range.count == bytes.count, "a carrier has the bytes that had waited")
                models[model].deliver(bytes, at: carrier.range)
            case .gap(let range): models[model].skip(range)
            }
        }
        demand(connections[index][side].next == models[model].next, "the half knows how far it is")
    }

    /// Gives up holes while too much waits, as the pipeline does.
    private mutating func bound(_ index: Int, _ side: Side) {
        while connections[index][side].heldCost > limits.heldPerHalf {
            demand(connections[index][side].giveUpFirstHole(), "what waits, waits behind a hole")
            drain(index, side)
        }
    }

    mutating func finish() {
        let last = connections.count - 1
        guard last >= 0 else { return }
        for side in Side.allCases {
            connections[last][side].finish()
            drain(last, side)
            let model = models[Int(side.rawValue)]
            Self.judge(connections[last][side], model)
        }
    }

    private static func judge(_ half: borrowing Half, _ model: HalfModel) {
        demand(half.bytes == model.bytes, "the half counts its bytes")
        demand(half.bytes + half.missing == half.next, "bytes and gaps are the stream")
        let isEmpty = half.heldCost == 0 && !half.hasHoles
        demand(isEmpty, "nothing waits in the end")
        demand(model.reach <= model.next, "nothing that was placed is lost")
    }

    private static func endpoint(_ side: Side) -> Endpoint {
        Endpoint(address: IPAddress(ipv4: 0x0A00_0001), port: side == .client ? 40_000 : 80)
    }
}
