public import SeamBytes

/// Something short that a half says again and again: a heart-beat, known by its content and its period.
public struct Beat: Sendable {
    /// The content that was seen last.
    public private(set) var content: [UInt8]
    /// Whether the content is a number that counts up.
    public private(set) var isCounter = false
    /// How many came alone.
    public private(set) var count = 1
    /// How many came together with messages.
    public internal(set) var glued = 0
    /// The codec that says that it is a heart-beat, empty where content and period tell.
    public internal(set) var codec = ""
    /// Where the first one is.
    public private(set) var first: HalfNotes.Place
    /// Where the last one is.
    public private(set) var last: HalfNotes.Place
    /// When the first one came.
    public private(set) var firstTime: Timestamp
    /// When the last one came.
    public private(set) var lastTime: Timestamp
    private var intervals = 0
    private var shortest = Int.max
    private var longest = 0
    private var total = 0

    /// The heart-beat of STOMP.
    static let lineFeed: [UInt8] = [0x0a]
    /// Contents that are longer are no heart-beats.
    static let longestContent = 40
    /// Most contents that are followed in a half.
    static let limit = 4
    /// So many make a heart-beat.
    static let least = 3

    init(_ content: [UInt8], at place: HalfNotes.Place, _ time: Timestamp) {
        self.content = content
        first = place
        last = place
        firstTime = time
        lastTime = time
    }

    /// Whether another content is the same, or the next number; of what the codec knows to be a heart-beat the first
    /// byte tells its kind, as the rest may be masked or count (RFC 6455 §5.3, ping and pong).
    func isNext(_ other: [UInt8], isKnown: Bool = false) -> Bool {
        if other == content { return true }
        if isKnown, let kind = other.first, !(0x30...0x39).contains(kind) { return kind == content.first }
        guard let number = Self.number(content), let next = Self.number(other) else { return false }
        return next == number + 1
    }

    mutating func add(_ other: [UInt8], at place: HalfNotes.Place, _ time: Timestamp) {
        if other != content, Self.number(other) != nil { isCounter = true }
        content = other
        let interval = max(0, time.since(lastTime))
        shortest = min(shortest, interval)
        longest = max(longest, interval)
        total += interval
        intervals += 1
        count += 1
        last = place
        lastTime = time
    }

    /// Nanoseconds from one to the next, on average.
    public var period: Int { intervals == 0 ? 0 : total / intervals }
    /// Nanoseconds between the shortest and the longest interval.
    public var jitter: Int { intervals == 0 ? 0 : longest - shortest }
    /// The longest interval in nanoseconds.
    public var longestInterval: Int { longest }
    /// Whether it comes often enough, at intervals of about the same length; those where some are missing do not count.
    public var isSteady: Bool {
        count >= Self.least && shortest > 0
            && (longest - shortest <= shortest / 2 || count >= 5 && shortest * 2 > period)
    }
    /// How many are missing in the longest interval, were they as far apart as the closest ones.
    public var missed: Int {
        shortest == Int.max || shortest == 0 ? 0 : max(0, (longest + shortest / 2) / shortest - 1)
    }

    /// Whether a content is one that long-connection clients send as a heart-beat: a number alone on a line, or such words.
    static func isTypical(_ content: RawSpan) -> Bool {
        guard let first = content.byte(at: 0), content.byteCount <= longestContent else { return false }
        if (0x30...0x39).contains(first) {
            return content.byteCount <= 8 && content.byte(at: content.byteCount - 1) == 0x0a
                && number([UInt8](copying: content)) != nil
        }
        return words.contains { content.begins(with: $0) }
    }

    private static let words: [StaticString] = [
        "connect is here", "heartbeat", "heart-beat", "keepalive", "ping", "pong",
    ]

    /// Whether a typical heart-beat can begin with a byte: a digit, or a letter of those words.
    @inline(__always)
    static func mayBegin(_ byte: UInt8) -> Bool {
        if (0x30...0x39).contains(byte) { return true }
        switch byte | 0x20 {
        case UInt8(ascii: "c"), UInt8(ascii: "h"), UInt8(ascii: "k"), UInt8(ascii: "p"): return true
        default: return false
        }
    }

    /// A content that is decimal digits and a line end.
    private static func number(_ content: [UInt8]) -> Int? {
        var value = 0
        var digits = 0
        for byte in content where byte != 0x0a && byte != 0x0d {
            guard (0x30...0x39).contains(byte), digits < 15 else { return nil }
            value = value * 10 + Int(byte - 0x30)
            digits += 1
        }
        return digits > 0 ? value : nil
    }
}

extension RawSpan {
    /// Whether the bytes begin with a word, its letters in either case; the word has small ones.
    fileprivate func begins(with word: StaticString) -> Bool {
        let length = word.utf8CodeUnitCount
        guard length <= byteCount else { return false }
        return word.withUTF8Buffer { letters in
            for place in 0..<length {
                guard let byte = self.byte(at: place) else { return false }
                let small = (0x41...0x5a).contains(byte) ? byte | 0x20 : byte
                guard unsafe small == letters[place] else { return false }
            }
            return true
        }
    }
}
