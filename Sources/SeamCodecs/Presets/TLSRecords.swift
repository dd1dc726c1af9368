import SeamBytes

/// TLS and SSL 3.0 records; what is in them is encrypted but for the handshake's beginning.
struct TLSRecords: FrameFormat {
    static let longest = 5 + (1 << 14) + 2048
    static let ownRules = [notTLS]
    static let notTLS = Rule(
        "tls.content-type",
        "neither a content type nor a version of TLS",
        source: "RFC 8446 §5.1"
    )

    let side: Side
    /// Whether the first record is still to come, which may be SSL 2.0's hello.
    var isFirst = true

    init(from side: Side) { self.side = side }

    func head(_ input: borrowing ByteCursor) -> FrameHead {
        guard let type = input.byte(0) else { return .needMore }
        if isFirst, side == .client, type >= 0x80 {
            // RFC 5246 appendix E.2: a hello that old servers understand, the length in 15 bits.
            guard let low = input.byte(1), let kind = input.byte(2) else { return .needMore }
            guard kind == 1 else { return .broken(Self.notTLS) }
            return .frame(Frame(0, size: 2 + ((type & 0x7f) << 8 | low)), atLeast: 11)
        }
        guard (20...24).contains(type) else { return .broken(Self.notTLS) }
        guard let major = input.byte(1), let minor = input.byte(2) else { return .needMore }
        guard major == 3, minor <= 4 else { return .broken(Self.notTLS) }
        guard let length = input.big16(3) else { return .needMore }
        return .frame(Frame(type, size: 5 + length))
    }

    mutating func passed(_ frame: Frame, _ input: borrowing ByteCursor) { isFirst = false }

    func evidence(_ frame: Frame, _ input: borrowing ByteCursor) -> Int? {
        guard frame.type > 0 else { return input.byte(3) == 3 || input.byte(3) == 0 ? 20 : nil }
        guard frame.type == 22, let message = input.byte(5), let high = input.byte(6) else { return 20 }
        // In the clear: a hello, whose length has three bytes; encrypted ones come later.
        if isFirst, message == (side == .client ? 1 : 2), high == 0 { return 48 }
        return 20
    }

    static func name(of type: Int) -> StaticString {
        switch type {
        case 0: "SSL 2.0 client hello"
        case 20: "change cipher spec"
        case 21: "alert"
        case 22: "handshake"
        case 23: "application data, encrypted"
        case 24: "heartbeat"
        default: ""
        }
    }

    static func write(_ message: FrameMessage, into writer: inout ByteWriter) throws(EncodingError) {
        guard (20...24).contains(message.type), message.content.count <= 1 << 14 else {
            throw EncodingError("a TLS record of type \(message.type), \(message.content.count) bytes")
        }
        writer.write([UInt8(message.type), 3, 3])
        try writer.announce(message.content.count, width: 2)
        writer.write(message.content)
    }

    static let codec = codec(
        "tls",
        "TLS records; the content is encrypted",
        ports: [443, 8443, 993, 995, 465, 636, 853, 5671, 8883, 6697],
        layout: """
            | type 1 | 03 | minor version 1 | length 2 | fragment ... |   length counts the fragment
            """,
        source: "RFC 8446 §5.1, RFC 5246 §6.2.1"
    )
}
