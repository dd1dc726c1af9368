import SeamAnalysis
import SeamCodecs
import SeamStreams

// What the other ids of the output mean: clients, kinds of units, arrivals, ends, anomalies, rules of codecs.

extension Catalogue {
    static let clients = ClientModel.allCases.map { model in
        let (title, meaning) = words(model)
        return Entry(
            group: .client,
            id: model.name.description,
            title: title,
            meaning: meaning,
            advice: "keep what was read in a buffer, and cut messages by the framing, as many as are there"
        )
    }

    private static func words(_ model: ClientModel) -> (StaticString, StaticString) {
        switch model {
        case .naive:
            (
                "takes each read for a message",
                """
                It passes on what one recv returned: coalesced messages (粘包) become one, of a split \
                message (半包) it sees the pieces.
                """
            )
        case .maxBuffer:
            (
                "takes a read that is shorter than its buffer for the end of a message",
                "Segments end anywhere: it merges what fills its buffer and tears what comes in pieces."
            )
        case .bufferLimit:
            (
                "limits what waits in its buffer, not the message",
                "Several short messages in one read exceed its limit together, and it closes the connection."
            )
        case .dropRest:
            (
                "decodes the first message of a read and forgets the rest",
                "Of coalesced messages (粘包) it loses all but the first."
            )
        case .oneJSON:
            ("parses each read as one JSON value", "Two values in a read, or half a one, are no JSON to it.")
        case .stompKit:
            (
                "ends a STOMP frame at the first NUL",
                "It ignores content-length, so a body that holds a NUL is torn."
            )
        case .u8Length:
            (
                "keeps its offset in a UInt8",
                "When what waits is longer than 255 bytes its offset overflows; in Swift it traps."
            )
        }
    }

    static let units = UnitKind.allCases.map { kind in
        let (title, meaning) = words(kind)
        return Entry(group: .unit, id: kind.name.description, title: title, meaning: meaning)
    }

    private static func words(_ kind: UnitKind) -> (StaticString, StaticString) {
        switch kind {
        case .message: ("a message of the protocol", "")
        case .heartbeat:
            ("bytes that only keep the line alive", "No message: a receiver must not count it as one.")
        case .undecoded: ("bytes that the codec could not place", "Behind a broken rule or a gap.")
        case .gap: ("bytes that are not in the capture", "The receiver may well have got them.")
        case .leftover:
            (
                "an incomplete message at the end (半包)",
                "The connection or the capture ended inside it."
            )
        }
    }

    static let arrivals = Arrival.allCases.map { arrival in
        Entry(group: .arrival, id: arrival.name.description, title: words(arrival), meaning: "")
    }

    private static func words(_ arrival: Arrival) -> StaticString {
        switch arrival {
        case .new: "the segment brought bytes behind all that were seen"
        case .retransmission: "the segment brought bytes that were sent before"
        case .reordered: "the segment was overtaken on its way and filled a hole"
        case .duplicate: "the capture has the packet twice"
        case .probe: "a byte that asks whether the closed window is open"
        case .none: "the packet brought no bytes"
        }
    }

    static let endings = Ending.Kind.allCases.map { kind in
        Entry(group: .ending, id: kind.name.description, title: words(kind), meaning: "")
    }

    private static func words(_ kind: Ending.Kind) -> StaticString {
        switch kind {
        case .open: "nobody ended the connection before the capture ended"
        case .closed: "one side closed with a FIN, in order"
        case .reset: "one side reset the connection: what was on its way is lost"
        case .refused: "the server answered the SYN with a reset"
        case .unanswered: "no packet came back for the SYN"
        case .cut: "the path was cut, or one side vanished without a word"
        }
    }

    static let anomalies = Anomaly.Kind.allCases.map { kind in
        Entry(group: .anomaly, id: kind.id.description, title: words(kind), meaning: "")
    }

    private static func words(_ kind: Anomaly.Kind) -> StaticString {
        switch kind {
        case .overlapConflict: "other bytes for a place that is filled; the first copy stays"
        case .beforeStart: "data below the place where the half starts; they are left out"
        case .farAhead: "data more than 2^30 bytes ahead of what is known; they are left out"
        case .afterFIN: "data behind the FIN; they are kept"
        case .secondISN: "a second SYN with another initial sequence number; the first counts"
        case .heldLimit: "out-of-order bytes were given up because too many waited; they are a gap"
        case .waitLimit: "a hole was not filled for too long; it is a gap"
        case .fragmentConflict: "IP fragments bring different bytes for one place; the first copy stays"
        case .captureDrops: "packets were dropped while the capture was made, perhaps some of this connection"
        }
    }

    /// The rules of all codecs, each once.
    static let rules: [Entry] = {
        var known: Set<String> = []
        return (StreamRule.all + CodecRegistry.all.flatMap(\.rules)).compactMap { rule in
            let id = rule.id.description
            guard known.insert(id).inserted else { return nil }
            let codec = id.prefix { $0 != "." }
            var entry = Entry(group: .rule, id: id, title: rule.text, meaning: "")
            if rule.source.utf8CodeUnitCount > 0 { entry.meaning = "Written down in \(rule.source)." }
            entry.advice =
                codec == "stream" ? "" : "correct the sender; seam codecs \(codec) shows the format"
            return entry
        }
    }()
}
