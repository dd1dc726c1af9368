import SeamBytes

/// Oracle's TNS packets: two bytes of length, four since version 315.
struct TNS: FrameFormat {
    static let longest = 2 << 20
    static let ownRules = [unknownType]
    static let unknownType = Rule("tns.type", "no packet type of TNS")

    init(from side: Side) {}

    func head(_ input: borrowing ByteCursor) -> FrameHead {
        guard let short = input.big16(0), let long = input.big32(0), let type = input.byte(4) else {
            return .needMore
        }
        guard Self.name(of: type).utf8CodeUnitCount > 0 else { return .broken(Self.unknownType) }
        // Later versions write four bytes, of which the first two are 0 for all but huge packets.
        return .frame(Frame(type, size: short == 0 ? long : short), atLeast: 8)
    }

    func evidence(_ frame: Frame, _ input: borrowing ByteCursor) -> Int? {
        guard input.byte(5) == 0 || frame.type == 6 else { return nil }
        guard frame.type == 1 else { return input.big16(0) == 0 ? 2 : 10 }
        // CONNECT: version 300 to 400, and the oldest one that is compatible.
        guard let version = input.big16(8), (300...400).contains(version) else { return nil }
        return 44
    }

    static func name(of type: Int) -> StaticString {
        switch type {
        case 1: "CONNECT"
        case 2: "ACCEPT"
        case 3: "ACK"
        case 4: "REFUSE"
        case 5: "REDIRECT"
        case 6: "DATA"
        case 7: "NULL"
        case 9: "ABORT"
        case 11: "RESEND"
        case 12: "MARKER"
        case 13: "ATTENTION"
        case 14: "CONTROL"
        default: ""
        }
    }

    static func write(_ message: FrameMessage, into writer: inout ByteWriter) throws(EncodingError) {
        try writer.announce(8 + message.content.count, width: 2)
        writer.write([0, 0])
        try writer.announce(message.type, width: 1)
        writer.write([0, 0, 0])
        writer.write(message.content)
    }

    static let codec = codec(
        "tns",
        "Oracle TNS packets",
        ports: [1521],
        layout:
            "| length 2 (4) | checksum 2 | type 1 | reserved 1 | header checksum 2 | data ... |   length counts all",
        source: "Oracle Net; Wireshark, packet-tns.c"
    )
}
