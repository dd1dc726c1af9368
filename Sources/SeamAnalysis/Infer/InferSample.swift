import SeamBytes
import SeamCodecs

/// The runs of one half of one server port, with what is asked of them for every hypothesis.
struct InferSample {
    let runs: [InferRun]
    /// The bytes that occur.
    let present: [UInt8]
    /// How often each byte occurs, as rates.
    let background: [Double]
    /// The bytes of all runs.
    let bytes: Int
    /// The pauses of all runs.
    let ends: Int

    init(_ runs: [InferRun]) {
        self.runs = runs
        bytes = runs.reduce(0) { $0 + $1.bytes.count }
        ends = runs.reduce(0) { $0 + $1.ends.count }
        var counts = [Double](repeating: 0.5, count: 256)
        for run in runs.prefix(256) {
            for byte in run.bytes.prefix(1 << 14) { counts[Int(byte)] += 1 }
        }
        present = counts.indices.filter { counts[$0] >= 1 }.map { UInt8($0) }
        let total = counts.reduce(0, +)
        background = counts.map { $0 / total }
    }

    /// When the sample begins.
    var time: Timestamp? { runs.first?.time }

    /// Whether the bytes are as evenly spread as those of a cipher or of a compressor.
    ///
    /// The sum of squares of the rates is 1/256 for evenly spread bytes, plus what a sample of this size adds.
    var looksRandom: Bool {
        guard bytes >= 256 else { return false }
        let squares = background.reduce(0) { $0 + $1 * $1 }
        return squares < 1.2 / 256 + 1 / Double(bytes)
    }

    /// The rate at which a place that is no start reads like the header of a message of these lengths.
    ///
    /// Counted at some places, and told from how often bytes occur for what is too rare to be met there.
    func chance(_ field: LengthField, _ starts: [Set<Int>], longest: Int) -> Double {
        let stride = max(1, bytes / 512) | 1
        var tried = 1.0
        var fits = 0.0
        for (run, starts) in zip(runs, starts) {
            let bytes = run.bytes.rawSpan
            var place = 0
            while place < bytes.byteCount {
                if !starts.contains(place) {
                    tried += 1
                    let cursor = ByteCursor(bytes.extracting(place..<bytes.byteCount))
                    if case .header(let header) = field.read(cursor), header.frame <= 2 * longest {
                        fits += 1
                    }
                }
                place += stride
            }
        }
        return fits > 0 ? fits / tried : max(1e-5, min(1 / tried, told(field, longest)))
    }

    /// The rate for a binary number whose bytes occur independently.
    private func told(_ field: LengthField, _ longest: Int) -> Double {
        guard case .binary(let width, _) = field.number else { return 1 / 1024.0 }
        let most = max(0, 2 * longest - field.surplus)
        if width < 7, most >> (8 * width) > 0 { return 1 }
        var rate = 1.0
        for place in 0..<width {
            let digit = place < 7 ? most >> (8 * place) & 0xff : 0
            let below = background[0..<digit].reduce(0, +)
            rate = below + background[digit] * rate
        }
        return rate
    }

    /// The bits that a delimiter saves by never standing in what it delimits.
    ///
    /// Text between control bytes is text that they delimit. In bytes that are spread evenly one that is much
    /// too rare has been kept out of the content.
    func contentGain(_ framing: FramingRule, messages: Int, empty: Int) -> Double {
        switch framing {
        case .length(let field, _):
            // A binary number is a strange thing in a text.
            if case .digits = field.number { return 0 }
            if case .until = field.number { return 0 }
            return isText ? -14 : 0
        case .fixed: return 0
        // Every other message empty: the delimiter is two of these.
        case .lines where 5 * empty >= 2 * messages && messages >= 3: return -14
        case .lines: return isText ? 7 : 0
        case .delimiter(let mark):
            guard let first = mark.first, messages >= 3 else { return 0 }
            if 5 * empty >= 2 * messages { return -14 }
            if isTextBut(mark) {
                return first == 0x0a || first == 0x0d ? 8 : first < 0x20 || first >= 0x7f ? 14 : 0
            }
            return mark.count == 1 && isKeptOut(first, messages) ? 14 : 0
        }
    }

    /// Whether a byte is much rarer than the others, which are spread evenly.
    private func isKeptOut(_ byte: UInt8, _ messages: Int) -> Bool {
        let usual = Double(bytes) / 256
        let isEven = background.indices.allSatisfy {
            $0 == Int(byte) || background[$0] > 0.4 / 256 && background[$0] < 2.5 / 256.0
        }
        return isEven && usual > 64 && Double(messages) < usual / 8
    }

    private var isText: Bool { isTextBut([]) && present.contains { $0 > 0x20 } }

    /// Whether all bytes but those of a delimiter are of text: no controls, and nothing that UTF-8 has not.
    private func isTextBut(_ mark: [UInt8]) -> Bool {
        let odd = present.filter { byte in
            !mark.contains(byte)
                && (byte < 0x20 && byte != 9 && byte != 10 && byte != 13 || byte == 0x7f || byte >= 0xf5)
        }
        return odd.isEmpty
    }
}
