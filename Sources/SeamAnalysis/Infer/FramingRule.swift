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
    /// A number in the header says how long a message is, behind what comes first.
    case length(LengthField, preamble: Preamble = .bytes(0))

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

    /// The bytes of a run that stand before its first message.
    func preamble(of run: InferRun) -> Int {
        guard run.start == 0, case .length(let field, let preamble) = self else { return 0 }
        switch preamble {
        case .bytes(let count): return run.from == .client && count <= run.bytes.count ? count : 0
        case .any: return Preamble.end(in: run.bytes.rawSpan, field)
        }
    }

    /// Whether a message is no more than its delimiter; a CR before LF is part of that.
    func isEmpty(_ message: ArraySlice<UInt8>) -> Bool {
        switch self {
        case .delimiter(let mark):
            message.count == mark.count || mark == [0x0a] && Array(message) == [0x0d, 0x0a]
        case .lines: message.count == 1 || Array(message) == [0x0d, 0x0a]
        case .fixed, .length: false
        }
    }

    /// What is lost of a number that is too great for its field: multiples of this; nil where that cannot be.
    var modulus: Int? {
        guard case .length(let field, _) = self, case .binary(let width, _) = field.number, width <= 2 else {
            return nil
        }
        return 1 << (8 * width)
    }

    /// The bytes of a header that ends with a number of fixed width, which counts what is behind it; nil for others.
    var plainHeader: Int? {
        guard case .length(let field, .bytes(0)) = self, field.counts == .content, field.adjustment == 0
        else { return nil }
        switch field.number {
        case .binary(let width, _), .digits(let width): return field.offset + width
        case .until, .varint: return nil
        }
    }

    /// Whether messages are lines.
    var isOfLines: Bool { self == .lines || self == .delimiter([0x0a]) || self == .delimiter([0x0d, 0x0a]) }

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
    func spec(_ preamble: Preamble) -> String {
        if offset == 0, adjustment == 0, counts == .content, number == .varint, preamble == .bytes(0) {
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
        switch preamble {
        case .bytes(0): break
        case .bytes(let count): parts.append("preamble=\(count)")
        case .any: parts.append("preamble=any")
        }
        return "length:" + parts.joined(separator: ",")
    }
}
