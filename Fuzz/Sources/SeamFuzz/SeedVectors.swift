/// Seeds of the targets of codecs.
enum CodecSeed {
    /// An input with usual parameters; `share` of 256 of the bytes are the client's, all when 0.
    static func seed(_ bytes: [UInt8], share: UInt8 = 0) -> [UInt8] {
        let head: [UInt8] = [0, 0, 0, 0, share, 0, 0, 0, 6, 0x84, 0, 20, 0x80, 3, 0x90, 1]
        return head + bytes
    }

    /// Messages of each format with what is hard about it (reference/decoders.md, by those projects' tests).
    static let vectors: [String: [[UInt8]]] = [
        "delimiter": texts("first\r\nsecond\nthird", "a\u{0}\nb\n\u{0}", "aabababab;;;:;"),
        "line": texts("\n\r\na\rb\n1\n\n2\n3\n", "123456789012345678901234567890\r\nfoo\r\nbar\r"),
        "fixed": texts("0123456789"),
        "varint": [
            [4, 1, 1, 1, 1, 0x80, 0, 0x81, 0x80, 0, 7, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F],
            [0x80, 0x80, 0x80, 1, 2],
        ],
        "length": [
            [0, 0, 0, 2, 65, 66, 0, 0, 0, 0, 0x7F, 0xFF, 0xFF, 0xFF], [0, 0x0C, 72, 69],
            [0xCA, 0, 0x10, 0xFE],
            Array("0005hello  31".utf8), Array("5 hello0 ".utf8), Array("5\nhello".utf8),
        ],
        "tlc": [[1, 5, 104, 101, 108, 108, 111, 2, 0], [0, 1, 0, 0, 0, 1, 65, 0, 1, 0, 0, 0, 0]],
        "stomp": texts(
            "CONNECT\naccept-version:1.1,1.2\nhost:a\n\n\u{0}\n\n\r\nSEND\ncontent-length:3\n\na\u{0}b\u{0}",
            "CONNECTED\nversion:1.2\nheart-beat:0,0\n\n\u{0}MESSAGE\r\na:\\c\\n\\\\\r\n\r\nx\u{0}\n",
            "SEND\n\nno end\nSEND\ndestination:/a\n\n\u{0}",
            "SEND\ncontent-length:2\n\nabc\u{0}ERROR\n\n\u{0}"
        ),
    ]

    private static func texts(_ all: String...) -> [[UInt8]] { all.map { Array($0.utf8) } }
}

/// Seeds of the target `half`.
enum HalfSeed {
    private static let head: [UInt8] = [0, 0, 1, 0, 0xFF, 0xFF, 0xFF, 0xF0, 0]

    /// A packet: `flags` as `HalfRun.Operation` reads them, `offset` counted from the first byte.
    private static func packet(
        _ flags: UInt8,
        _ offset: Int,
        _ count: UInt8,
        cut: UInt8 = 0,
        ack: Int = 0
    ) -> [UInt8] {
        let place = offset + 64
        let number = ack + 16
        return [
            flags, UInt8(place >> 8), UInt8(place & 0xFF), count, cut, UInt8(number >> 8),
            UInt8(number & 0xFF),
        ]
    }

    private static let handshake = packet(0x64, 0, 0) + packet(0x61, 0, 0) + packet(0, 0, 0)

    static let seeds: [[UInt8]] = [
        head + handshake + packet(0, 0, 10) + packet(1, 0, 20, ack: 10) + packet(0, 10, 5, ack: 20)
            + packet(0x18, 15, 0) + packet(0x19, 20, 0),
        head + handshake + packet(0, 10, 10) + packet(2, 5, 10) + packet(0, 0, 30)
            + packet(0, 40, 10, cut: 4),
        head + packet(0, 100, 10) + packet(0, 120, 10) + packet(1, 0, 1, ack: 130) + packet(0, 90, 40),
        head + handshake + packet(0, 0x7000, 10) + packet(0xD0, 0, 0) + packet(0x64, 9, 0),
    ]
}
