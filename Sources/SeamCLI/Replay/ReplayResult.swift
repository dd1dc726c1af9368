import Seam
import SeamConnection
import SeamReport

/// What came of playing one connection.
struct ReplayResult: Sendable {
    /// An answer that is not the captured one.
    struct Difference: Sendable {
        /// Which one, counted from 0; 0 where only bytes are compared.
        let index: Int
        let captured: [UInt8]
        let received: [UInt8]

        /// The first byte that differs.
        var offset: Int {
            zip(captured, received).prefix { $0 == $1 }.reduce(0) { count, _ in count + 1 }
        }
    }

    let stream: Int
    let side: Side
    let codec: String
    let peer: Endpoint
    let sentBytes: Int
    let sentPieces: Int
    let isCountedInMessages: Bool
    let captured: Int
    let received: Int
    /// How the peer ended.
    let ending: String
    /// What kept it from being played to its end.
    let trouble: String?
    private(set) var differences: [Difference] = []
    private(set) var equal = 0
    private let comparison: AnswerComparison

    init(
        _ talk: CapturedTalk,
        _ script: ReplayScript,
        _ answers: TalkAnswers,
        side: Side,
        peer: Endpoint,
        sent: (bytes: Int, pieces: Int),
        ending: String,
        trouble: String?,
        _ comparison: AnswerComparison
    ) {
        stream = talk.stream
        codec = talk.codec
        self.side = side
        self.peer = peer
        (sentBytes, sentPieces) = sent
        isCountedInMessages = answers.hasMessages
        captured = script.expected.count
        received = answers.count
        self.ending = ending
        self.trouble = trouble
        self.comparison = comparison
        guard comparison == .bytes else { return }
        if isCountedInMessages {
            for (index, pair) in zip(script.expected.messages, answers.messages).enumerated() {
                if pair.0 == pair.1 {
                    equal += 1
                } else {
                    differences.append(Difference(index: index, captured: pair.0, received: pair.1))
                }
            }
        } else {
            equal = zip(script.expected.bytes, answers.bytes).prefix { $0 == $1 }.reduce(0) { count, _ in
                count + 1
            }
            if equal < min(captured, received) {
                let difference = Difference(
                    index: 0,
                    captured: script.expected.bytes,
                    received: answers.bytes
                )
                differences.append(difference)
            }
        }
    }

    /// Whether the peer did as in the capture.
    var isSame: Bool {
        trouble == nil && differences.isEmpty && (comparison == .none || captured == received)
    }

    /// More differences than these are only counted.
    private static let shown = 10

    /// Appends what a person is told.
    func text(into rows: inout RowBuffer) {
        rows.append(text: "connection \(stream): \(side.name) played to \(peer), ")
        rows.append(sentBytes, "byte")
        rows.append(" in ")
        rows.append(sentPieces, "piece")
        rows.endLine()
        let things = isCountedInMessages ? "messages" : "bytes"
        rows.append(text: "  got \(received) \(things), \(captured) in the capture")
        if comparison == .bytes { rows.append(text: ", \(equal) the same") }
        rows.append(text: "; the peer ")
        rows.append(text: ending == "open" ? "did not end\n" : ending == "reset" ? "reset\n" : "closed\n")
        for difference in differences.prefix(Self.shown) {
            let place = isCountedInMessages ? "message \(difference.index), " : ""
            rows.append(text: "  \(place)byte \(difference.offset): captured ")
            Self.excerpt(difference.captured, difference.offset, &rows)
            rows.append(text: ", got ")
            Self.excerpt(difference.received, difference.offset, &rows)
            rows.append(text: "\n")
        }
        if differences.count > Self.shown {
            rows.append(text: "  and \(differences.count - Self.shown) more that differ\n")
        }
        if let trouble { rows.append(text: "  \(trouble)\n") }
    }

    private static func excerpt(_ bytes: [UInt8], _ offset: Int, _ rows: inout RowBuffer) {
        let start = max(0, offset - 8)
        guard offset < bytes.count else { return rows.append(text: "its end") }
        if start > 0 { rows.append(text: "…") }
        TextEscape.append(Array(bytes[start...]).rawSpan, columns: 32, to: &rows)
    }

    /// Appends a line of JSON.
    func json(into rows: inout RowBuffer) {
        rows.beginObject()
        rows.member("stream", stream)
        rows.member("played", word: side.name)
        rows.member("codec", textOrNull: codec)
        rows.member("peer", text: "\(peer)")
        rows.beginObject("sent")
        rows.member("bytes", sentBytes)
        rows.member("pieces", sentPieces)
        rows.endObject()
        rows.beginObject(isCountedInMessages ? "messages" : "bytes")
        rows.member("captured", captured)
        rows.member("received", received)
        rows.member("equal", equal)
        rows.endObject()
        rows.member("closed", text: ending)
        rows.beginArray("differences")
        for difference in differences {
            rows.beginObject()
            rows.member("index", difference.index)
            rows.member("offset", difference.offset)
            rows.member("captured", difference.captured.count)
            rows.member("received", difference.received.count)
            rows.endObject()
        }
        rows.endArray()
        rows.member("trouble", textOrNull: trouble ?? "")
        rows.member("same", isSame)
        rows.endObject()
        rows.endLine()
    }
}
