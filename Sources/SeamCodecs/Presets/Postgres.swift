import SeamBytes

/// PostgreSQL messages: a letter and four bytes of length.
///
/// The client's first has no letter, and the answer to a request for encryption is a letter alone. Behind a
/// yes come TLS records.
struct Postgres: FrameFormat {
    static let longest = 1 << 30
    static let ownRules = [notMessage]
    static let notMessage = Rule(
        "postgres.type",
        "no message starts with this byte",
        source: "PostgreSQL, \"Message Formats\""
    )

    /// Types that are no letters.
    private enum Special {
        static let startup = 512
        static let request = 513
        static let cancel = 514
        static let answer = 515
        static let record = 1024
    }

    private enum Place {
        case start
        case messages
        case encrypted
    }

    let side: Side
    private var place = Place.start

    init(from side: Side) { self.side = side }

    func head(_ input: borrowing ByteCursor) -> FrameHead {
        guard let first = input.byte(0) else { return .needMore }
        if place == .encrypted || (place == .start && first == 22) { return record(input) }
        if place == .start, side == .client, first == 0 { return startup(input) }
        // Nothing but the answer to a request for encryption comes before authentication ("R").
        if place == .start, side == .server, first == UInt8(ascii: "S") || first == UInt8(ascii: "N") {
            return .frame(Frame(Special.answer, number: first, size: 1))
        }
        guard (0x31...0x7a).contains(first), let length = input.big32(1) else {
            return (0x31...0x7a).contains(first) ? .needMore : .broken(Self.notMessage)
        }
        return .frame(Frame(side.place << 8 | first, size: 1 + length), atLeast: 5)
    }

    private func startup(_ input: borrowing ByteCursor) -> FrameHead {
        guard let size = input.big32(0), let code = input.big32(4) else { return .needMore }
        let type =
            switch code {
            case 80_877_102: Special.cancel
            case 80_877_103, 80_877_104: Special.request
            default: Special.startup
            }
        guard type != Special.startup || code >> 16 == 3 || code >> 16 == 2, size <= 10000 else {
            return .broken(Self.notMessage)
        }
        return .frame(Frame(type, size: size), atLeast: 8)
    }

    private func record(_ input: borrowing ByteCursor) -> FrameHead {
        var records = TLSRecords(from: side)
        records.isFirst = false
        guard case .frame(let record) = records.head(input) else { return records.head(input) }
        return .frame(Frame(Special.record + record.type, size: record.size))
    }

    mutating func passed(_ frame: Frame, _ input: borrowing ByteCursor) {
        switch frame.type {
        case Special.request: place = .start
        case Special.answer: place = frame.number == UInt8(ascii: "S") ? .encrypted : .start
        case Special.record...: place = .encrypted
        default: place = .messages
        }
    }

    func evidence(_ frame: Frame, _ input: borrowing ByteCursor) -> Int? {
        switch frame.type {
        case Special.request, Special.cancel: return 44
        case Special.startup:
            // Names and values: "user" NUL "postgres" NUL ...
            guard let letter = input.byte(8) else { return 10 }
            return (0x5f...0x7a).contains(letter) ? 44 : nil
        case Special.answer: return input.available == 1 ? 8 : 0
        case Special.record...: return place == .encrypted ? 0 : nil
        default: break
        }
        guard Self.name(of: frame.type).utf8CodeUnitCount > 0, frame.size < 1 << 24 else { return nil }
        // "R", 8 bytes, 0: authentication is done.
        if frame.type == 0x152, frame.size == 9, input.big32(5) == 0 { return 44 }
        return frame.size < 1 << 16 ? 18 : 10
    }

    static func name(of type: Int) -> StaticString {
        switch type {
        case Special.startup: return "startup"
        case Special.request: return "request for encryption"
        case Special.cancel: return "cancel request"
        case Special.answer: return "answer to the request for encryption"
        case Special.record...: return "TLS record, encrypted"
        default: break
        }
        guard let letter = UInt8(exactly: type & 0xff) else { return "" }
        return type >> 8 == 0 ? clientName(letter) : serverName(letter)
    }

    private static func clientName(_ letter: UInt8) -> StaticString {
        switch letter {
        case UInt8(ascii: "B"): "Bind"
        case UInt8(ascii: "C"): "Close"
        case UInt8(ascii: "D"): "Describe"
        case UInt8(ascii: "E"): "Execute"
        case UInt8(ascii: "F"): "FunctionCall"
        case UInt8(ascii: "H"): "Flush"
        case UInt8(ascii: "P"): "Parse"
        case UInt8(ascii: "Q"): "Query"
        case UInt8(ascii: "S"): "Sync"
        case UInt8(ascii: "X"): "Terminate"
        case UInt8(ascii: "c"): "CopyDone"
        case UInt8(ascii: "d"): "CopyData"
        case UInt8(ascii: "f"): "CopyFail"
        case UInt8(ascii: "p"): "password or SASL response"
        default: ""
        }
    }

    private static func serverName(_ letter: UInt8) -> StaticString {
        switch letter {
        case UInt8(ascii: "1"): "ParseComplete"
        case UInt8(ascii: "2"): "BindComplete"
        case UInt8(ascii: "3"): "CloseComplete"
        case UInt8(ascii: "A"): "NotificationResponse"
        case UInt8(ascii: "C"): "CommandComplete"
        case UInt8(ascii: "D"): "DataRow"
        case UInt8(ascii: "E"): "ErrorResponse"
        case UInt8(ascii: "G"): "CopyInResponse"
        case UInt8(ascii: "H"): "CopyOutResponse"
        case UInt8(ascii: "I"): "EmptyQueryResponse"
        case UInt8(ascii: "K"): "BackendKeyData"
        case UInt8(ascii: "N"): "NoticeResponse"
        case UInt8(ascii: "R"): "Authentication"
        case UInt8(ascii: "S"): "ParameterStatus"
        case UInt8(ascii: "T"): "RowDescription"
        case UInt8(ascii: "V"): "FunctionCallResponse"
        case UInt8(ascii: "W"): "CopyBothResponse"
        case UInt8(ascii: "Z"): "ReadyForQuery"
        case UInt8(ascii: "c"): "CopyDone"
        case UInt8(ascii: "d"): "CopyData"
        case UInt8(ascii: "n"): "NoData"
        case UInt8(ascii: "s"): "PortalSuspended"
        case UInt8(ascii: "t"): "ParameterDescription"
        case UInt8(ascii: "v"): "NegotiateProtocolVersion"
        default: ""
        }
    }

    static func write(_ message: FrameMessage, into writer: inout ByteWriter) throws(EncodingError) {
        guard (0x31...0x7a).contains(message.type & 0xff) else {
            throw EncodingError("no message of type \(message.type)")
        }
        writer.write(UInt8(message.type & 0xff))
        try writer.announce(4 + message.content.count, width: 4)
        writer.write(message.content)
    }

    static let codec = codec(
        "postgres",
        "PostgreSQL frontend and backend messages",
        ports: [5432],
        layout: """
            startup  | length 4 | version or request code 4 | parameters ... |      the client's first
            others   | type 1, a letter | length 4 | content ... |                  length counts itself too
            """,
        source: "PostgreSQL, \"Frontend/Backend Protocol\", Message Formats"
    )
}
