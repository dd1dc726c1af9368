import SeamBytes

extension FrameFormat {
    /// The codec of this format, as it stands in the registry.
    ///
    /// `layout` draws a message; `source` says where the protocol is written down.
    static func codec(
        _ name: StaticString,
        _ summary: String,
        ports: [UInt16] = [],
        layout: String,
        source: String
    ) -> CodecDescription {
        let limit = longest
        return CodecDescription(
            name: "\(name)",
            summary: summary,
            parameters: [.init("max", "longest message in bytes, header included", default: size(limit))],
            example: "\(name):max=64k",
            ports: ports,
            layout: layout,
            rules: ownRules + FrameRule.all,
            source: source,
            recognise: likelihood,
            encode: write
        ) { parameters throws(SpecError) in
            let longest = try parameters.size("max", default: limit)
            return CodecFactory(
                "\(name)",
                dialogue: {
                    (
                        FrameDecoder<Self>(from: .client, limit: longest),
                        FrameDecoder<Self>(from: .server, limit: longest)
                    )
                }
            ).writing(write)
        }
    }

    /// Whether bytes begin with zeros and nothing else: what many formats have in common says nothing.
    private static func isBlank(_ bytes: RawSpan) -> Bool {
        guard bytes.byteCount >= 4 else { return false }
        for index in 0..<min(64, bytes.byteCount) where bytes.byte(at: index) != 0 { return false }
        return true
    }

    private static func size(_ bytes: Int) -> String {
        if bytes >= 1 << 20, bytes.isMultiple(of: 1 << 20) { return "\(bytes >> 20)M" }
        if bytes >= 1 << 10, bytes.isMultiple(of: 1 << 10) { return "\(bytes >> 10)k" }
        return "\(bytes)"
    }

    /// How likely the first bytes of what `side` sends are messages of this format.
    ///
    /// Messages that follow each other without a break are evidence of their own: a length that leads to
    /// the next header, or to the end of the bytes, is rarely right by chance.
    static func likelihood(_ bytes: RawSpan, from side: Side) -> Likelihood? {
        guard !isBlank(bytes) else { return nil }
        var format = Self(from: side)
        var cursor = ByteCursor(bytes)
        var bits = 0
        var count = 0
        while cursor.available > 0, count < 8 {
            // A signature stays one when what follows it is broken.
            let broken = bits >= Likelihood.signature ? Likelihood(bits - 12, messages: count) : nil
            switch format.head(cursor) {
            case .broken: return broken
            case .needMore: return Likelihood(bits, messages: count)
            case .untilEnd: return count == 0 ? nil : Likelihood(bits, messages: count)
            case .frame(let frame):
                guard frame.size > 0, frame.size <= longest, var more = format.evidence(frame, cursor) else {
                    return broken
                }
                // A length is evidence where something is seen at its end.
                if frame.size > cursor.available, more < Likelihood.signature { more = max(0, more - 6) }
                // Messages of one stream resemble each other: the first says most.
                bits += count == 0 ? more : more / 2
                count += 1
                format.passed(frame, cursor)
                guard cursor.take(frame.size) != nil else { return Likelihood(bits, messages: count) }
                if cursor.available == 0, more > 0 { bits += Likelihood.exactEnd }
            }
        }
        return count == 0 ? nil : Likelihood(bits, messages: count)
    }
}

extension ByteCursor {
    /// The big-endian integer `index` behind the next byte.
    @inline(__always)
    func big16(_ index: Int) -> Int? { peek(index, bigEndian: UInt16.self).map { Int($0) } }
    /// The big-endian integer `index` behind the next byte.
    @inline(__always)
    func big32(_ index: Int) -> Int? { peek(index, bigEndian: UInt32.self).map { Int($0) } }
    /// The little-endian integer `index` behind the next byte.
    @inline(__always)
    func little16(_ index: Int) -> Int? { peek(index, bigEndian: UInt16.self).map { Int($0.byteSwapped) } }
    /// The little-endian integer `index` behind the next byte.
    @inline(__always)
    func little32(_ index: Int) -> Int? { peek(index, bigEndian: UInt32.self).map { Int($0.byteSwapped) } }
    /// The byte `index` behind the next one.
    @inline(__always)
    func byte(_ index: Int) -> Int? { peek(index).map { Int($0) } }

    /// Whether the bytes `index` behind the next one are this text, as far as they are here; nil when it
    /// is cut short.
    func holds(_ text: StaticString, at index: Int = 0) -> Bool? {
        text.withUTF8Buffer { letters in
            for place in 0..<letters.count {
                guard let byte = peek(index + place) else { return nil }
                if unsafe byte != letters[place] { return false }
            }
            return true
        }
    }
}
