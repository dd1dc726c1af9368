import SeamBytes

/// AMQP 0-9-1: the protocol header, then frames that end in ce.
struct AMQP: FrameFormat {
    static let longest = 16 << 20
    static let number: StaticString = "channel"
    static let ownRules = [frameType, frameEnd]
    static let frameType = Rule(
        "amqp.frame-type",
        "no frame of AMQP 0-9-1 has this type",
        source: "AMQP 0-9-1, 4.2.3"
    )
    static let frameEnd = Rule("amqp.frame-end", "the frame does not end in ce", source: "AMQP 0-9-1, 4.2.3")

    /// The type of the protocol header.
    private static let protocolHeader = 0x41 << 32
    /// Longer frames are not waited for to see their last byte.
    private static let longestChecked = 64 << 10

    let side: Side

    init(from side: Side) { self.side = side }

    func head(_ input: borrowing ByteCursor) -> FrameHead {
        guard let type = input.byte(0) else { return .needMore }
        if type == 0x41 {
            guard let isHeader = input.holds("AMQP") else { return .needMore }
            guard isHeader else { return .broken(Self.frameType) }
            return .frame(Frame(Self.protocolHeader, size: 8))
        }
        guard (1...3).contains(type) || type == 8 || type == 4 else { return .broken(Self.frameType) }
        guard let channel = input.big16(1), let size = input.big32(3) else { return .needMore }
        if size <= Self.longestChecked {
            guard let end = input.byte(7 + size) else { return .needMore }
            guard end == 0xce else { return .broken(Self.frameEnd) }
        }
        var method = type << 32
        if type == 1, size >= 4 {
            guard let id = input.big32(7) else { return .needMore }
            method = id
        } else if type == 1 {
            return .broken(FrameRule.tooShort, WireNumber(UInt64(size)))
        }
        return .frame(Frame(method, number: channel, size: 8 + size))
    }

    func evidence(_ frame: Frame, _ input: borrowing ByteCursor) -> Int? {
        if frame.type == Self.protocolHeader, frame.size == 8, input.byte(0) == 0x41 {
            // AMQP 1.0 has another header (00 01 00 00) and other frames.
            guard let major = input.byte(5), let minor = input.byte(6) else { return 30 }
            return major == 0 && minor == 9 || major == 1 && minor == 1 ? 50 : nil
        }
        return Self.name(of: frame.type).utf8CodeUnitCount > 0 ? 30 : nil
    }

    static func kind(of frame: Frame) -> UnitKind { frame.type == 8 << 32 ? .heartbeat : .message }

    static func name(of type: Int) -> StaticString {
        switch type {
        case protocolHeader: "protocol header"
        case 2 << 32: "content header"
        case 3 << 32: "content body"
        case 8 << 32: "heartbeat"
        case 0x0a_000a: "connection.start"
        case 0x0a_000b: "connection.start-ok"
        case 0x0a_0014: "connection.secure"
        case 0x0a_0015: "connection.secure-ok"
        case 0x0a_001e: "connection.tune"
        case 0x0a_001f: "connection.tune-ok"
        case 0x0a_0028: "connection.open"
        case 0x0a_0029: "connection.open-ok"
        case 0x0a_0032: "connection.close"
        case 0x0a_0033: "connection.close-ok"
        case 0x0a_003c: "connection.blocked"
        case 0x0a_003d: "connection.unblocked"
        case 0x14_000a: "channel.open"
        case 0x14_000b: "channel.open-ok"
        case 0x14_0014: "channel.flow"
        case 0x14_0015: "channel.flow-ok"
        case 0x14_0028: "channel.close"
        case 0x14_0029: "channel.close-ok"
        case 0x28_000a: "exchange.declare"
        case 0x28_000b: "exchange.declare-ok"
        case 0x28_0014: "exchange.delete"
        case 0x28_0015: "exchange.delete-ok"
        case 0x32_000a: "queue.declare"
        case 0x32_000b: "queue.declare-ok"
        case 0x32_0014: "queue.bind"
        case 0x32_0015: "queue.bind-ok"
        case 0x32_001e: "queue.purge"
        case 0x32_001f: "queue.purge-ok"
        case 0x32_0028: "queue.delete"
        case 0x32_0029: "queue.delete-ok"
        case 0x32_0032: "queue.unbind"
        case 0x32_0033: "queue.unbind-ok"
        case 0x3c_000a: "basic.qos"
        case 0x3c_000b: "basic.qos-ok"
        case 0x3c_0014: "basic.consume"
        case 0x3c_0015: "basic.consume-ok"
        case 0x3c_001e: "basic.cancel"
        case 0x3c_001f: "basic.cancel-ok"
        case 0x3c_0028: "basic.publish"
        case 0x3c_0032: "basic.return"
        case 0x3c_003c: "basic.deliver"
        case 0x3c_0046: "basic.get"
        case 0x3c_0047: "basic.get-ok"
        case 0x3c_0048: "basic.get-empty"
        case 0x3c_0050: "basic.ack"
        case 0x3c_005a: "basic.reject"
        case 0x3c_006e: "basic.recover"
        case 0x3c_006f: "basic.recover-ok"
        case 0x3c_0078: "basic.nack"
        case 0x55_000a: "confirm.select"
        case 0x55_000b: "confirm.select-ok"
        case 0x5a_000a: "tx.select"
        case 0x5a_000b: "tx.select-ok"
        case 0x5a_0014: "tx.commit"
        case 0x5a_0015: "tx.commit-ok"
        case 0x5a_001e: "tx.rollback"
        case 0x5a_001f: "tx.rollback-ok"
        default: ""
        }
    }

    static func write(_ message: FrameMessage, into writer: inout ByteWriter) throws(EncodingError) {
        let isMethod = message.type < 1 << 32
        writer.write(UInt8(truncatingIfNeeded: isMethod ? 1 : message.type >> 32))
        try writer.announce(message.number, width: 2)
        try writer.announce(message.content.count + (isMethod ? 4 : 0), width: 4)
        if isMethod { try writer.announce(message.type, width: 4) }
        writer.write(message.content)
        writer.write(0xce)
    }

    static let codec = codec(
        "amqp",
        "AMQP 0-9-1 frames",
        ports: [5672],
        layout: """
            | type 1 | channel 2 | size 4 | payload ... | ce |      size counts the payload
            first of the client: | "AMQP" 00 00 09 01 |
            """,
        source: "AMQP 0-9-1, 2.3.5 and 4.2"
    )
}
