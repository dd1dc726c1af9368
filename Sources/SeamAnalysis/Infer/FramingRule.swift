import SeamBytes
public import SeamCodecs

/// A hypothesis about how messages are framed.
public enum FramingRule: Equatable, Sendable {
    /// Messages end with these bytes.
    case delimiter([UInt8])
    /// Messages end with LF or CRLF.
    case lines
    /// Messages have so many bytes.
    case fixed(Int)
    /// A number in the header says how long a message is; the client may first send so many bytes that are none.
    case length(LengthField, preamble: Int)

    /// What the bytes at a place are under the hypothesis.
    enum Step {
        /// A message that ends there.
        case message(Int)
        /// A message that starts here and ends behind the bytes there are.
        case open
        /// No message can start so.
        case broken
    }

    /// The message that starts at `place`.
    @inline(__always)
    func step(_ bytes: RawSpan, at place: Int) -> Step {
        switch self {
        case .delimiter(let mark):
            guard let hit = ByteSearch.firstIndex(of: mark, in: bytes, from: place) else { return .open }
            return .message(hit + mark.count)
        case .lines:
            guard let hit = ByteSearch.firstIndex(of: 0x0a, in: bytes, from: place) else { return .open }
            return .message(hit + 1)
        case .fixed(let size):
            return size <= bytes.byteCount - place ? .message(place + size) : .open
        case .length(let field, _):
            switch field.read(ByteCursor(bytes.extracting(place..<bytes.byteCount))) {
            case .needMore: return .open
            case .fault: return .broken
            case .header(let header):
                return header.frame <= bytes.byteCount - place ? .message(place + header.frame) : .open
            }
        }
    }

    /// The bytes before the first message of the client.
    var preamble: Int {
        if case .length(_, let preamble) = self { return preamble }
        return 0
    }

    /// Whether the hypothesis reads a number, which may turn out wrong.
    var isLength: Bool {
        if case .length = self { return true }
        return false
    }
}

extension FramingRule {
    /// What a person pastes behind `-c`; `longest` is the longest message seen, in bytes.
    public func spec(longest: Int) -> String {
        switch self {
        case .delimiter(let mark): "delimiter:bytes=\(Self.hex(mark))" + limit(longest)
        case .lines:
            "line" + (longest > DelimiterDecoder.defaultMaximum ? ":" + limit(longest).dropFirst() : "")
        case .fixed(let size): "fixed:size=\(size)"
        case .length(let field, let preamble): field.spec(preamble)
        }
    }

    /// A limit of twice the longest message, where that is over the default.
    private func limit(_ longest: Int) -> String {
        guard longest > DelimiterDecoder.defaultMaximum else { return "" }
        var size = 16
        while size << 10 < 2 * longest { size *= 2 }
        return size >= 1024 ? ",max=\(size / 1024)M" : ",max=\(size)k"
    }

    static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}

extension LengthField {
    /// What is to be added to the number to get the bytes of the frame; the header of a text is not in it.
    var surplus: Int { adjustment + (counts == .content ? offset + width : 0) }

    /// The bytes of the number, 0 where it says itself where it ends.
    var width: Int {
        switch number {
        case .binary(let width, _): width
        case .digits(let count): count
        case .until, .varint: 0
        }
    }

    /// The field as a spec.
    func spec(_ preamble: Int) -> String {
        if offset == 0, adjustment == 0, counts == .content, number == .varint, preamble == 0 {
            return "varint"
        }
        var parts: [String] = []
        if offset > 0 { parts.append("offset=\(offset)") }
        switch number {
        case .binary(let width, let order):
            parts.append("width=\(width)")
            if width > 1, order == .little { parts.append("order=little") }
        case .digits(let count): parts.append("digits=\(count)")
        case .until(let end): parts.append("end=\(FramingRule.hex([end]))")
        case .varint: parts.append("width=varint")
        }
        if counts == .frame { parts.append("counts=frame") }
        if adjustment != 0 { parts.append("adjust=\(adjustment)") }
        if preamble > 0 { parts.append("preamble=\(preamble)") }
        return "length:" + parts.joined(separator: ",")
    }
}
