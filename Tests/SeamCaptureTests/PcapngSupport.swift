/// A little-endian pcapng block (draft-ietf-opsawg-pcapng §3.1): the body is padded, both lengths are written.
func block(_ type: String, _ body: [UInt8]) -> [UInt8] {
    let padded = body + [UInt8](repeating: 0, count: (4 - body.count % 4) % 4)
    let size = UInt32(12 + padded.count)
    let length = (0..<4).map { UInt8(truncatingIfNeeded: size >> (8 * $0)) }
    return hex(type) + length + padded + length
}

/// A little-endian section, version 1.0, of a length that is not said.
let section = hex("0a0d0d0a 1c000000 4d3c2b1a 0100 0000 ffffffffffffffff 1c000000")

/// An interface of a link type (one byte) without snap length, and with options.
func interface(linkType: String = "01", options: String = "") -> [UInt8] {
    block("01000000", hex("\(linkType)00 0000 00000000 \(options)"))
}

/// A packet at 1700000000.123456 s, 4 of 60 bytes.
let enhancedPacket = hex(
    "06000000 24000000 00000000 240a0600 40222018 04000000 3c000000 01020304 24000000"
)

/// A packet of an interface (one byte), at 0 s, one byte long, with options.
func packet(_ byte: String, of interface: String = "00", options: String = "") -> [UInt8] {
    block("06000000", hex("\(interface)000000 00000000 00000000 01000000 01000000 \(byte)000000 \(options)"))
}
