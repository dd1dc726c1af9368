import SeamAnalysis

/// Says to a person in a hurry what a cause means, and what can be done about it.
enum CauseText {
    /// What stands behind `12 joins: `.
    static func join(_ cause: Cause) -> StaticString {
        switch cause {
        case .nagle: "Nagle's algorithm held small writes until an ACK came; TCP_NODELAY avoids it"
        case .congestion: "the network took no more (congestion window); what waited left together"
        case .window: "the receiver read too slowly (its window was full); what waited left together"
        case .backlog: "the program wrote faster than it was sent; full segments hold what comes"
        case .batch: "the program wrote these messages together, or a buffer of it did"
        case .retransmit: "segments were lost and sent again as larger ones"
        case .offload: "the capture saw pieces that the network card cuts or joins, not the wire"
        case .read: "one read returned several segments: the reader was slower than they came"
        default: "the capture does not tell why"
        }
    }

    /// What stands behind `12 cuts: `.
    static func cut(_ cause: Cause) -> StaticString {
        switch cause {
        case .mss: "the messages are longer than a segment; a client must read on until each is whole"
        case .write: "the program wrote these messages in pieces; one write a message avoids it"
        case .window: "the receiver read too slowly (its window was full)"
        case .retransmit: "segments were lost and sent again in other pieces"
        case .offload: "the capture saw pieces that the network card cuts or joins, not the wire"
        case .gap: "bytes are missing in the capture"
        case .read: "the reads ended there: a client must read on until each message is whole"
        default: "the capture does not tell why"
        }
    }
}

extension CauseCounts {
    /// The cause of more than half of the seams, nil when there is none.
    var dominating: (key: Cause, count: Int)? { present.first { $0.count * 2 > total } }
}
