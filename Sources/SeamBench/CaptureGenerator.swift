import Seam

/// Makes a capture to measure with: connections that send messages of type and length, the same each time.
///
/// Both sides send, messages of 200 to 400 bytes in segments of 1460, and the peer acknowledges some.
struct CaptureGenerator: ~Copyable {
    static let size = 64 << 20
    /// Enough to count by, and made in no time.
    static let quickSize = 1 << 20
    static let spec = "tlc:type=2,length=4"

    static let connections = 64
    private static let segmentSize = 1460

    private var file: PcapFileWriter
    private var time = Timestamp(seconds: 1_700_000_000, nanoseconds: 0)
    private var random = Random(state: 11)
    private var messages = 0
    private var cuts = 0

    /// Writes a capture with at least `payload` bytes of messages.
    static func write(
        _ path: String,
        payload: Int,
        connections: Int = connections
    ) throws(CaptureError) -> Feed {
        var generator = CaptureGenerator(
            file: try PcapFileWriter(path: path, linkType: LinkType.ethernet.rawValue)
        )
        try generator.run(payload: payload, connections: connections)
        try generator.file.flush()
        let truth = Feed.Truth(messages: generator.messages, cuts: generator.cuts)
        return Feed(path: path, spec: spec, truth: truth)
    }

    private init(file: consuming PcapFileWriter) { self.file = file }

    private mutating func run(payload: Int, connections: Int) throws(CaptureError) {
        var halves: [Sender] = []
        for index in 0..<connections {
            let client = Endpoint(address: IPAddress(ipv4: 0x0A00_0001), port: UInt16(10_000 + index))
            let server = Endpoint(address: IPAddress(ipv4: 0x0A00_0002), port: 9_000)
            halves.append(Sender(from: client, to: server))
            halves.append(Sender(from: server, to: client))
            try open(&halves, 2 * index)
        }
        var left = payload
        while left > 0 {
            let index = random.next(below: halves.count)
            left -= fill(&halves[index], upTo: Self.segmentSize)
            try send(&halves[index], Self.segmentSize)
            if random.next(below: 10) < 3 { try acknowledge(halves, index) }
        }
        for index in halves.indices {
            while !halves[index].queue.isEmpty { try send(&halves[index], Self.segmentSize) }
        }
    }

    private mutating func open(_ halves: inout [Sender], _ client: Int) throws(CaptureError) {
        try write(halves[client], flags: .syn)
        try write(halves[client + 1], flags: [.syn, .ack])
        halves[client].sequence += 1
        halves[client + 1].sequence += 1
        try acknowledge(halves, client + 1)
    }

    /// Queues messages until a segment is full; returns how many bytes.
    private mutating func fill(_ sender: inout Sender, upTo count: Int) -> Int {
        let before = sender.queue.count
        while sender.queue.count < count {
            var message = ByteWriter()
            let length = 200 + random.next(below: 200)
            message.write(UInt64(random.next(below: 16)), width: 2, order: .big)
            message.write(UInt64(length), width: 4, order: .big)
            message.write([UInt8](repeating: UInt8(random.next(below: 256)), count: length))
            sender.queue += message.bytes
            sender.borders.append(sender.queue.count)
            messages += 1
        }
        return sender.queue.count - before
    }

    /// Sends what is queued, at most `count` bytes.
    private mutating func send(_ sender: inout Sender, _ count: Int) throws(CaptureError) {
        let payload = Array(sender.queue.prefix(count))
        try write(sender, flags: [.psh, .ack], payload: payload)
        sender.sequence += UInt32(payload.count)
        sender.queue.removeFirst(payload.count)
        // A segment that does not end with a message cuts one.
        if !sender.borders.contains(payload.count) { cuts += 1 }
        sender.borders = sender.borders.map { $0 - payload.count }.filter { $0 > 0 }
    }

    /// Lets the peer of a sender acknowledge all that it has sent.
    private mutating func acknowledge(_ halves: [Sender], _ index: Int) throws(CaptureError) {
        var peer = halves[index ^ 1]
        peer.acknowledgment = halves[index].sequence
        try write(peer, flags: .ack)
    }

    private mutating func write(
        _ sender: Sender,
        flags: TCPFlags,
        payload: [UInt8] = []
    ) throws(CaptureError) {
        time.nanoseconds += 10_000
        let header = TCPHeader(
            from: sender.source,
            to: sender.destination,
            flags: flags,
            sequence: sender.sequence,
            acknowledgment: sender.acknowledgment
        )
        // It can be made: both addresses are IPv4, and there are no options.
        guard let bytes = try? PacketTemplate(header, payload: payload).bytes() else { return }
        try file.append(time: time, bytes: bytes.rawSpan)
    }
}

/// One side of a connection that is made up.
private struct Sender {
    let source: Endpoint
    let destination: Endpoint
    var sequence: UInt32 = 1000
    var acknowledgment: UInt32 = 1001
    /// Bytes not sent yet.
    var queue: [UInt8] = []
    /// Where messages end in them.
    var borders: [Int] = []

    init(from source: Endpoint, to destination: Endpoint) {
        self.source = source
        self.destination = destination
    }
}

/// Knuth's MMIX generator: the same numbers on every machine.
private struct Random {
    var state: UInt64

    mutating func next(below bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % bound
    }
}
