import SeamBytes

/// DNP3 link frames: 05 64, a length that counts neither the start nor the checksums.
struct DNP3: FrameFormat {
    static let longest = 292
    static let number: StaticString = "destination"
    static let ownRules = [start]
    static let start = Rule("dnp3.start", "the frame does not start 05 64", source: "IEEE 1815-2012, 9.2.4.1")

    init(from side: Side) {}

    func head(_ input: borrowing ByteCursor) -> FrameHead {
        guard let first = input.byte(0) else { return .needMore }
        guard first == 5 else { return .broken(Self.start) }
        guard let second = input.byte(1) else { return .needMore }
        guard second == 0x64 else { return .broken(Self.start) }
        guard let length = input.byte(2), let control = input.byte(3), let destination = input.little16(4)
        else {
            return .needMore
        }
        guard length >= 5 else { return .broken(FrameRule.tooShort, WireNumber(UInt64(length))) }
        // Two bytes of checksum behind the header and behind every sixteen bytes of data.
        let data = length - 5
        let size = 10 + data + 2 * ((data + 15) / 16)
        return .frame(Frame(control & 0x4f, number: destination, size: size))
    }

    func evidence(_ frame: Frame, _ input: borrowing ByteCursor) -> Int? { 30 }

    static func name(of type: Int) -> StaticString {
        switch type {
        case 0x40: "reset link"
        case 0x42: "test link"
        case 0x43: "confirmed user data"
        case 0x44: "unconfirmed user data"
        case 0x49: "request link status"
        case 0x00: "ACK"
        case 0x01: "NACK"
        case 0x0b: "link status"
        case 0x0f: "not supported"
        default: ""
        }
    }

    static func write(_ message: FrameMessage, into writer: inout ByteWriter) throws(EncodingError) {
        guard message.content.count <= 250 else {
            throw EncodingError("\(message.content.count) bytes of data")
        }
        writer.write([5, 0x64, UInt8(5 + message.content.count), UInt8(message.type & 0x4f)])
        try writer.announce(message.number, width: 2, order: .little)
        writer.write([0, 0, 0, 0])
        for (index, byte) in message.content.enumerated() {
            writer.write(byte)
            if index % 16 == 15 || index == message.content.count - 1 { writer.write([0, 0]) }
        }
    }

    static let codec = codec(
        "dnp3",
        "DNP3 link frames",
        ports: [20000],
        layout: "| 05 64 | length 1 | control 1 | to 2 LE | from 2 LE | CRC 2 | 16 bytes, CRC 2 | ... |",
        source: "IEEE 1815-2012, 9.2.4"
    )
}
