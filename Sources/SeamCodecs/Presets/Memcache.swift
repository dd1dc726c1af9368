import SeamBytes

/// Memcached's binary protocol: a header of 24 bytes.
struct Memcache: FrameFormat {
    static let longest = 24 + (128 << 20)
    static let number: StaticString = "opaque"
    static let ownRules = [magic]
    static let magic = Rule(
        "memcache.magic",
        "the header begins neither 80 nor 81",
        source: "Memcached binary protocol"
    )

    let side: Side

    init(from side: Side) { self.side = side }

    func head(_ input: borrowing ByteCursor) -> FrameHead {
        guard let magic = input.byte(0) else { return .needMore }
        guard magic == 0x80 || magic == 0x81 else { return .broken(Self.magic) }
        guard let code = input.byte(1), let length = input.big32(8), let opaque = input.big32(12) else {
            return .needMore
        }
        return .frame(Frame(code, number: opaque, size: 24 + length))
    }

    func evidence(_ frame: Frame, _ input: borrowing ByteCursor) -> Int? {
        guard let key = input.big16(2), let extras = input.byte(4), let form = input.byte(5) else {
            return nil
        }
        guard input.byte(0) == 0x80 + side.place, form == 0, key + extras <= frame.size - 24 else {
            return nil
        }
        return Self.name(of: frame.type).utf8CodeUnitCount > 0 && key <= 250 ? 32 : nil
    }

    static func name(of type: Int) -> StaticString {
        switch type {
        case 0: "get"
        case 1: "set"
        case 2: "add"
        case 3: "replace"
        case 4: "delete"
        case 5: "increment"
        case 6: "decrement"
        case 7: "quit"
        case 8: "flush"
        case 9: "getq"
        case 10: "no-op"
        case 11: "version"
        case 12: "getk"
        case 13: "getkq"
        case 14: "append"
        case 15: "prepend"
        case 16: "stat"
        case 17: "setq"
        default: ""
        }
    }

    static func write(_ message: FrameMessage, into writer: inout ByteWriter) throws(EncodingError) {
        writer.write(0x80)
        try writer.announce(message.type, width: 1)
        writer.write([0, 0, 0, 0, 0, 0])
        try writer.announce(message.content.count, width: 4)
        try writer.announce(message.number, width: 4)
        writer.write([UInt8](repeating: 0, count: 8))
        writer.write(message.content)
    }

    static let codec = codec(
        "memcache",
        "memcached's binary protocol",
        ports: [11211],
        layout:
            "| 80 or 81 | opcode 1 | key length 2 | extras 1 | 00 | status 2 | body length 4 | opaque 4 | CAS 8 | ... |",
        source: "Memcached binary protocol"
    )
}
