import SeamAnalysis
import SeamStreams

// What causes, verdicts, labels and the other words of the output mean.

extension Catalogue {
    static let causes = Cause.allCases.map { cause in
        let (title, meaning, advice) = words(cause)
        return Entry(
            group: .cause,
            id: cause.name.description,
            title: title,
            meaning: meaning,
            advice: advice
        )
    }

    private static func words(_ cause: Cause) -> FindingKind.Words {
        switch cause {
        case .unknown:
            (
                "not known",
                "The capture does not tell why; seam does not guess.",
                "capture at the sender, from its SYN on"
            )
        case .offload:
            (
                "the capture's own cut or join",
                "The piece is larger than any segment on the wire: TSO, GSO, GRO or LRO.",
                FindingKind.captureOffload.advice
            )
        case .retransmit:
            (
                "sent again in other pieces",
                "Segments were lost, and what was sent again has other borders than at first.",
                ""
            )
        case .nagle:
            (
                "Nagle's algorithm",
                "A small segment was unacknowledged; the next ones waited for its ACK and left together.",
                FindingKind.nagleWait.advice
            )
        case .congestion:
            (
                "the network took no more",
                """
                As many segments were in flight as the congestion window allows; what waited left \
                together upon an ACK.
                """,
                ""
            )
        case .window:
            (
                "the receiver took no more",
                "The receiver's window was full or zero until just before.",
                FindingKind.zeroWindow.advice
            )
        case .backlog:
            (
                "more was waiting than a segment holds",
                """
                Full segments: the program wrote faster than it was sent, and messages fill segments \
                without regard to borders.
                """,
                "cut by framing at the receiver"
            )
        case .batch:
            (
                "written together",
                """
                Nothing held the sender back: the program, a buffer of it, TCP_CORK or writev sent the \
                messages as one.
                """,
                "flush after each message where delay matters"
            )
        case .read:
            (
                "a slow reader",
                "Segments came apart, but the reader took them with one read.",
                "cut by framing; reads have no borders"
            )
        case .mss:
            (
                "longer than a segment",
                "The piece before the cut is as large as a segment can be.",
                "read on until the message is whole"
            )
        case .write:
            (
                "written in pieces",
                """
                A short piece with nothing that held the sender back: the program wrote the message with \
                several calls.
                """,
                FindingKind.splitWrite.advice
            )
        case .gap:
            (
                "missing in the capture",
                "Bytes there are not in the file.",
                FindingKind.captureGaps.advice
            )
        }
    }

    static let verdicts = Verdict.allCases.map { verdict in
        let (title, meaning) = words(verdict)
        return Entry(
            group: .verdict,
            id: verdict.name.description,
            title: title,
            meaning: meaning,
            advice: ""
        )
    }

    private static func words(_ verdict: Verdict) -> (StaticString, StaticString) {
        switch verdict {
        case .whole: ("one segment, one message", "One segment brought the message and nothing else.")
        case .coalesced: ("sticky (粘包)", "A segment brought the message together with bytes of another one.")
        case .split: ("torn (拆包, 半包)", "Two or more segments brought the message.")
        case .splitAndCoalesced:
            (
                "torn and sticky (拆包 and 粘包)",
                "Several segments brought the message, and one of them also bytes of another one."
            )
        }
    }

    static let labels = Label.allCases.map { label in
        let (title, meaning) = words(label)
        return Entry(group: .label, id: label.name.description, title: title, meaning: meaning, advice: "")
    }

    private static func words(_ label: Label) -> (StaticString, StaticString) {
        switch label {
        case .retransmission: ("sent again", "Sequence numbers that were sent before.")
        case .fastRetransmission:
            (
                "sent again at once",
                "Sent again within 20 ms of duplicate ACKs that ask for it."
            )
        case .spuriousRetransmission:
            (
                "sent again for nothing",
                "Sent again though the peer had acknowledged it."
            )
        case .outOfOrder:
            (
                "overtaken",
                """
                Older sequence numbers, too early for a retransmission: the packet was overtaken on its \
                way.
                """
            )
        case .lostSegment:
            (
                "packets before it are missing",
                "Sequence numbers before this packet are not in the capture, so far."
            )
        case .ackLostSegment:
            (
                "an ACK of what is missing",
                "The packet acknowledges what is not in the capture: it was sent, and the capture lost it."
            )
        case .keepAlive:
            (
                "a keep-alive",
                """
                No byte or one, just before what comes next: is the peer there? (Also a message of one \
                byte sent again.)
                """
            )
        case .keepAliveACK: ("the answer to a keep-alive", "The peer is there.")
        case .duplicateACK:
            (
                "the same ACK again",
                "The receiver has got something out of order, and says what it waits for."
            )
        case .zeroWindow:
            (
                "no room",
                "The sender of this packet takes no more data: its program reads too slowly."
            )
        case .zeroWindowProbe:
            (
                "a probe of a closed window",
                "One byte sent to ask whether there is room again."
            )
        case .zeroWindowProbeACK: ("the answer to a probe", "There is still no room.")
        case .windowUpdate: ("room again", "An ACK that changes the window only.")
        case .windowFull: ("the window is full", "The data reach the edge of the receiver's window.")
        case .reusedPorts:
            (
                "ports used again",
                "The SYN opens a new connection between endpoints that had one before."
            )
        case .fastOpenSYN:
            (
                "Fast Open: a SYN with a cookie",
                "The SYN carries a cookie, and perhaps data (RFC 7413)."
            )
        case .fastOpenACK:
            (
                "Fast Open: data of the SYN accepted",
                "The SYN-ACK acknowledges the data of the SYN."
            )
        case .fastOpenIgnored:
            (
                "Fast Open: data of the SYN not accepted",
                "The SYN-ACK does not acknowledge the data of the SYN."
            )
        }
    }

    static let words: [Entry] = [
        Entry(
            group: .word,
            id: "join",
            title: "a message ends inside a segment (粘包)",
            meaning: """
                A border between messages strictly inside a segment: the segment carries parts of two.
                """,
            advice: ""
        ),
        Entry(
            group: .word,
            id: "cut",
            title: "a segment ends inside a message (拆包, 半包)",
            meaning: "A border between segments strictly inside a message: the message came in pieces.",
            advice: ""
        ),
        Entry(
            group: .word,
            id: "粘包",
            title: "sticky packets: coalesced messages",
            meaning: """
                Several messages arrive with one read. TCP carries bytes and keeps no borders; this is no \
                fault of TCP.
                """,
            advice: "cut by framing: a length, a delimiter or a fixed size"
        ),
        Entry(
            group: .word,
            id: "半包",
            title: "half packets: a message of which a part has come",
            meaning: "A read ends inside a message; the rest comes with a later one.",
            advice: "keep what is incomplete and read on"
        ),
        Entry(
            group: .word,
            id: "拆包",
            title: "torn packets: split messages",
            meaning: "A message is cut into several segments.",
            advice: "collect bytes until the message is whole"
        ),
    ]
}
