import SeamBytes

extension LengthField {
    /// The field that the parameters of a spec describe: `offset`, `width` and `order` or `digits` or `end`, `counts`,
    /// `adjust` and `max`; throws for one that cannot be.
    public init(_ parameters: inout SpecParameters) throws(SpecError) {
        try self.init(
            offset: parameters.integer("offset", in: 0...Int(Int32.max), default: 0),
            Self.number(&parameters),
            counts: parameters.counts(),
            adjustment: parameters.integer("adjust", in: -Int(Int32.max)...Int(Int32.max), default: 0),
            maximum: parameters.size("max", default: Self.defaultMaximum)
        )
    }

    private static func number(_ parameters: inout SpecParameters) throws(SpecError) -> Number {
        let digits = try parameters.integer("digits", in: 1...LengthField.longestText, default: 0)
        let end = parameters.text("end")
        guard digits > 0 || end != nil else {
            let width = try parameters.integer("width", in: 1...8, default: 4)
            return .binary(width: width, try parameters.order())
        }
        let width = parameters.text("width")
        let order = parameters.text("order")
        guard width == nil, order == nil, digits == 0 || end == nil else {
            throw SpecError("length: give width= and order=, or digits=, or end=; they exclude each other")
        }
        guard let end else { return .digits(digits) }
        guard let bytes = SpecParameters.hexadecimal(end), let byte = bytes.first, bytes.count == 1 else {
            throw SpecError("length: end=\(end) is not one byte in hexadecimal such as 0a")
        }
        return .until(byte)
    }

    /// What a message consists of, as its header says.
    public struct Parts: Equatable, Sendable {
        /// The bytes of the header.
        public var header: Int
        /// The bytes of the content.
        public var content: Int
    }

    /// The parts of the message at `start` in `bytes`; nil while its header is not all here.
    ///
    /// A length that makes no sense announces no content.
    public func split(_ bytes: RawSpan, from start: Int = 0) -> Parts? {
        let rest = bytes.clamped(start..<bytes.byteCount)
        switch read(ByteCursor(rest)) {
        case .needMore: return nil
        case .header(let header): return Parts(header: header.size, content: header.frame - header.size)
        case .fault: return Parts(header: min(rest.byteCount, max(1, fixedSize)), content: 0)
        }
    }
}
