import SeamBytes

/// What is known of a decoder that is wrong in one piece: a cut cannot show its fault, fewer messages can.
public struct WholeFault: Equatable, Sendable {
    /// The fewest messages, from the first on, with which it is wrong.
    public var messages: Int
    /// How many bytes these have.
    public var bytes: Int
    /// Whether it is right when each message of the stream comes alone; nil when there is only one.
    public var isRightAlone: Bool?

    /// How many beginnings of a stream are tried one after the other; beyond, each has twice as many messages.
    private static let steps = 64

    /// Feeds beginnings of the stream to `decode`; nil when the fault is not one of the messages alone.
    init?(_ test: DecoderCase, _ decode: (_ bytes: [UInt8], _ cuts: [Int]) -> DecoderAnswer) {
        func isWrong(_ count: Int) -> Bool {
            let part = test.prefix(count)
            return part.mistake(in: decode(part.bytes, [])) != nil
        }
        var right = 0
        var wrong = 1
        while wrong < test.messages.count, !isWrong(wrong) {
            right = wrong
            wrong = min(test.messages.count, wrong < Self.steps ? wrong + 1 : wrong * 2)
        }
        guard wrong <= test.messages.count else { return nil }
        while wrong - right > 1 {
            let middle = (right + wrong) / 2
            if isWrong(middle) { wrong = middle } else { right = middle }
        }
        messages = wrong
        bytes = test.prefix(wrong).bytes.count
        let borders = test.messages.map(\.range.end).filter { $0 < test.bytes.count }
        if test.messages.count > 1 { isRightAlone = test.mistake(in: decode(test.bytes, borders)) == nil }
    }
}

extension WholeFault: CustomStringConvertible {
    /// The fault in words.
    public var description: String {
        let first = messages == 1 ? "the first message" : "the first \(messages) messages"
        let size = bytes == 1 ? "1 byte" : "\(bytes) bytes"
        let alone = isRightAlone.map { ($0 ? "; right" : "; so too") + " when each message comes alone" }
        return "so already with \(first), \(size)" + (alone ?? "")
    }
}
