internal import SeamBytes

/// Walks the options of a pcapng block: code 2, length 2, value padded to 4 bytes (draft, section 3.5).
struct PcapngOptions: ~Escapable {
    /// An option's code and where its value stands.
    struct Option {
        let code: UInt16
        let range: Range<Int>

        /// The same without the first byte of the value.
        func dropFirst() -> Option { Option(code: code, range: range.dropFirst()) }
    }

    /// `opt_comment`, in any block.
    static let comment: UInt16 = 1

    private let bytes: RawSpan
    private let order: ByteOrder
    private var place: Int
    /// Whether an option is longer than the block; those before it were given.
    private(set) var isDamaged = false

    /// The options in `bytes` that start behind the first `place` of them.
    @_lifetime(copy bytes)
    init(_ bytes: RawSpan, _ order: ByteOrder, from place: Int = 0) {
        self.bytes = bytes
        self.order = order
        self.place = place
    }

    /// The error for options that do not fit into their block.
    static func damage(of block: PcapngBlock) -> ReadFailure {
        ReadFailure(.damaged, "an option longer than its \(block.name)")
    }

    /// The next option, nil at the end of the options or of the bytes.
    mutating func next() -> Option? {
        guard let code: UInt16 = bytes.integer(at: place, order), code != 0 else { return nil }
        guard let length: UInt16 = bytes.integer(at: place + 2, order),
            Int(length) <= bytes.byteCount - place - 4
        else {
            isDamaged = true
            place = bytes.byteCount
            return nil
        }
        let start = place + 4
        place = start + (Int(length) + 3) / 4 * 4
        return Option(code: code, range: start..<start + Int(length))
    }

    /// An option's value.
    @_lifetime(copy self)
    func value(_ option: Option) -> RawSpan { bytes.clamped(option.range) }

    /// An option's value as text up to a zero, behind which some writers leave rubbish; what is no UTF-8 is replaced.
    func text(_ option: Option) -> String {
        String(decoding: [UInt8](copying: value(option)).prefix { $0 != 0 }, as: UTF8.self)
    }

    /// An option's value as a number of that width, nil when it is shorter.
    func number<T: FixedWidthInteger & BitwiseCopyable>(_ option: Option, as type: T.Type = T.self) -> T? {
        value(option).integer(at: 0, order)
    }
}

extension RawSpan {
    /// The integer at `index` in the byte order given, nil when not all of its bytes are there.
    func integer<T: FixedWidthInteger & BitwiseCopyable>(at index: Int, _ order: ByteOrder) -> T? {
        order == .big ? bigEndian(at: index) : littleEndian(at: index)
    }
}
