import Seam
import SeamConnection
import SeamReport
import SeamTesting

/// What a server tells of its clients, as text or as JSON Lines.
struct ServeRows: Sendable {
    let voice: Voice
    let isJSON: Bool
    let isQuiet: Bool
    let isVerbose: Bool

    init(_ voice: Voice, _ options: Options) {
        self.voice = voice
        isJSON = options.output.json
        isQuiet = options.output.verbosity == .quiet
        isVerbose = options.output.verbosity == .verbose
    }

    func listening(_ place: Endpoint, _ spec: String) {
        guard isJSON else {
            if !isQuiet { voice.say(line: "listening on \(place), \(spec)") }
            return
        }
        event("listening", nil) { $0.member("address", text: "\(place)") }
    }

    func connected(_ client: ServedClient, _ peer: Endpoint) {
        guard !isQuiet else { return }
        guard isJSON else { return voice.say(line: "client \(client.number): \(peer)") }
        event("connected", client) { $0.member("peer", text: "\(peer)") }
    }

    /// Something that kept messages from a client.
    func trouble(_ client: ServedClient, _ words: String) {
        guard !isQuiet else { return }
        guard isJSON else { return voice.say(line: "client \(client.number): \(words)") }
        event("trouble", client) { $0.member("text", text: words) }
    }

    func violation(_ client: ServedClient, _ words: String) {
        guard isJSON else { return voice.say(line: "client \(client.number) breaks the rules: \(words)") }
        event("violation", client) { $0.member("text", text: words) }
    }

    /// A piece that is sent; told only when much is to be told.
    func piece(_ client: ServedClient, _ piece: [UInt8]) {
        guard isVerbose else { return }
        if isJSON { return event("sent", client) { $0.member("bytes", piece.count) } }
        voice.say { rows in
            rows.append(text: "client \(client.number) < ")
            TextEscape.append(piece.rawSpan, columns: 60, to: &rows)
            rows.endLine()
        }
    }

    /// A read and its messages; told only when much is to be told.
    func read(_ client: ServedClient, _ count: Int, _ messages: [Message]) {
        guard isVerbose, count > 0 else { return }
        if isJSON {
            return event("read", client) { rows in
                rows.member("bytes", count)
                rows.beginArray("messages")
                for message in messages { rows.element(text: message.summary) }
                rows.endArray()
            }
        }
        voice.say { rows in
            rows.append(text: "client \(client.number) > read of \(count) bytes")
            rows.endLine()
            for message in messages {
                rows.append(text: "client \(client.number) > ")
                TextEscape.append(Array(message.summary.utf8).rawSpan, columns: 60, to: &rows)
                rows.endLine()
            }
        }
    }

    func ended(
        _ client: ServedClient,
        _ ending: ClientBehaviour.Ending,
        _ behaviour: ClientBehaviour,
        sent: HalfTally,
        received: HalfTally
    ) {
        guard isJSON else {
            let who =
                switch ending {
                case .closed: "closed by the client"
                case .reset: "reset by the client"
                case .byServer: "ended by the server"
                }
            return voice.say { rows in
                rows.append(text: "client \(client.number): \(who); got ")
                rows.append(sent.messages, "message")
                rows.append(" in ")
                rows.append(sent.pieces, "piece")
                rows.append(text: ", sent \(received.messages) in ")
                rows.append(received.pieces, "read")
                rows.endLine()
                for trait in behaviour.seen { rows.append(text: "  \(trait.text)\n") }
            }
        }
        event("ended", client) { rows in
            rows.member("by", word: ending.name)
            rows.member(sent, "sent")
            rows.member(received, "received")
            rows.beginArray("behaviour")
            for trait in behaviour.seen { rows.element(text: trait.rawValue) }
            rows.endArray()
        }
    }

    /// How many clients were seen doing what.
    func total(_ behaviours: [ClientBehaviour]) {
        guard !isQuiet, !isJSON, behaviours.count > 1 else { return }
        var text = "\(behaviours.count) clients\n"
        for trait in ClientBehaviour.Trait.allCases {
            let count = behaviours.count { $0.seen.contains(trait) }
            if count > 0 { text += "  \(count): \(trait.text)\n" }
        }
        voice.say { $0.append(text: text) }
    }

    private func event(
        _ name: StaticString,
        _ client: ServedClient?,
        _ members: (inout RowBuffer) -> Void
    ) {
        voice.say { rows in
            rows.beginObject()
            rows.member("event", word: name)
            if let client { rows.member("client", client.number) }
            members(&rows)
            rows.endObject()
            rows.endLine()
        }
    }
}

extension ClientBehaviour.Ending {
    fileprivate var name: StaticString {
        switch self {
        case .closed: "client"
        case .reset: "client-reset"
        case .byServer: "server"
        }
    }
}

extension RowBuffer {
    /// What was counted of a half of a real connection.
    mutating func member(_ tally: HalfTally, _ name: StaticString) {
        beginObject(name)
        member("bytes", tally.bytes)
        member("pieces", tally.pieces)
        member("messages", tally.messages)
        member("heartbeats", tally.heartbeats)
        member("split", tally.split)
        member("coalesced", tally.coalesced)
        member("undecoded", tally.undecoded)
        endObject()
    }
}
