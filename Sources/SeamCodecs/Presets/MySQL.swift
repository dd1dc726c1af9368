import SeamBytes

/// MySQL packets: three bytes of length, one of sequence.
///
/// Behind a request for it come TLS records.
struct MySQL: FrameFormat {
    static let longest = 4 + 0xff_ffff
    static let number: StaticString = "sequence"

    /// Types that are no commands.
    private enum Special {
        static let login = 256
        static let request = 257
        static let greeting = 258
        static let reply = 259
        static let record = 1024
    }

    let side: Side
    /// How many packets came before, at most 2.
    private var count = 0
    private var isEncrypted = false

    init(from side: Side) { self.side = side }

    func head(_ input: borrowing ByteCursor) -> FrameHead {
        if isEncrypted { return record(input) }
        guard let word = input.little32(0) else { return .needMore }
        // The server does not hear here that the client asked for TLS: its second packet is a record,
        // and read as a packet would have 197 thousand bytes, which no answer to a login has.
        if side == .server, count == 1, word & 0xffff == 0x0316, word >> 16 & 0xff <= 4 {
            return record(input)
        }
        let length = word & 0xff_ffff
        let sequence = word >> 24
        var type = side == .client ? Special.login : Special.reply
        if side == .client, count == 0 || sequence == 1, length == 32, sequence <= 1 {
            guard let flags = input.little32(4) else { return .needMore }
            // CLIENT_SSL: the login without its name, then TLS.
            if flags & 0x800 != 0, sequence == 1 { type = Special.request }
        }
        if length > 0, sequence == 0 {
            guard let first = input.byte(4) else { return .needMore }
            if side == .client { type = first } else if first == 10 { type = Special.greeting }
        }
        return .frame(Frame(type, number: sequence, size: 4 + length))
    }

    private func record(_ input: borrowing ByteCursor) -> FrameHead {
        var records = TLSRecords(from: side)
        records.isFirst = false
        guard case .frame(let record) = records.head(input) else { return records.head(input) }
        return .frame(Frame(Special.record + record.type, size: record.size))
    }

    mutating func passed(_ frame: Frame, _ input: borrowing ByteCursor) {
        count = min(count + 1, 2)
        if frame.type == Special.request || frame.type >= Special.record { isEncrypted = true }
    }

    func evidence(_ frame: Frame, _ input: borrowing ByteCursor) -> Int? {
        switch frame.type {
        case Special.record...: return 0
        case Special.greeting:
            // "5.7.33", "8.0.36-...", "11.4.2-MariaDB": the version as text.
            guard let digit = input.byte(5), (0x30...0x39).contains(digit), frame.size < 512 else {
                return nil
            }
            return count == 0 ? 44 : nil
        case Special.login, Special.request:
            guard count == 0 else { return 4 }
            guard frame.number == 1, frame.size >= 36, frame.size < 4096, let flags = input.little32(4) else {
                return nil
            }
            return flags & 0x200 != 0 ? 26 : nil
        case Special.reply:
            // "Host ... is not allowed to connect": an error in place of the greeting, codes 1000 to 4999.
            if frame.number == 0, input.byte(4) == 0xff, let code = input.little16(5) {
                return (1000..<5000).contains(code) ? 30 : nil
            }
            return count == 0 ? (frame.number > 0 && frame.number < 8 && frame.size < 1 << 16 ? 8 : nil) : 4
        default:
            guard frame.number == 0, Self.name(of: frame.type).utf8CodeUnitCount > 0 else { return nil }
            return frame.size < 1 << 20 ? 12 : nil
        }
    }

    static func name(of type: Int) -> StaticString {
        switch type {
        case Special.login: "login or data"
        case Special.request: "request for TLS"
        case Special.greeting: "greeting"
        case Special.reply: "reply"
        case Special.record...: "TLS record, encrypted"
        case 0: "COM_SLEEP"
        case 1: "COM_QUIT"
        case 2: "COM_INIT_DB"
        case 3: "COM_QUERY"
        case 4: "COM_FIELD_LIST"
        case 5: "COM_CREATE_DB"
        case 6: "COM_DROP_DB"
        case 7: "COM_REFRESH"
        case 8: "COM_SHUTDOWN"
        case 9: "COM_STATISTICS"
        case 10: "COM_PROCESS_INFO"
        case 12: "COM_PROCESS_KILL"
        case 13: "COM_DEBUG"
        case 14: "COM_PING"
        case 17: "COM_CHANGE_USER"
        case 18: "COM_BINLOG_DUMP"
        case 21: "COM_REGISTER_SLAVE"
        case 22: "COM_STMT_PREPARE"
        case 23: "COM_STMT_EXECUTE"
        case 24: "COM_STMT_SEND_LONG_DATA"
        case 25: "COM_STMT_CLOSE"
        case 26: "COM_STMT_RESET"
        case 27: "COM_SET_OPTION"
        case 28: "COM_STMT_FETCH"
        case 31: "COM_RESET_CONNECTION"
        default: ""
        }
    }

    static func write(_ message: FrameMessage, into writer: inout ByteWriter) throws(EncodingError) {
        try writer.announce(message.content.count, width: 3, order: .little)
        try writer.announce(message.number, width: 1)
        writer.write(message.content)
    }

    static let codec = codec(
        "mysql",
        "MySQL client/server packets",
        ports: [3306],
        layout: "| length 3 LE | sequence 1 | content ... |   length counts the content",
        source: "MySQL Internals, \"MySQL Packets\", \"Connection Phase\""
    )
}
