import SeamBytes

/// Thrift messages in the framed transport: four bytes of length, then the binary or compact protocol.
struct Thrift: FrameFormat {
    static let longest = 16 << 20

    init(from side: Side) {}

    func head(_ input: borrowing ByteCursor) -> FrameHead {
        guard let length = input.big32(0) else { return .needMore }
        guard length >= 4 else { return .broken(FrameRule.tooShort, WireNumber(UInt64(length))) }
        guard let word = input.big32(4) else { return .needMore }
        return .frame(Frame(Self.type(word), size: 4 + length))
    }

    /// The message type of either protocol's header; -1 where it is none of them.
    private static func type(_ word: Int) -> Int {
        if word >> 16 == 0x8001 { return word & 0xff }
        if word >> 24 == 0x82, word >> 16 & 0x1f == 1 { return word >> 21 & 7 }
        return -1
    }

    func evidence(_ frame: Frame, _ input: borrowing ByteCursor) -> Int? {
        (1...4).contains(frame.type) ? 30 : nil
    }

    static func name(of type: Int) -> StaticString {
        switch type {
        case 1: "call"
        case 2: "reply"
        case 3: "exception"
        case 4: "oneway"
        default: ""
        }
    }

    static func write(_ message: FrameMessage, into writer: inout ByteWriter) throws(EncodingError) {
        try writer.announce(4 + message.content.count, width: 4)
        writer.write([0x80, 1, 0])
        try writer.announce(message.type, width: 1)
        writer.write(message.content)
    }

    static let codec = codec(
        "thrift",
        "Thrift messages in the framed transport",
        ports: [9090],
        layout:
            "| length 4 | 80 01 00 type | name, sequence, arguments ... |   length counts what follows it",
        source: "Apache Thrift, \"Thrift Remote Procedure Call\", framed transport"
    )
}
