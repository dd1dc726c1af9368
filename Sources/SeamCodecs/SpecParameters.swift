public import SeamBytes

/// The parameters of one layer of a spec, taken one by one and typed; what nobody took is a mistake.
public struct SpecParameters {
    private let codec: String
    private var left: [CodecSpec.Parameter]
    private var known: [String] = []

    /// The parameters of a layer.
    public init(_ layer: CodecSpec.Layer) {
        codec = layer.name
        left = layer.parameters
    }

    /// The text of a parameter as written; nil when it is not given.
    public mutating func text(_ key: String) -> String? {
        known.append(key)
        guard let index = left.firstIndex(where: { $0.key == key }) else { return nil }
        return left.remove(at: index).value
    }

    /// A whole number, negative too, in the range; `otherwise` when it is not given.
    public mutating func integer(
        _ key: String,
        in range: ClosedRange<Int>,
        default otherwise: Int
    ) throws(SpecError) -> Int {
        guard let written = text(key) else { return otherwise }
        guard let value = Int(written), range.contains(value) else {
            throw wrong(key, written, "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    /// A number of bytes, with `k`, `M` or `G` behind it for 1024, 1024² and 1024³.
    public mutating func size(
        _ key: String,
        in range: ClosedRange<Int> = 1...Int.max,
        default otherwise: Int
    ) throws(SpecError) -> Int {
        guard let written = text(key) else { return otherwise }
        guard let value = Self.size(written), range.contains(value) else {
            let most = range.upperBound == .max ? "" : " and at most \(range.upperBound)"
            throw wrong(key, written, "a size of at least \(range.lowerBound)\(most) such as 512, 8k or 1M")
        }
        return value
    }

    /// One of several words; `otherwise` when it is not given.
    public mutating func choice<Choice>(
        _ key: String,
        _ choices: KeyValuePairs<String, Choice>,
        default otherwise: Choice
    ) throws(SpecError) -> Choice {
        guard let written = text(key) else { return otherwise }
        guard let match = choices.first(where: { $0.key == written }) else {
            throw wrong(key, written, choices.map(\.key).joined(separator: " or "))
        }
        return match.value
    }

    /// `yes` or `no` (also `true`, `false`, `1`, `0`).
    public mutating func flag(_ key: String, default otherwise: Bool) throws(SpecError) -> Bool {
        try choice(
            key,
            ["yes": true, "no": false, "true": true, "false": false, "1": true, "0": false],
            default: otherwise
        )
    }

    /// The order of bytes, `big` (the default) or `little`.
    public mutating func order(_ key: String = "order") throws(SpecError) -> ByteOrder {
        try choice(key, ["big": ByteOrder.big, "little": .little], default: .big)
    }

    /// Byte strings separated by `|`, from `bytes=` (hexadecimal) or `text=` (with escapes); nil when neither is given.
    public mutating func byteStrings() throws(SpecError) -> [[UInt8]]? {
        let hex = text("bytes")
        let plain = text("text")
        guard hex == nil || plain == nil else { throw SpecError("\(codec): give bytes= or text=, not both") }
        guard let written = hex ?? plain else { return nil }
        var strings: [[UInt8]] = []
        for part in CodecSpec.split(written, at: "|") {
            guard let bytes = hex == nil ? Self.unescape(part) : Self.hexadecimal(part), !bytes.isEmpty else {
                let meant = hex == nil ? #"a text such as \r\n"# : "hexadecimal digits such as 0d0a"
                throw wrong(hex == nil ? "text" : "bytes", part, meant)
            }
            strings.append(bytes)
        }
        return strings
    }

    /// Throws for the first parameter that nobody has taken.
    public func finish() throws(SpecError) {
        guard let extra = left.first else { return }
        let names = known.isEmpty ? "it has none" : "it knows \(known.joined(separator: ", "))"
        throw SpecError("\(codec): no parameter '\(extra.key)'; \(names)")
    }

    func wrong(_ key: String, _ value: String, _ meant: String) -> SpecError {
        SpecError("\(codec): \(key)=\(value) is not \(meant)")
    }

    /// A size as written: digits and perhaps `k`, `M` or `G`; nil when it is none.
    public static func size(_ written: String) -> Int? {
        let units: [(String, Int)] = [("k", 1 << 10), ("K", 1 << 10), ("M", 1 << 20), ("G", 1 << 30)]
        let unit = units.first { written.hasSuffix($0.0) }
        let digits = unit == nil ? written[...] : written.dropLast()
        // Int would take a sign too.
        guard digits.utf8.first != UInt8(ascii: "+"), let value = Int(digits), value >= 0 else { return nil }
        let (bytes, overflow) = value.multipliedReportingOverflow(by: unit?.1 ?? 1)
        return overflow ? nil : bytes
    }

    /// Bytes from hexadecimal digits, two each; nil when there is anything else.
    package static func hexadecimal(_ written: String) -> [UInt8]? {
        let digits = written.utf8.compactMap { hexDigit($0) }
        guard digits.count == written.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    /// Bytes from a text with escapes; nil where an escape is cut off or has no digits.
    package static func unescape(_ written: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = written.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\") else {
                bytes.append(byte)
                continue
            }
            guard let sign = rest.popFirst() else { return nil }
            switch sign {
            case UInt8(ascii: "r"): bytes.append(0x0d)
            case UInt8(ascii: "n"): bytes.append(0x0a)
            case UInt8(ascii: "t"): bytes.append(0x09)
            case UInt8(ascii: "0"): bytes.append(0)
            case UInt8(ascii: "x"):
                guard let high = rest.popFirst().flatMap(hexDigit),
                    let low = rest.popFirst().flatMap(hexDigit)
                else { return nil }
                bytes.append(high << 4 | low)
            default: bytes.append(sign)
            }
        }
        return bytes
    }

    private static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
