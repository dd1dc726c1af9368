import Seam
import SeamReport

/// What a served report answers: the page, and the rows that it asks for by range.
///
///     /            the page, without data
///     /data/words  the words that numbers stand for, as a list of JSON
///     /data/tracks?stream=3                     which rows there are of a connection, or without it of the capture
///     /data/lines?kind=messages&stream=3&from=client&layer=0&first=512&count=256       lines of JSON
///     /data/numbers?...&first=0&count=65536     what all rows are drawn with, as `RowIndex` has it
///     /data/seams?...                           the same of seams
struct ReportSite {
    /// Most rows whose lines, and most whose numbers are given at once.
    private static let mostLines = 4096
    private static let mostNumbers = 1 << 17

    private let page: ReportPage
    private let store: RowStore

    /// A page that asks for what `store` has.
    init(_ store: RowStore) {
        page = ReportPage(isServed: true)
        self.store = store
    }

    /// The answer to a request that may have one.
    func answer(_ request: HTTPRequest) -> HTTPResponse {
        switch request.path {
        case "/": servedPage
        case "/data/words": lines(words)
        case "/data/tracks": lines(tracks(request.number("stream")))
        case "/data/lines": rows(request, .lines, Self.mostLines)
        case "/data/numbers": rows(request, .numbers, Self.mostNumbers)
        case "/data/seams": rows(request, .seams, Self.mostNumbers)
        default: .refusal(.unknown, "there is no such page")
        }
    }

    private var servedPage: HTTPResponse {
        // The page's own policy holds as well; frames can be forbidden by a field only.
        HTTPResponse(
            content: .page,
            fields: [("Content-Security-Policy", page.policy + "; frame-ancestors 'none'")],
            body: page.head + page.tail
        )
    }

    private func lines(_ body: [UInt8]) -> HTTPResponse { HTTPResponse(content: .lines, body: body) }

    private func rows(_ request: HTTPRequest, _ part: RowStore.Part, _ most: Int) -> HTTPResponse {
        guard let kind = request.query["kind"].flatMap(ReportPage.Kind.init(rawValue:)),
            let first = request.number("first"), let count = request.number("count"),
            count <= most, first <= Int.max - count
        else { return .refusal(.bad, "asks for no range of rows, or for more than \(most)") }
        let key = TrackKey(
            kind: kind,
            stream: request.number("stream"),
            from: Side.allCases.first { $0.name.description == request.query["from"] },
            layer: request.number("layer") ?? 0
        )
        let body = store.bytes(key, part, first..<(first + count))
        return HTTPResponse(content: part == .lines ? .lines : .numbers, body: body)
    }

    private var words: [UInt8] {
        var rows = RowBuffer()
        rows.beginObject()
        rows.beginArray("words")
        for word in store.words { rows.element(text: String(decoding: word, as: UTF8.self)) }
        rows.endArray()
        rows.endObject()
        return [UInt8](copying: rows.bytes)
    }

    private func tracks(_ stream: Int?) -> [UInt8] {
        var rows = RowBuffer()
        for (key, count, seams) in store.tracks(ofStream: stream) {
            rows.beginObject()
            rows.member("kind", text: key.kind.rawValue)
            if let side = key.from { rows.member("from", word: side.name) }
            rows.member("layer", key.layer)
            rows.member("rows", count)
            rows.member("seams", seams)
            rows.endObject()
            rows.endLine()
        }
        return [UInt8](copying: rows.bytes)
    }
}
