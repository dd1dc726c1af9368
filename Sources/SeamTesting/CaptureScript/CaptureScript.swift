public import SeamBytes
public import SeamCapture
public import SeamPackets

/// A capture written as text that a person can read and review, and the packets that it stands for.
///
///     # 20 ms round trip; the second segment is lost and sent again
///     connection client=10.0.0.1:40000 server=10.0.0.2:9999 mss=1460 rtt=20ms
///     +0ms    handshake
///     +1ms    client "one\n" "two\n"          # one segment, two messages
///     +20ms   server ack
///     +1ms    client lost "three\n"
///     +200ms  client @8 "three\n"
///     +1ms    close client
///
/// One line is one thing that happens: a time (behind the line before: `+1ms`; since the start: `=1.5s`), the name
/// of a connection with a colon where there are several, and what happens. What needs no saying is kept track of:
/// sequence and acknowledgment numbers, windows, IP identifications, TCP timestamps. `fixtures/README.md` lists all words.
///
/// A script checks itself: bytes sent again must be those sent before, unless the line says `other`.
public struct CaptureScript: Sendable {
    /// One packet as a capture records it.
    public struct Packet: Hashable, Sendable {
        /// When it was captured.
        public var time: Timestamp
        /// What was captured of it, from the link layer on.
        public var bytes: [UInt8]
        /// How many bytes it had on the wire.
        public var originalLength: Int
    }

    /// What each packet starts with.
    public let linkType: LinkType
    /// The packets in the order of the capture.
    public let packets: [Packet]

    /// Reads a script and plays it; throws the first thing that is wrong, with its line.
    public init(_ text: String) throws(CaptureScriptError) {
        var player = Player()
        var number = 0
        for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            guard let statement = try Parser.statement(Array(line), line: number) else { continue }
            try player.play(statement)
        }
        linkType = player.recording.linkType
        packets = player.packets
    }

    /// Hands out the packets as a reader of the capture would, numbered from 1.
    public func play(_ take: (borrowing CapturedPacket) -> Void) {
        for (index, packet) in packets.enumerated() {
            take(
                CapturedPacket(
                    number: index + 1,
                    time: packet.time,
                    originalLength: packet.originalLength,
                    linkType: linkType.rawValue,
                    bytes: packet.bytes.rawSpan
                )
            )
        }
    }

    /// The packets as a pcap file with times in nanoseconds.
    public func pcap() -> [UInt8] {
        var writer = PcapWriter(linkType: linkType.rawValue)
        for packet in packets {
            writer.append(time: packet.time, bytes: packet.bytes, originalLength: packet.originalLength)
        }
        return writer.bytes
    }
}

/// What is wrong with a capture script.
public struct CaptureScriptError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The number of the line, from 1.
    public var line: Int
    /// What is wrong with it and what would be right.
    public var text: String

    /// An error in a line.
    public init(line: Int, _ text: String) {
        self.line = line
        self.text = text
    }

    /// The error as `line 3: ...`.
    public var description: String { "line \(line): \(text)" }
}
