import SeamBytes
import SeamCodecs

// What a hypothesis costs before it has explained anything, in bits: the usual is cheap, the odd is dear
// (minimum description length: Grünwald, "The Minimum Description Length Principle", chapter 5).

extension FramingRule {
    /// The delimiters that protocols use, the most usual first.
    static let usual: [(mark: [UInt8], price: Double)] = [
        ([0x0d, 0x0a], 2), ([0x0a], 2.5), ([0x00], 3), ([0xff], 4), ([0x0d, 0x0a, 0x0d, 0x0a], 4),
        ([0x0d], 5), ([0x0a, 0x0a], 5), ([0x00, 0x0a], 6), ([0x03], 6), ([0x1e], 6), ([0x7e], 6),
        ([0x7c], 6), ([0x3b], 6), ([0x00, 0x00], 6), ([0x1c, 0x0d], 6), ([0x04], 7), ([0x17], 7),
        ([0x24, 0x5f], 7),
        ([0xff, 0xff], 7),
    ]

    /// The bits that it takes to say which hypothesis it is.
    var price: Double {
        switch self {
        case .delimiter(let mark):
            Self.usual.first { $0.mark == mark }?.price ?? 4 + 8 * Double(mark.count)
        case .lines: 3
        case .fixed(let size): 4 + 1.5 * Entropy.log2(Double(size))
        case .length(let field, let preamble):
            switch preamble {
            case .bytes(0): field.price
            case .bytes(let count): field.price + 4 + Entropy.log2(Double(count))
            // Dearer than any that is always the same.
            case .any: field.price + 10
            }
        }
    }
}

extension LengthField {
    /// The bits that it takes to say which field it is.
    var price: Double {
        let place = offset == 0 ? 1 : 1.5 + 1.2 * Entropy.log2(Double(offset))
        return 2 + place + numberPrice + surplusPrice
    }

    private var numberPrice: Double {
        switch number {
        case .binary(let width, let order):
            let price =
                switch width {
                case 1: 2.5
                case 2: 2.0
                case 3: 3.6
                case 4: 1.8
                default: 4.5
                }
            return width > 1 && order == .little ? price + 0.8 : price
        case .digits(let count): return 5 + Double(count) / 2
        case .until(let end): return end == 0x3a || end == 0x0a || end == 0x20 ? 6 : 9
        case .varint: return 3
        }
    }

    /// A number counts what is behind it, or the frame; all else is a constant that must be said.
    private var surplusPrice: Double {
        switch (counts, adjustment) {
        case (.content, 0): 1
        case (.frame, 0): 1.5
        case (.content, -width): 3
        default: 3.5 + 1.5 * Entropy.log2(Double(abs(adjustment) + 1))
        }
    }
}
