import SeamBytes

/// The frame of RHSocketKit's examples: separator, type and length, all little-endian.
struct RHSocket: FrameFormat {
    static let longest = 1 << 20
    static let number: StaticString = "separator"

    init(from side: Side) {}

    func head(_ input: borrowing ByteCursor) -> FrameHead {
        guard let separator = input.little16(0), let type = input.little16(2), let length = input.little32(4)
        else { return .needMore }
        return .frame(Frame(type, number: separator, size: 8 + length))
    }

    /// Nothing in the header is fixed: never recognised.
    func evidence(_ frame: Frame, _ input: borrowing ByteCursor) -> Int? { nil }

    static func name(of type: Int) -> StaticString { "" }

    static func write(_ message: FrameMessage, into writer: inout ByteWriter) throws(EncodingError) {
        try writer.announce(message.number, width: 2, order: .little)
        try writer.announce(message.type, width: 2, order: .little)
        try writer.announce(message.content.count, width: 4, order: .little)
        writer.write(message.content)
    }

    static let codec = codec(
        "rhsocket",
        "RHSocketKit's frame of separator, type and length",
        layout: "| separator 2 LE | type 2 LE | length 4 LE | content ... |   length counts the content",
        source: "RHSocketKit, custom codec of 0330"
    )
}
