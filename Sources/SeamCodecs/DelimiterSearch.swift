import SeamBytes

/// Finds where the message at the cursor ends, for one or many delimiters, reading each byte once.
///
/// The delimiter whose **end** comes first wins; of several that end at the same byte the longest, so
/// that the content is shortest. The end is known the moment its byte arrives, so nothing that arrives
/// later, and no border between pieces, can change the answer. Where no delimiter holds another one
/// before its own end, as in the usual sets {CRLF, LF} or {NUL, LF}, that is the rule of Netty's
/// `DelimiterBasedFrameDecoder`, "the shortest frame wins", for bytes that are all there. For others,
/// as {`abc`, `b`}, Netty's answer depends on whether the `c` has arrived.
///
/// By that rule a delimiter that holds another one is never looked for: it can only end together with
/// it, which a look back tells, or later, which is too late. What is left are the roots, and {CRLF, LF}
/// costs one search for LF.
struct DelimiterSearch: Sendable {
    /// Where content and message end, in bytes behind the cursor: the delimiter is `content..<end`.
    struct Match: Equatable {
        var content: Int
        var end: Int
    }

    /// A delimiter that holds no other.
    private struct Root {
        let bytes: [UInt8]
        /// The delimiters that end with it, the longest first.
        let longer: [[UInt8]]
        /// Hint: no occurrence starts before this offset of the stream, as far as bytes were shown.
        var next = 0
        /// Hint: whether one starts there.
        var isFound = false
    }

    /// Shared by the decoders of a codec until one of them has something to remember.
    private var roots: [Root]
    /// Hint for `onlyByte`: it does not stand before this offset of the stream, as far as bytes were shown.
    private var next = 0
    /// Bytes of the longest delimiter: so many but one, at the end of what has arrived, may begin one.
    private let longest: UInt32
    /// The root when it is one byte and the only one: the usual case, which must cost a `memchr` and little more.
    private let onlyByte: UInt8?
    /// Whether a longer delimiter ends with `onlyByte`.
    private let hasLonger: Bool

    /// A search for any of `delimiters`, none of them empty.
    init(_ delimiters: [[UInt8]]) {
        let isRoot = { (one: [UInt8]) in !delimiters.contains { $0 != one && one.holds($0) } }
        roots = []
        for bytes in delimiters where isRoot(bytes) && !roots.contains(where: { $0.bytes == bytes }) {
            let longer = delimiters.filter { $0.count > bytes.count && $0.suffix(bytes.count) == bytes[...] }
            roots.append(Root(bytes: bytes, longer: longer.sorted { $0.count > $1.count }))
        }
        longest = UInt32(clamping: delimiters.reduce(1) { max($0, $1.count) })
        let only = roots.count == 1 && roots[0].bytes.count == 1 ? roots.first : nil
        onlyByte = only?.bytes.first
        hasLonger = only?.longer.isEmpty == false
    }

    /// The end of the message that starts at the cursor; nil when it is not here yet.
    @inline(__always)
    mutating func end(in input: borrowing ByteCursor) -> Match? {
        guard let byte = onlyByte else { return endOfMany(in: input) }
        guard let place = input.firstIndex(of: byte, from: next - input.position) else {
            next = input.position + input.available
            return nil
        }
        if !hasLonger { return Match(content: place, end: place + 1) }
        return Self.match(end: place + 1, root: 1, longer: roots[0].longer, in: input)
    }

    /// How many of the bytes that are here no delimiter can begin in, when `end` found none.
    func settled(_ input: borrowing ByteCursor) -> Int { max(0, input.available - Int(longest) + 1) }

    @inline(never)
    private mutating func endOfMany(in input: borrowing ByteCursor) -> Match? {
        let start = input.position
        var first: (end: Int, index: Int)?
        for index in roots.indices {
            if !roots[index].isFound || roots[index].next < start {
                Self.advance(&roots[index], in: input)
            }
            guard roots[index].isFound else { continue }
            let end = roots[index].next - start + roots[index].bytes.count
            if end < first?.end ?? .max { first = (end, index) }
        }
        guard let (end, index) = first else { return nil }
        return Self.match(end: end, root: roots[index].bytes.count, longer: roots[index].longer, in: input)
    }

    private static func advance(_ root: inout Root, in input: borrowing ByteCursor) {
        let start = input.position
        let from = max(0, root.next - start)
        if let place = input.firstIndex(of: root.bytes, from: from) {
            root.next = start + place
            root.isFound = true
        } else {
            root.next = start + max(from, input.available - root.bytes.count + 1)
            root.isFound = false
        }
    }

    /// Looks back from the end of a root for the longest delimiter that ends there and begins in the message.
    private static func match(
        end: Int,
        root: Int,
        longer: [[UInt8]],
        in input: borrowing ByteCursor
    ) -> Match {
        for delimiter in longer where delimiter.count <= end {
            let place = end - delimiter.count
            var matched = 0
            while matched < delimiter.count - root, input.peek(place + matched) == delimiter[matched] {
                matched += 1
            }
            if matched == delimiter.count - root { return Match(content: place, end: end) }
        }
        return Match(content: end - root, end: end)
    }
}

extension [UInt8] {
    /// Whether the bytes hold `other` as a run.
    fileprivate func holds(_ other: [UInt8]) -> Bool {
        ByteSearch.firstIndex(of: other, in: rawSpan) != nil
    }
}
