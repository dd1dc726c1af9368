import SeamBytes

/// Whether bytes are UTF-8 as Unicode defines it (table 3-7): no overlong forms, no surrogates.
enum UTF8Check {
    static func isValid(_ bytes: RawSpan) -> Bool {
        var index = 0
        while index < bytes.byteCount {
            // Text is mostly ASCII: eight at a time.
            if let word = bytes.bigEndian(at: index, as: UInt64.self), word & 0x8080_8080_8080_8080 == 0 {
                index += 8
                continue
            }
            guard let first = bytes.byte(at: index) else { return true }
            index += 1
            guard first >= 0x80 else { continue }
            let (count, second): (Int, ClosedRange<UInt8>) =
                switch first {
                case 0xc2...0xdf: (1, 0x80...0xbf)
                case 0xe0: (2, 0xa0...0xbf)
                case 0xe1...0xec, 0xee...0xef: (2, 0x80...0xbf)
                case 0xed: (2, 0x80...0x9f)
                case 0xf0: (3, 0x90...0xbf)
                case 0xf1...0xf3: (3, 0x80...0xbf)
                case 0xf4: (3, 0x80...0x8f)
                default: (0, 0x80...0x80)
                }
            guard count > 0, let byte = bytes.byte(at: index), second.contains(byte) else { return false }
            for place in 1..<max(1, count) {
                guard let byte = bytes.byte(at: index + place), (0x80...0xbf).contains(byte) else {
                    return false
                }
            }
            index += count
        }
        return true
    }
}
