import SeamBytes

/// RTMP: the handshake, then chunks, which carry pieces of messages that may be interleaved.
///
/// A unit is a chunk, for a message whose chunks others stand between is no range of bytes.
struct RTMP: FrameFormat {
    static let longest = 1 << 24
    static let number: StaticString = "chunk_stream"
    static let ownRules = [version, unknownStream, manyStreams]
    static let version = Rule(
        "rtmp.version",
        "the handshake does not begin with version 3",
        source: "RTMP 1.0, 5.2.2"
    )
    static let unknownStream = Rule(
        "rtmp.header",
        "a chunk with a short header is the first of its chunk stream",
        source: "RTMP 1.0, 5.3.1.2"
    )
    static let manyStreams = Rule("rtmp.chunk-streams", "more than 256 chunk streams")

    /// Types that are no messages'.
    private enum Special {
        static let hello = 256
        static let echo = 257
    }

    /// What is known of a chunk stream: from its last full header.
    private struct Stream {
        var type = 0
        var length = 0
        /// The bytes of the message in hand that are still to come; 0 between messages.
        var left = 0
        var hasExtendedTime = false
    }

    private var handshake = 0
    private var chunkSize = 128
    private var streams: [Int: Stream] = [:]

    init(from side: Side) {}

    func head(_ input: borrowing ByteCursor) -> FrameHead {
        switch handshake {
        case 0:
            guard let version = input.byte(0) else { return .needMore }
            guard version == 3 else { return .broken(Self.version) }
            return .frame(Frame(Special.hello, size: 1537))
        case 1: return .frame(Frame(Special.echo, size: 1536))
        default: return chunk(input).map { $0.head } ?? .needMore
        }
    }

    private struct Chunk {
        var head: FrameHead
        var stream = Stream()
        var newChunkSize: Int?
    }

    private func chunk(_ input: borrowing ByteCursor) -> Chunk? {
        guard let first = input.byte(0) else { return nil }
        var id = first & 0x3f
        var size = 1
        if id < 2 {
            guard let low = input.byte(1) else { return nil }
            size = 2
            if id == 1 {
                guard let high = input.byte(2) else { return nil }
                size = 3
                id = high << 8 + low + 64
            } else {
                id = low + 64
            }
        }
        let form = first >> 6
        let known = streams[id]
        var stream = known ?? Stream()
        guard form == 0 || known != nil else { return Chunk(head: .broken(Self.unknownStream)) }
        guard known != nil || streams.count < 256 else { return Chunk(head: .broken(Self.manyStreams)) }
        if form < 3 {
            guard let time = input.unsigned(at: size, width: 3, .big) else { return nil }
            stream.hasExtendedTime = time == 0xff_ffff
        }
        if form < 2 {
            guard let length = input.unsigned(at: size + 3, width: 3, .big), let type = input.byte(size + 6)
            else {
                return nil
            }
            stream.length = Int(length)
            stream.type = type
        }
        size += [11, 7, 3, 0][form] + (stream.hasExtendedTime ? 4 : 0)
        let isFirst = stream.left == 0 || form < 3
        if isFirst { stream.left = stream.length }
        let body = min(stream.left, chunkSize)
        stream.left -= body
        var part = Frame.Part.whole
        if stream.length > chunkSize { part = isFirst ? .first : stream.left > 0 ? .middle : .last }
        var chunk = Chunk(head: .needMore, stream: stream)
        if stream.type == 1, isFirst {
            guard let value = input.big32(size) else { return nil }
            chunk.newChunkSize = max(1, min(value & 0x7fff_ffff, 0xff_ffff))
        }
        chunk.head = .frame(Frame(stream.type, number: id, size: size + body, part: part))
        return chunk
    }

    mutating func passed(_ frame: Frame, _ input: borrowing ByteCursor) {
        if handshake < 2 {
            handshake += 1
            return
        }
        guard let chunk = chunk(input) else { return }
        streams[frame.number] = chunk.stream
        if let size = chunk.newChunkSize { chunkSize = size }
    }

    func evidence(_ frame: Frame, _ input: borrowing ByteCursor) -> Int? {
        // C1 and S1: a time, then four zeros, then 1528 random bytes.
        guard frame.type == Special.hello else { return handshake > 1 ? 4 : 0 }
        guard input.available >= 200 || input.available == 1 else { return 0 }
        guard let zeros = input.big32(5) else { return 4 }
        return zeros == 0 ? 34 : 12
    }

    static func name(of type: Int) -> StaticString {
        switch type {
        case Special.hello: "handshake 0 and 1"
        case Special.echo: "handshake 2"
        case 1: "Set Chunk Size"
        case 2: "Abort Message"
        case 3: "Acknowledgement"
        case 4: "User Control"
        case 5: "Window Acknowledgement Size"
        case 6: "Set Peer Bandwidth"
        case 8: "audio"
        case 9: "video"
        case 15, 18: "data"
        case 16, 19: "shared object"
        case 17, 20: "command"
        case 22: "aggregate"
        default: ""
        }
    }

    static func write(_ message: FrameMessage, into writer: inout ByteWriter) throws(EncodingError) {
        // The handshake is no message: whoever opens a stream writes it first.
        guard (2...63).contains(message.number), message.content.count <= 128 else {
            throw EncodingError("a chunk of \(message.content.count) bytes")
        }
        writer.write(UInt8(message.number))
        try writer.announce(0, width: 3)
        try writer.announce(message.content.count, width: 3)
        try writer.announce(message.type, width: 1)
        try writer.announce(0, width: 4)
        writer.write(message.content)
    }

    static let codec = codec(
        "rtmp",
        "RTMP handshake and chunks",
        ports: [1935],
        layout: """
            handshake | 03 | 1536 bytes | 1536 bytes |
            chunk     | form, chunk stream 1 to 3 | header 11, 7, 3 or 0 | data, at most the chunk size |
            """,
        source: "RTMP 1.0 (Adobe), 5.2 and 5.3"
    )
}
