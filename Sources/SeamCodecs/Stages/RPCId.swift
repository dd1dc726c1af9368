import SeamBytes

/// RHSocketKit's RPC stage: a command id of four bytes, little-endian, then what it is about.
struct RPCIdStage: Stage {
    struct Output: Equatable, Sendable {
        /// The id; nil where the message is too short for one.
        var id: UInt32?
    }

    static let rules = [tooShort]
    static let tooShort = Rule(
        "rpc-id.too-short",
        "the message has no four bytes of id",
        source: "RHSocketKit"
    )

    mutating func take(_ message: RawSpan, at start: Int, into content: inout LayerContent) -> Output {
        guard let id = message.littleEndian(at: 0, as: UInt32.self) else { return Output(id: nil) }
        content.append(message.clamped(4..<message.byteCount), from: start + 4)
        return Output(id: id)
    }

    static func violation(of output: Output) -> Violation? {
        output.id == nil ? Violation(tooShort.id) : nil
    }

    static func describe(_ output: Output, in bytes: RawSpan, at start: Int, into details: inout UnitDetails)
    {
        guard let id = output.id else { return }
        details.summary("command ")
        details.summary(Int(id))
        details.summary(", ")
        details.summary(bytes.byteCount - 4)
        details.summary(" bytes")
        details.field("type", Int(id))
        details.field("length", bytes.byteCount - 4)
    }

    static let codec = CodecDescription(
        name: "rpc-id",
        summary: "RHSocketKit's command id in front of a message, behind a framer",
        example: "length:width=2/rpc-id/json",
        layout: "| id 4 LE | content ... |   one a message of the layer below",
        rules: rules,
        source: "RHSocketKit, RPC stage"
    ) { _ throws(SpecError) in
        CodecFactory("rpc-id", innerOnly: "stands behind a framer: length:width=2/rpc-id") { RPCIdStage() }
    }
}
