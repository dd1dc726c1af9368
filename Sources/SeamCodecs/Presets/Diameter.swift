import SeamBytes

/// Diameter messages: version, three bytes of length, flags and command.
struct Diameter: FrameFormat {
    static let longest = 1 << 24
    static let number: StaticString = "hop_by_hop"
    static let ownRules = [version, alignment]
    static let version = Rule("diameter.version", "the version is not 1", source: "RFC 6733 §3")
    static let alignment = Rule(
        "diameter.alignment",
        "the length is no multiple of four",
        source: "RFC 6733 §3"
    )

    init(from side: Side) {}

    func head(_ input: borrowing ByteCursor) -> FrameHead {
        guard let word = input.big32(0), let command = input.big32(4), let id = input.big32(12) else {
            return .needMore
        }
        guard word >> 24 == 1 else { return .broken(Self.version) }
        let size = word & 0xff_ffff
        guard size.isMultiple(of: 4) else { return .broken(Self.alignment, WireNumber(UInt64(size))) }
        return .frame(Frame(command & 0xff_ffff, number: id, size: size), atLeast: 20)
    }

    func evidence(_ frame: Frame, _ input: borrowing ByteCursor) -> Int? {
        guard let flags = input.byte(4), flags & 0x0f == 0 else { return nil }
        return Self.name(of: frame.type).utf8CodeUnitCount > 0 ? 32 : 12
    }

    static func kind(of frame: Frame) -> UnitKind { frame.type == 280 ? .heartbeat : .message }

    static func name(of type: Int) -> StaticString {
        switch type {
        case 257: "Capabilities-Exchange"
        case 258: "Re-Auth"
        case 265: "AA"
        case 268: "Diameter-EAP"
        case 271: "Accounting"
        case 272: "Credit-Control"
        case 274: "Abort-Session"
        case 275: "Session-Termination"
        case 280: "Device-Watchdog"
        case 282: "Disconnect-Peer"
        case 316: "Update-Location"
        case 317: "Cancel-Location"
        case 318: "Authentication-Information"
        case 321: "Purge-UE"
        default: ""
        }
    }

    static func write(_ message: FrameMessage, into writer: inout ByteWriter) throws(EncodingError) {
        guard message.content.count.isMultiple(of: 4) else {
            throw EncodingError("\(message.content.count) bytes of AVPs, which is no multiple of four")
        }
        writer.write(1)
        try writer.announce(20 + message.content.count, width: 3)
        writer.write(0x80)
        try writer.announce(message.type, width: 3)
        try writer.announce(0, width: 4)
        try writer.announce(message.number, width: 4)
        try writer.announce(message.number, width: 4)
        writer.write(message.content)
    }

    static let codec = codec(
        "diameter",
        "Diameter messages",
        ports: [3868],
        layout: """
            | 01 | length 3 | flags 1 | command 3 | application 4 | hop-by-hop 4 | end-to-end 4 | AVPs ... |
            length counts all
            """,
        source: "RFC 6733 §3"
    )
}
