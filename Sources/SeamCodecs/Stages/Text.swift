import SeamBytes

/// Messages that are text in UTF-8, one a message below.
struct TextStage: Stage {
    struct Output: Equatable, Sendable {
        /// Whether it is UTF-8.
        var isValid: Bool
    }

    static let rules = [invalid]
    static let invalid = Rule("text.utf8", "the message is not UTF-8", source: "Unicode, table 3-7")

    mutating func take(_ message: RawSpan, at start: Int, into content: inout LayerContent) -> Output {
        content.append(message, from: start)
        return Output(isValid: UTF8Check.isValid(message))
    }

    static func violation(of output: Output) -> Violation? { output.isValid ? nil : Violation(invalid.id) }

    static func describe(_ output: Output, in bytes: RawSpan, at start: Int, into details: inout UnitDetails)
    {
        details.summary(bytes)
        details.field("length", bytes.byteCount)
    }

    static let codec = CodecDescription(
        name: "text",
        summary: "messages that are UTF-8 text, behind a framer",
        example: "rhsocket/text",
        layout: "| UTF-8 ... |   one a message of the layer below",
        rules: rules,
        source: "Unicode, table 3-7"
    ) { _ throws(SpecError) in
        CodecFactory("text", innerOnly: "stands behind a framer: length/text, rhsocket/text") { TextStage() }
    }
}
