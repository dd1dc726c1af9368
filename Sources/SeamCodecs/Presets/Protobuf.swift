import SeamBytes

/// Protocol buffers in a row, each behind its length as a varint; the first field of each is told.
struct Protobuf: FrameFormat {
    static let longest = 64 << 20
    static let ownRules = [tooWide]
    static let tooWide = Rule(
        "protobuf.too-wide",
        "the length has more than 32 bits",
        source: "Protocol Buffers, \"Encoding\", Base 128 Varints"
    )

    init(from side: Side) {}

    func head(_ input: borrowing ByteCursor) -> FrameHead {
        var length = 0
        for index in 0..<5 {
            guard let byte = input.byte(index) else { return .needMore }
            length |= (byte & 0x7f) << (7 * index)
            guard byte < 0x80 else { continue }
            guard length <= Int(UInt32.max) else { return .broken(Self.tooWide) }
            guard length > 0 else { return .frame(Frame(size: index + 1)) }
            guard let tag = input.byte(index + 1) else { return .needMore }
            return .frame(Frame(number: tag < 0x80 ? tag >> 3 : -1, size: index + 1 + length))
        }
        return .broken(Self.tooWide)
    }

    /// Nothing in the header is fixed: never recognised.
    func evidence(_ frame: Frame, _ input: borrowing ByteCursor) -> Int? { nil }

    static let number: StaticString = "first_field"
    static func name(of type: Int) -> StaticString { "" }

    static func write(_ message: FrameMessage, into writer: inout ByteWriter) throws(EncodingError) {
        try VarintEncoder(maximum: longest).encode(message.content, into: &writer)
    }

    static let codec = codec(
        "protobuf",
        "protocol buffers behind their length as a varint",
        layout: "| length 1 to 5 bytes, 7 bits each, the lowest first | message ... |",
        source: "Protocol Buffers, \"Techniques\", Streaming Multiple Messages"
    )
}
