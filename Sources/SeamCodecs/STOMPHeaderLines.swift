import SeamBytes

/// The header lines of a frame, one by one.
struct STOMPHeaderLines {
    /// Where a header's parts are, in the bytes of the frame.
    struct Line {
        var name: Range<Int>
        var value: Range<Int>
    }

    private var next: Int
    private let end: Int
    private let endsWithCR: Bool

    /// The headers of `frame`, whose bytes start at offset `start` of the stream.
    init(_ frame: STOMPDecoder.Frame, at start: Int) {
        next = frame.headers.start - start
        end = frame.headers.end - start
        endsWithCR = frame.readAs == .v12
    }

    /// The next header; nil when there is none.
    mutating func line(in bytes: RawSpan) -> Line? {
        guard next < end, let feed = ByteSearch.firstIndex(of: 0x0a, in: bytes, from: next), feed < end else {
            return nil
        }
        let start = next
        next = feed + 1
        // Before 1.2 a CR in front of the LF is part of the value.
        let hasCR = endsWithCR && feed > start && bytes.byte(at: feed - 1) == 0x0d
        let stop = hasCR ? feed - 1 : feed
        guard let colon = ByteSearch.firstIndex(of: UInt8(ascii: ":"), in: bytes, from: start), colon < stop
        else {
            return nil
        }
        return Line(name: start..<colon, value: colon + 1..<stop)
    }
}

/// Escapes in names and values (STOMP 1.1 and 1.2, "Value Encoding").
enum STOMPEscape {
    /// The text that the bytes of a header stand for; nil where the version does not define an escape.
    static func decode(_ bytes: RawSpan, _ version: STOMPVersion) -> [UInt8]? {
        guard version > .v10, ByteSearch.firstIndex(of: UInt8(ascii: "\\"), in: bytes) != nil else {
            return [UInt8](copying: bytes)
        }
        var text: [UInt8] = []
        var index = 0
        while let byte = bytes.byte(at: index) {
            index += 1
            guard byte == UInt8(ascii: "\\") else {
                text.append(byte)
                continue
            }
            switch bytes.byte(at: index) {
            case UInt8(ascii: "n"): text.append(0x0a)
            case UInt8(ascii: "c"): text.append(UInt8(ascii: ":"))
            case UInt8(ascii: "\\"): text.append(byte)
            case UInt8(ascii: "r") where version == .v12: text.append(0x0d)
            default: return nil
            }
            index += 1
        }
        return text
    }

    /// Writes the text of a header as the version does.
    static func encode(_ text: String, _ version: STOMPVersion, into writer: inout ByteWriter) {
        for byte in text.utf8 {
            switch byte {
            case 0x0a where version > .v10: writer.write("\\n")
            case UInt8(ascii: ":") where version > .v10: writer.write("\\c")
            case UInt8(ascii: "\\") where version > .v10: writer.write("\\\\")
            case 0x0d where version == .v12: writer.write("\\r")
            default: writer.write(byte)
            }
        }
    }
}
