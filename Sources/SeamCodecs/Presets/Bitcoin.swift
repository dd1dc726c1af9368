import SeamBytes

/// Messages between Bitcoin nodes: the network's magic, a command of twelve letters, length, checksum.
struct Bitcoin: FrameFormat {
    static let longest = 24 + (32 << 20)
    static let ownRules = [magic]
    static let magic = Rule(
        "bitcoin.magic",
        "no network has this magic",
        source: "Bitcoin developer reference, \"Message Headers\""
    )

    /// Whether `version` and `verack` come without a checksum, as they did before 2012.
    private var isOld = false

    init(from side: Side) {}

    private static let version = 0x7665_7273
    private static let acknowledgement = 0x7665_7261

    func head(_ input: borrowing ByteCursor) -> FrameHead {
        guard let magic = input.big32(0) else { return .needMore }
        // Main, test networks 3 and 4, signet, regtest.
        guard [0xf9be_b4d9, 0x0b11_0907, 0x1c16_3f28, 0x0a03_cf40, 0xfabf_b5da].contains(magic) else {
            return .broken(Self.magic, WireNumber(UInt64(magic), width: 4, order: .big))
        }
        guard let name = input.big32(4), let length = input.little32(16) else { return .needMore }
        if name == Self.version {
            guard let number = input.little32(20) else { return .needMore }
            return .frame(Frame(name, size: (Self.isVersion(number) ? 20 : 24) + length))
        }
        return .frame(Frame(name, size: (name == Self.acknowledgement && isOld ? 20 : 24) + length))
    }

    /// Whether a number behind the length is a protocol's version, not a checksum.
    private static func isVersion(_ number: Int) -> Bool { number < 1 << 17 }

    mutating func passed(_ frame: Frame, _ input: borrowing ByteCursor) {
        if frame.type == Self.version { isOld = input.little32(20).map(Self.isVersion) ?? false }
    }

    func evidence(_ frame: Frame, _ input: borrowing ByteCursor) -> Int? { 44 }

    /// By the first four letters of the command.
    static func name(of type: Int) -> StaticString {
        switch type {
        case 0x7665_7273: "version"
        case 0x7665_7261: "verack"
        case 0x6164_6472: "addr"
        case 0x696e_7600: "inv"
        case 0x6765_7464: "getdata"
        case 0x6765_7462: "getblocks"
        case 0x6765_7468: "getheaders"
        case 0x6765_7461: "getaddr"
        case 0x7478_0000: "tx"
        case 0x626c_6f63: "block"
        case 0x6865_6164: "headers"
        case 0x7069_6e67: "ping"
        case 0x706f_6e67: "pong"
        case 0x616c_6572: "alert"
        case 0x6e6f_7466: "notfound"
        default: ""
        }
    }

    static func write(_ message: FrameMessage, into writer: inout ByteWriter) throws(EncodingError) {
        writer.write([0xf9, 0xbe, 0xb4, 0xd9])
        try writer.announce(message.type, width: 4)
        writer.write([UInt8](repeating: 0, count: 8))
        try writer.announce(message.content.count, width: 4, order: .little)
        writer.write([0, 0, 0, 0])
        writer.write(message.content)
    }

    static let codec = codec(
        "bitcoin",
        "Bitcoin peer-to-peer messages",
        ports: [8333],
        layout:
            "| magic 4 | command 12 | length 4 LE | checksum 4 | payload ... |   length counts the payload",
        source: "Bitcoin developer reference, \"Message Headers\""
    )
}
