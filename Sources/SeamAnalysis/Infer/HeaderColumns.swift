import SeamBytes
import SeamCodecs

/// The bytes at the same place of every message, which are alike where messages really start.
struct HeaderColumns {
    /// How many bytes from the start of a message are looked at, and of how many messages.
    static let count = 6
    static let most = 256

    /// The bytes of the number that the framing reads, which are judged by where they lead.
    private let number: Range<Int>
    private var seen = 0
    private var columns = [[UInt8]](repeating: [], count: count)

    init(_ framing: FramingRule) {
        if case .length(let field, _) = framing {
            number = field.offset..<field.offset + max(1, field.width)
        } else {
            number = 0..<0
        }
    }

    /// Takes the messages of a run.
    mutating func add(_ messages: [ByteRange], of run: InferRun) {
        guard seen < Self.most else { return }
        for message in messages.prefix(Self.most - seen) {
            seen += 1
            for place in 0..<min(Self.count, message.count) where !number.contains(place) {
                columns[place].append(run.bytes[message.start + place])
            }
        }
    }

    /// The bits that a model of each column saves over the frequencies of bytes in the stream.
    ///
    /// A column is predicted from its earlier bytes. One that is not alike costs one bit, to say so.
    func gain(_ background: [Double]) -> Double {
        var sum = 0.0
        for column in columns where column.count >= 2 {
            var counts = [Double](repeating: 0, count: 256)
            var ratio = 0.0
            for (seen, byte) in column.enumerated() {
                let base = background[Int(byte)]
                ratio += Entropy.log2((counts[Int(byte)] + base) / (Double(seen) + 1) / base)
                counts[Int(byte)] += 1
            }
            sum += ratio > 40 ? ratio - 1 : Entropy.log2(0.5 + 0.5 * Entropy.power(ratio))
        }
        return sum
    }
}
