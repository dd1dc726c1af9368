import SeamBytes

/// Modbus/TCP: the MBAP header, then a function code and its data.
struct Modbus: FrameFormat {
    static let longest = 260
    static let number: StaticString = "transaction"
    static let ownRules = [notModbus]
    static let notModbus = Rule(
        "modbus.protocol",
        "the protocol identifier is not 0, that of Modbus",
        source: "Modbus Messaging on TCP/IP, 3.1.3"
    )

    let side: Side

    init(from side: Side) { self.side = side }

    func head(_ input: borrowing ByteCursor) -> FrameHead {
        guard let id = input.big16(0), let version = input.big16(2), let length = input.big16(4) else {
            return .needMore
        }
        guard version == 0 else {
            return .broken(Self.notModbus, WireNumber(UInt64(version), width: 2, order: .big))
        }
        guard length >= 2 else { return .broken(FrameRule.tooShort, WireNumber(UInt64(length))) }
        guard let function = input.byte(7) else { return .needMore }
        return .frame(Frame(function, number: id, size: 6 + length))
    }

    func evidence(_ frame: Frame, _ input: borrowing ByteCursor) -> Int? {
        guard Self.name(of: frame.type & 0x7f).utf8CodeUnitCount > 0 else { return nil }
        // The identifier 0 may be the upper half of another format's length: the sizes of the functions tell.
        guard frame.type < 17 || frame.type > 0x80 else { return 10 }
        if frame.size - 8 == size(of: frame, from: side, input) { return 16 }
        // Where the capture starts later, the lower port is taken for the server's.
        return frame.size - 8 == size(of: frame, from: side.peer, input) ? 8 : 0
    }

    /// How many bytes stand behind the function code of what a side sends.
    private func size(of frame: Frame, from side: Side, _ input: borrowing ByteCursor) -> Int {
        switch (frame.type, side) {
        case (1...6, .client), (5...6, .server), (15...16, .server): 4
        case (1...4, .server): 1 + (input.byte(8) ?? 0)
        case (15...16, .client): 5 + (input.byte(12) ?? 0)
        case (0x81...0xff, .server): 1
        default: -1
        }
    }

    static func name(of type: Int) -> StaticString {
        switch type {
        case 1: "read coils"
        case 2: "read discrete inputs"
        case 3: "read holding registers"
        case 4: "read input registers"
        case 5: "write single coil"
        case 6: "write single register"
        case 7: "read exception status"
        case 8: "diagnostics"
        case 11: "get event counter"
        case 12: "get event log"
        case 15: "write multiple coils"
        case 16: "write multiple registers"
        case 17: "report server id"
        case 20: "read file record"
        case 21: "write file record"
        case 22: "mask write register"
        case 23: "read/write multiple registers"
        case 24: "read FIFO queue"
        case 43: "encapsulated interface"
        case 90: "Unity (Schneider)"
        case 0x81...0xff: "exception"
        default: ""
        }
    }

    static func write(_ message: FrameMessage, into writer: inout ByteWriter) throws(EncodingError) {
        try writer.announce(message.number, width: 2)
        try writer.announce(0, width: 2)
        try writer.announce(2 + message.content.count, width: 2)
        writer.write(1)
        try writer.announce(message.type, width: 1)
        writer.write(message.content)
    }

    static let codec = codec(
        "modbus",
        "Modbus/TCP requests and responses",
        ports: [502],
        layout: """
            | transaction 2 | 00 00 | length 2 | unit 1 | function 1 | data ... |   length counts from unit on
            """,
        source: "Modbus Messaging on TCP/IP Implementation Guide V1.0b, 3.1"
    )
}
