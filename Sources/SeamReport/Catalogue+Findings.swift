public import SeamAnalysis

// What the findings about content and about how it travelled mean; those about connections and captures stand beside.

extension FindingKind {
    /// The words for one kind: what it is, what it means, what to do.
    typealias Words = (title: StaticString, meaning: StaticString, advice: StaticString)

    /// What the kind means to a person.
    var words: Words {
        switch self {
        case .lengthOverflow, .lengthByteOrder, .lengthCharacters, .lengthText, .missingNUL, .frameOverLimit,
            .violation, .desynchronised, .unterminated, .delimiterInContent, .limitByCoalescing, .carriedOver,
            .encrypted:
            contentWords
        case .heartbeatGlued, .writeWriteRead, .splitWrite, .partialWrite, .nagleWait, .zeroWindow,
            .receiveWindow:
            travelWords
        case .captureOffload, .captureSnapLength, .captureGaps, .captureMidstream, .captureOneSided,
            .captureSynthetic:
            captureWords
        default: connectionWords
        }
    }

    /// The name of the kind in a few words.
    public var title: StaticString { words.title }

    /// What to do about it.
    public var advice: StaticString { words.advice }

    private var contentWords: Words {
        switch self {
        case .lengthOverflow:
            (
                "a content longer than its length field can say",
                """
                The sender put the length into a field that is too small for it, so that only the lowest \
                bits were written: 300 becomes 44 in one byte. A decoder ends the message too early and \
                reads the rest of the content as headers; from there on all messages are wrong (粘包 that \
                is no 粘包: the receiver is right).
                """,
                "widen the length field at both ends, or let the encoder refuse what does not fit"
            )
        case .lengthByteOrder:
            (
                "a length in the other byte order",
                """
                Read as the codec says, the length is absurd; read with its bytes turned round it is \
                sensible. One end writes big-endian (network order) and the other little-endian, as \
                structs and memcpy do on x86 and ARM.
                """,
                "write lengths with htonl or an explicit big-endian call; if all are so, use order=little"
            )
        case .lengthCharacters:
            (
                "a length that counts characters, not bytes",
                """
                The message is longer than its length says by as much as its text has fewer characters \
                than bytes: the sender counted the characters of a string (NSString length, \
                String.length) before it was encoded as UTF-8. It works until the first letter outside \
                ASCII (中文, é).
                """,
                "encode first, then count the bytes"
            )
        case .lengthText:
            (
                "the bytes of a length are text, or another protocol",
                """
                Where a binary length should be there are printable characters, or the start of a well- \
                known format. Either another protocol speaks on this port, or the decoder lost the \
                messages before.
                """,
                "check port and codec (-c); look at the bytes before it"
            )
        case .missingNUL:
            (
                "a STOMP frame without its NUL",
                """
                Every STOMP frame ends with a NUL. Without it the receiver waits, and takes the next \
                frame for a part of this one's body: the second frame is lost, and its receipt never \
                comes.
                """,
                "append the NUL to every frame, also behind a body that content-length counts"
            )
        case .frameOverLimit:
            (
                "a frame longer than its receiver allows",
                """
                Decoders have a limit (Netty's maxFrameLength, 8192 bytes in RHSocketKit and in many \
                examples). A longer frame is refused: the message is lost, and many clients close the \
                connection.
                """,
                "raise the limit at the receiver (max=), or send the content in parts"
            )
        case .violation:
            (
                "bytes that break a rule of their protocol",
                "The text of the finding says which rule, and where it is written.",
                "correct the sender; seam messages -v shows the bytes around it"
            )
        case .desynchronised:
            (
                "a decoder that has lost the messages",
                """
                From this byte on the codec finds no messages, or finds garbage. The bytes shown are the \
                first ones there. What broke it is at or before this place: a wrong length, a missing \
                delimiter, or another protocol.
                """,
                "correct what stands before it; when it is the first byte, give another codec (-c)"
            )
        case .unterminated:
            (
                "a stream that ends inside a message (半包)",
                """
                The connection was closed before the last message was complete: the sender closed or \
                crashed in the middle, or its length says more than it sent. The receiver must throw the \
                piece away.
                """,
                "shut down only behind a whole message; let the receiver report what is left in its buffer"
            )
        case .delimiterInContent:
            (
                "a delimiter that may be part of the content",
                """
                This sender writes one message a segment, and here a segment holds two although nothing \
                held it back: perhaps the delimiter stands inside a content. A suspicion: a program may \
                also write two messages at once.
                """,
                "escape the delimiter in contents (base64, byte stuffing), or use a length instead"
            )
        case .limitByCoalescing:
            (
                "a limit that coalesced frames reach together (粘包)",
                """
                No frame is over the limit, but one read can hold several of them. A client that \
                compares its limit with all that is in its buffer, as RHSocketKit does, closes a healthy \
                connection then.
                """,
                "compare the limit with the frame, not with the buffer"
            )
        case .carriedOver:
            (
                "half a message before a reconnect",
                """
                The connection before ended inside a message. A receiver that does not clear its buffer \
                when it connects again puts those bytes before the first message of the new connection, \
                and decodes garbage.
                """,
                "empty the decoder's buffer on every new connection"
            )
        default:
            (
                "encrypted content",
                """
                The first bytes are those of TLS or SSH: messages cannot be seen, only the sizes and \
                times of records.
                """,
                "capture before encryption, or with it turned off in a test"
            )
        }
    }

    private var travelWords: Words {
        switch self {
        case .heartbeatGlued:
            (
                "heart-beats together with messages (粘包)",
                """
                A heart-beat came in one segment with a message. A client that takes each read for one \
                message gets both at once: its JSON parser fails, or the heart-beat is missed.
                """,
                "decode by framing, not by reads; accept heart-beats between any two messages"
            )
        case .writeWriteRead:
            (
                "write, write, read: header and body wait for a delayed ACK",
                """
                The sender writes a message in two pieces and then waits for the answer. Nagle's \
                algorithm holds the second piece until the first is acknowledged, and the receiver \
                delays that ACK for about 40 ms (up to 500 ms): every request pays for it.
                """,
                "send header and body in one write (writev), or set TCP_NODELAY"
            )
        case .splitWrite:
            (
                "messages written in pieces (拆包)",
                """
                The program wrote a message with several calls, and each left as a segment of its own. A \
                client that takes a read for a message gets pieces (半包).
                """,
                "write each message with one call, and let the receiver collect bytes until it is whole"
            )
        case .partialWrite:
            (
                "a pause inside a message",
                """
                A message stopped with all that was sent acknowledged and the window open: the program \
                did not write on. That is a send buffer that was full (non-blocking send took only a \
                part), or a program that made the rest later.
                """,
                """
                a larger SO_SNDBUF; write on as soon as the socket is writable; the receiver must wait \
                for the rest
                """
            )
        case .nagleWait:
            (
                "Nagle's algorithm held small messages back (粘包)",
                """
                While a small segment is unacknowledged Nagle's algorithm keeps further small writes and \
                sends them together when the ACK comes. Messages are late by up to a round trip, and \
                come glued.
                """,
                "set TCP_NODELAY where delay matters; the receiver must cut by framing in any case"
            )
        case .zeroWindow:
            (
                "a receiver that took nothing for some time (zero window)",
                """
                The receiver's buffer was full: its program read too slowly. The sender had to stop, and \
                what it wrote meanwhile left together afterwards.
                """,
                "read sooner: no long work on the thread that reads; a larger SO_RCVBUF only hides it"
            )
        default:
            (
                "a sender that filled the receiver's window",
                """
                Data were sent up to the edge of the window, so that the receiver's buffer set the pace: \
                segments end where the window ends, not where messages do.
                """,
                "a larger SO_RCVBUF at the receiver, where more throughput is wanted"
            )
        }
    }
}
