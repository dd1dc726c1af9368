import SeamBytes

/// What stands before the first frame of a stream and is none, as AMQP's "AMQP0091".
public enum Preamble: Hashable, Sendable {
    /// So many bytes that the client sends, usually none.
    case bytes(Int)
    /// What either side sends before the first run of frames that fit: greetings whose length differs, as
    /// PostgreSQL's start-up messages without a type.
    case any

    /// No preamble is looked for behind so many bytes.
    static var longest: Int { 0xffff }
}

extension Preamble {
    /// Where the first frames start in a stream with this length field; `isEnd` says that all of it is here.
    ///
    /// Nothing is known below `searched`, which is moved on. Nil when more bytes must tell, 0 where there are no frames
    /// either.
    static func end(
        in bytes: RawSpan,
        _ decoder: LengthDecoder,
        searched: inout Int,
        isEnd: Bool
    ) -> Int? {
        switch FrameScan.find(in: bytes, from: searched, before: longest + 1, isEnd: isEnd, decoder) {
        case .found(let place): return place
        case .noneBefore(let place):
            searched = place
            return isEnd || place > longest ? 0 : nil
        }
    }

    /// Where the first frames with this length field start in a stream of which all bytes are here; 0 for none.
    public static func end(in bytes: RawSpan, _ field: LengthField) -> Int {
        var searched = 0
        return end(in: bytes, LengthDecoder(field), searched: &searched, isEnd: true) ?? 0
    }
}

extension SpecParameters {
    /// The parameter `preamble`.
    mutating func preamble() throws(SpecError) -> Preamble {
        guard let written = text("preamble") else { return .bytes(0) }
        if written == "any" { return .any }
        guard let count = Self.size(written), count <= Preamble.longest else {
            throw wrong("preamble", written, "any, or a number of bytes up to \(Preamble.longest)")
        }
        return .bytes(count)
    }
}
