import Seam
import SeamTesting

/// The messages that a server sends, in their frames; each client gets the same.
struct MessageSource: Sendable {
    private enum Kind: Sendable {
        case given([[UInt8]])
        case generated(SizeRange, UInt64, isJSON: Bool)
    }

    private let kind: Kind
    private let codec: WireCodec
    /// How many there are to send.
    let count: Int
    /// After how many they begin again.
    let period: Int

    /// Generated messages are so many when nobody says.
    private static let usualCount = 100
    /// Given messages are sent no more often than this to tear each at every place.
    private static let mostTears = 4096

    /// Given messages.
    init(_ lines: [InputLine], _ codec: WireCodec, _ options: ServeOptions) throws(CommandError) {
        var messages: [[UInt8]] = []
        for line in lines {
            if case .order = line { throw .usage("an order such as /wait is no message to send") }
            do throws(EncodingError) {
                let bytes = try codec.bytes(of: line)
                if !bytes.isEmpty { messages.append(bytes) }
            } catch {
                throw .usage("a message cannot be sent as \(codec.spec): \(error)")
            }
        }
        guard !messages.isEmpty else { throw .usage("there is no message to send") }
        kind = .given(messages)
        self.codec = codec
        period = messages.count
        let longest = messages.map(\.count).max() ?? 0
        let times = options.pieces == .torn ? min(max(1, longest - 1), Self.mostTears) : 1
        count = options.count?.number ?? messages.count * times
    }

    /// Generated messages.
    init(_ codec: WireCodec, _ options: ServeOptions) throws(CommandError) {
        let layers = codec.spec.split(separator: "/")
        let isJSON = layers.last.map { $0.prefix { $0 != ":" } == "json" } ?? false
        kind = .generated(options.sizes, options.seed.number, isJSON: isJSON)
        self.codec = codec
        count = options.count?.number ?? Self.usualCount
        period = 1
        guard codec.canEncode else {
            throw .usage("messages of \(codec.spec) cannot be generated: give them, with --messages FILE")
        }
        do throws(EncodingError) {
            _ = try generate(0, options.sizes, options.seed.number, isJSON: isJSON)
        } catch {
            throw .usage("--sizes \(options.sizes.text ?? ""): \(error)")
        }
    }

    /// The message at a place, in its frame; the given ones come again and again.
    func message(at index: Int) throws(EncodingError) -> [UInt8] {
        switch kind {
        case .given(let messages): messages[index % messages.count]
        case .generated(let sizes, let seed, let isJSON): try generate(index, sizes, seed, isJSON: isJSON)
        }
    }

    private func generate(
        _ index: Int,
        _ sizes: SizeRange,
        _ seed: UInt64,
        isJSON: Bool
    ) throws(EncodingError) -> [UInt8] {
        let content = GeneratedContent.bytes(at: index, sizes: sizes.bytes, seed: seed)
        let quote = isJSON ? [UInt8(ascii: "\"")] : []
        return try codec.encode(FrameMessage(type: 1, content: quote + content + quote))
    }
}
