import Seam
import SeamConnection
import SeamReport

/// What a client's user sees, as text or as JSON Lines.
struct ConnectRows: Sendable {
    let voice: Voice
    let isJSON: Bool
    let isQuiet: Bool
    /// Columns of a summary.
    let columns: Int

    func connected(_ local: Endpoint, _ peer: Endpoint, isTyped: Bool) {
        if isJSON {
            return event("connected") { rows in
                rows.member("local", text: "\(local)")
                rows.member("peer", text: "\(peer)")
            }
        }
        guard !isQuiet else { return }
        voice.say(line: "connected to \(peer)" + (isTyped ? "; /help lists what else can be typed" : ""))
    }

    /// A read, and which messages it has bytes of.
    func read(_ number: Int, _ range: ByteRange, _ picture: ReadPicture) {
        if isJSON {
            return event("read") { rows in
                rows.member("read", number)
                rows.member("start", range.start)
                rows.member("end", range.end)
                rows.beginArray("messages")
                for part in picture.parts { rows.element(part.index) }
                rows.endArray()
            }
        }
        guard !isQuiet else { return }
        voice.say(
            line: "< read \(number), \(range.count == 1 ? "1 byte" : "\(range.count) bytes"): \(picture.text)"
        )
    }

    /// A message that is complete; `reads` are the numbers of those that brought it.
    func message(_ index: Int, _ message: Message, reads: ClosedRange<Int>) {
        if isJSON {
            return event("message") { rows in
                rows.member("index", index)
                rows.member("kind", word: message.kind.name)
                rows.member("start", message.range.start)
                rows.member("end", message.range.end)
                rows.member("first_read", reads.lowerBound)
                rows.member("last_read", reads.upperBound)
                rows.member("summary", text: message.summary)
            }
        }
        voice.say { rows in
            rows.append(text: "  \(index)  ")
            if message.kind != .message {
                rows.append(message.kind.name)
                rows.append(text: " ")
            }
            let shown = message.summary.isEmpty ? message.bytes : Array(message.summary.utf8)
            TextEscape.append(shown.rawSpan, columns: columns, to: &rows)
            if reads.count > 1 {
                rows.append(text: "  (in reads \(reads.lowerBound) to \(reads.upperBound))")
            }
            rows.endLine()
        }
    }

    /// Something that went wrong, or that is good to know.
    func note(_ words: String) {
        if isJSON { return event("note") { $0.member("text", text: words) } }
        voice.say(line: words)
    }

    func help() { if !isJSON { voice.say { $0.append(text: InputLine.help) } } }

    /// What the client does now, and why.
    func changed(_ change: ClientChange) {
        let state = ClientStateName(change.state)
        if isJSON {
            return event("state") { rows in
                rows.member("state", word: state.name)
                if let attempt = state.attempt { rows.member("attempt", attempt) }
                rows.member("reason", textOrNull: change.reason?.description ?? "")
            }
        }
        guard !isQuiet, let words = state.words else { return }
        voice.say(line: change.reason.map { "\(words): \($0)" } ?? words)
    }

    func ended(sent: HalfTally, received: HalfTally) {
        if isJSON {
            return event("ended") { rows in
                rows.member(sent, "sent")
                rows.member(received, "received")
            }
        }
        guard !isQuiet else { return }
        voice.say { rows in
            rows.append("sent ")
            rows.append(sent.messages, "message")
            rows.append(" in ")
            rows.append(sent.pieces, "write")
            rows.append(text: ", got \(received.messages) in ")
            rows.append(received.pieces, "read")
            rows.append(text: ": \(received.split) split, \(received.coalesced) coalesced\n")
        }
    }

    private func event(_ name: StaticString, _ members: (inout RowBuffer) -> Void) {
        voice.say { rows in
            rows.beginObject()
            rows.member("event", word: name)
            members(&rows)
            rows.endObject()
            rows.endLine()
        }
    }
}
