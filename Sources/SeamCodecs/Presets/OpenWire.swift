import SeamBytes

/// OpenWire commands of ActiveMQ: four bytes of size, the data type.
struct OpenWire: FrameFormat {
    static let longest = 100 << 20

    init(from side: Side) {}

    func head(_ input: borrowing ByteCursor) -> FrameHead {
        guard let length = input.big32(0) else { return .needMore }
        guard length >= 1 else { return .broken(FrameRule.tooShort, WireNumber(UInt64(length))) }
        guard let type = input.byte(4) else { return .needMore }
        return .frame(Frame(type, size: 4 + length))
    }

    func evidence(_ frame: Frame, _ input: borrowing ByteCursor) -> Int? {
        guard Self.name(of: frame.type).utf8CodeUnitCount > 0, frame.size < 16 << 20 else { return nil }
        if frame.type == 1 { return input.holds("ActiveMQ", at: 5) == true ? 60 : nil }
        return frame.size < 1 << 16 ? 8 : 2
    }

    static func kind(of frame: Frame) -> UnitKind { frame.type == 10 ? .heartbeat : .message }

    static func name(of type: Int) -> StaticString {
        switch type {
        case 1: "WIREFORMAT_INFO"
        case 2: "BROKER_INFO"
        case 3: "CONNECTION_INFO"
        case 4: "SESSION_INFO"
        case 5: "CONSUMER_INFO"
        case 6: "PRODUCER_INFO"
        case 7: "TRANSACTION_INFO"
        case 8: "DESTINATION_INFO"
        case 9: "REMOVE_SUBSCRIPTION_INFO"
        case 10: "KEEP_ALIVE_INFO"
        case 11: "SHUTDOWN_INFO"
        case 12: "REMOVE_INFO"
        case 14: "CONTROL_COMMAND"
        case 15: "FLUSH_COMMAND"
        case 16: "CONNECTION_ERROR"
        case 17: "CONSUMER_CONTROL"
        case 18: "CONNECTION_CONTROL"
        case 19: "PRODUCER_ACK"
        case 20: "MESSAGE_PULL"
        case 21: "MESSAGE_DISPATCH"
        case 22: "MESSAGE_ACK"
        case 23: "ACTIVEMQ_MESSAGE"
        case 24: "ACTIVEMQ_BYTES_MESSAGE"
        case 25: "ACTIVEMQ_MAP_MESSAGE"
        case 26: "ACTIVEMQ_OBJECT_MESSAGE"
        case 27: "ACTIVEMQ_STREAM_MESSAGE"
        case 28: "ACTIVEMQ_TEXT_MESSAGE"
        case 30: "RESPONSE"
        case 31: "EXCEPTION_RESPONSE"
        case 32: "DATA_RESPONSE"
        case 33: "DATA_ARRAY_RESPONSE"
        case 34: "INTEGER_RESPONSE"
        default: ""
        }
    }

    static func write(_ message: FrameMessage, into writer: inout ByteWriter) throws(EncodingError) {
        try writer.announce(1 + message.content.count, width: 4)
        try writer.announce(message.type, width: 1)
        writer.write(message.content)
    }

    static let codec = codec(
        "openwire",
        "OpenWire commands of ActiveMQ",
        ports: [61616],
        layout: "| size 4 | data type 1 | ... |   size counts what follows it",
        source: "Apache ActiveMQ, \"OpenWire Version 2 Specification\""
    )
}
