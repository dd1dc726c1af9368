public import SeamBytes
public import SeamPackets
public import SeamStreams

/// A TCP packet, or what was read at once, as a row of `seam segments`.
public struct SegmentLine: Sendable {
    /// The connection's number.
    public var stream: Int
    /// The sender.
    public var from: Side
    /// The number of the packet, from 1.
    public var packet: Int
    /// When it was captured.
    public var time: Timestamp
    /// Where its payload belongs in the stream; empty when there is none.
    public var range: ByteRange
    /// The control bits.
    public var flags: TCPFlags
    /// How the payload came.
    public var arrival: Arrival
    /// What Wireshark says of the packet.
    public var labels: LabelSet
    /// The indices of the units that have bytes in `range`.
    public var units = 0..<0
    /// What was read, in a row that is no packet.
    var read: Piece?

    /// A packet of which the units are not known yet.
    public init(
        stream: Int,
        from: Side,
        packet: Int,
        time: Timestamp,
        range: ByteRange,
        flags: TCPFlags,
        arrival: Arrival,
        labels: LabelSet = LabelSet()
    ) {
        self.stream = stream
        self.from = from
        self.packet = packet
        self.time = time
        self.range = range
        self.flags = flags
        self.arrival = arrival
        self.labels = labels
    }

    /// Appends the packet as a line of JSON (DESIGN section 8); `origin` is what `at` counts from.
    ///
    /// `arrival` is left out for a packet without payload.
    public func json(origin: Timestamp, into rows: inout RowBuffer) {
        if let read { return json(read, origin: origin, into: &rows) }
        rows.beginObject()
        rows.member("stream", stream)
        rows.member("from", word: from.name)
        rows.member("packet", packet)
        rows.member("at", seconds: time.since(origin))
        rows.member("start", range.start)
        rows.member("end", range.end)
        rows.member("flags", flags)
        rows.beginArray("labels")
        for label in labels { rows.element(word: label.name) }
        rows.endArray()
        if arrival != .none { rows.member("arrival", word: arrival.name) }
        unitMember(&rows)
        rows.endObject()
        rows.endLine()
    }

    /// The title row of the text.
    public static let title: StaticString =
        "PACKET          AT STREAM FROM   FLAGS       RANGE ARRIVAL        UNITS  LABELS\n"

    /// Appends the packet as a row of text; `origin` is what the times count from.
    public func text(origin: Timestamp, into rows: inout RowBuffer) {
        if let read { return text(read, origin: origin, into: &rows) }
        rows.cell(6, packet)
        rows.cell(11) { $0.append(seconds: time.since(origin)) }
        rows.cell(6, stream)
        rows.cell(6, .left, from.name)
        rows.cell(5, .left) { $0.append(flags) }
        rows.cell(11) { if range.isEmpty { $0.append("-") } else { $0.append(range) } }
        rows.cell(14, .left, arrival == .none ? "-" : arrival.name)
        rows.append(UInt8.space)
        unitCell(&rows)
        for label in labels {
            rows.append("  ")
            rows.append(label.name)
        }
        rows.endRow()
    }
}

extension SegmentLine {
    func unitMember(_ rows: inout RowBuffer) {
        rows.beginArray("units")
        for unit in units { rows.element(unit) }
        rows.endArray()
    }

    func unitCell(_ rows: inout RowBuffer) {
        guard let first = units.first else { return rows.append("-") }
        rows.append(decimal: first)
        guard units.count > 1 else { return }
        rows.append("-")
        rows.append(decimal: units.upperBound - 1)
    }
}

extension RowBuffer {
    fileprivate mutating func member(_ name: StaticString, _ flags: TCPFlags) {
        append(name: name)
        append(UInt8(ascii: "\""))
        append(flags)
        append(UInt8(ascii: "\""))
    }

    /// Appends a letter for each flag that is set.
    fileprivate mutating func append(_ flags: TCPFlags) {
        for bit in 0..<8 where flags.rawValue & 1 << UInt16(bit) != 0 { append(TCPFlags.letter(of: bit)) }
    }
}
