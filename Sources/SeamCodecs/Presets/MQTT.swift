import SeamBytes

/// MQTT 3.1, 3.1.1 and 5 control packets: type and flags in one byte, then the remaining length by sevens.
struct MQTT: FrameFormat {
    static let longest = 256 << 20
    static let ownRules = [reserved, malformed]
    static let reserved = Rule(
        "mqtt.reserved-type",
        "the control packet type is 0, which is reserved",
        source: "MQTT 3.1.1, 2.2.1"
    )
    static let malformed = Rule(
        "mqtt.malformed-length",
        "the remaining length has more than four bytes",
        source: "MQTT 3.1.1, 2.2.3"
    )

    /// The first byte and the remaining length.
    static func headerSize(of frame: Frame) -> Int {
        switch frame.size {
        case ..<130: 2
        case ..<16_387: 3
        case ..<2_097_156: 4
        default: 5
        }
    }

    let side: Side

    init(from side: Side) { self.side = side }

    func head(_ input: borrowing ByteCursor) -> FrameHead {
        guard let first = input.byte(0) else { return .needMore }
        guard first >= 16 else { return .broken(Self.reserved) }
        var length = 0
        for index in 0..<4 {
            guard let byte = input.byte(1 + index) else { return .needMore }
            length |= (byte & 0x7f) << (7 * index)
            if byte < 0x80 { return .frame(Frame(first >> 4, size: 2 + index + length)) }
        }
        return .broken(Self.malformed)
    }

    func evidence(_ frame: Frame, _ input: borrowing ByteCursor) -> Int? {
        guard let first = input.byte(0), Self.senders(of: frame.type).contains(side) else { return nil }
        let flags = first & 15
        let header = Self.headerSize(of: frame)
        switch frame.type {
        case 1:
            guard flags == 0, let name = input.big16(header) else { return flags == 0 ? 6 : nil }
            if name == 4 { return input.holds("MQTT", at: header + 2) == false ? nil : 48 }
            if name == 6 { return input.holds("MQIsdp", at: header + 2) == false ? nil : 48 }
            return nil
        case 2:
            guard flags == 0, frame.size >= 4 else { return nil }
            guard let acknowledged = input.byte(2), acknowledged <= 1 else { return nil }
            return frame.size == 4 ? 24 : 14
        case 3:
            guard flags & 6 != 6, let topic = input.big16(header) else { return nil }
            guard topic > 0, topic <= frame.size - header - 2 else { return nil }
            var count = 0
            while count < min(topic, 32), let sign = input.byte(header + 2 + count) {
                guard sign >= 0x20 else { return nil }
                count += 1
            }
            return count >= 4 ? 14 : 6
        case 6, 8, 10:
            guard flags == 2, frame.size >= 4, frame.size < 1 << 16 else { return nil }
            return frame.type == 6 && frame.size == 4 ? 16 : 6
        case 12, 13: return flags == 0 && frame.size == 2 ? 14 : nil
        case 14: return flags == 0 && frame.size <= 10 ? 8 : nil
        default:
            guard flags == 0, frame.size >= 4, frame.size < 256 else { return nil }
            return frame.size == 4 ? 16 : 6
        }
    }

    /// Who sends packets of a type (MQTT 3.1.1, table 2.1).
    private static func senders(of type: Int) -> [Side] {
        switch type {
        case 1, 8, 10, 12: [.client]
        case 2, 9, 11, 13: [.server]
        default: Side.allCases
        }
    }

    static func kind(of frame: Frame) -> UnitKind {
        frame.type == 12 || frame.type == 13 ? .heartbeat : .message
    }

    static func name(of type: Int) -> StaticString {
        switch type {
        case 1: "CONNECT"
        case 2: "CONNACK"
        case 3: "PUBLISH"
        case 4: "PUBACK"
        case 5: "PUBREC"
        case 6: "PUBREL"
        case 7: "PUBCOMP"
        case 8: "SUBSCRIBE"
        case 9: "SUBACK"
        case 10: "UNSUBSCRIBE"
        case 11: "UNSUBACK"
        case 12: "PINGREQ"
        case 13: "PINGRESP"
        case 14: "DISCONNECT"
        case 15: "AUTH"
        default: ""
        }
    }

    static func write(_ message: FrameMessage, into writer: inout ByteWriter) throws(EncodingError) {
        guard (1...15).contains(message.type), message.content.count < 1 << 28 else {
            throw EncodingError("type \(message.type) with \(message.content.count) bytes")
        }
        let flags = [6, 8, 10].contains(message.type) ? 2 : 0
        writer.write(UInt8(message.type << 4 | flags))
        var rest = message.content.count
        while rest >= 0x80 {
            writer.write(UInt8(rest & 0x7f) | 0x80)
            rest >>= 7
        }
        writer.write(UInt8(rest))
        writer.write(message.content)
    }

    static let codec = codec(
        "mqtt",
        "MQTT 3.1, 3.1.1 and 5 control packets",
        ports: [1883],
        layout: """
            | type 4 bits, flags 4 bits | remaining length 1 to 4 bytes, 7 bits each | content |
            """,
        source: "MQTT 3.1.1 and 5.0 (OASIS), 2.1"
    )
}
