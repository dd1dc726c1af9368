import SeamBytes
public import SeamCodecs

extension ReaderModel {
    /// The readers that specs can name, with what to write.
    static let forms =
        "recv:1024, recv:1024,every=10, readany, read-to:\\n, read-length:16 or read-length:width=4"

    /// Parses a reader's spec; throws `SpecError` that says what is wrong and what is meant.
    ///
    ///     spec   = name [ ":" ( value / key "=" value ) *( "," key "=" value ) ]
    ///
    /// A first value without a key is the buffer's size of `recv`, the delimiter's text of `read-to`, the
    /// number of bytes of `read-length`.
    public init(_ spec: String) throws(SpecError) {
        let written = try CodecSpec(Self.keyed(spec))
        guard let layer = written.layers.first, written.layers.count == 1 else {
            throw SpecError("\(spec): a reader has no layers; a / in a delimiter is written \\/")
        }
        var parameters = SpecParameters(layer)
        let request = try Self.request(layer, &parameters)
        let most = 1_000_000
        every = try parameters.integer("every", in: 0...most, default: 0) * 1_000_000
        wake = try parameters.integer("wake", in: 0...most, default: 0) * 1000
        after = try parameters.integer("after", in: 0...most, default: 0) * 1_000_000
        self.request = request
        try parameters.finish()
    }

    /// The spec with the key of its first value.
    private static func keyed(_ spec: String) -> String {
        guard let colon = spec.firstIndex(of: ":") else { return spec }
        let name = spec[..<colon]
        let rest = spec[spec.index(after: colon)...]
        let key = name == "read-to" ? "text" : "size"
        let hasKey = rest.prefix { $0 != "," && $0 != "\\" }.contains("=")
        return rest.isEmpty || hasKey ? spec : "\(name):\(key)=\(rest)"
    }

    private static func request(
        _ layer: CodecSpec.Layer,
        _ parameters: inout SpecParameters
    ) throws(SpecError) -> Request {
        switch layer.name {
        case "recv":
            let size = try parameters.size("size", in: 1...Int.max, default: 0)
            guard size > 0 else { throw SpecError("recv: give the buffer's size, as in recv:1024") }
            return .upTo(size)
        case "readany":
            return .upTo(.max)
        case "read-to":
            guard let strings = try parameters.byteStrings(), let delimiter = strings.first,
                strings.count == 1
            else { throw SpecError(#"read-to: give one delimiter, as in read-to:\r\n or read-to:bytes=ff"#) }
            return .through(delimiter, limit: try parameters.size("max", default: .max))
        case "read-length":
            let size = try parameters.size("size", in: 1...Int.max, default: 0)
            return size > 0 ? .exactly(size) : .lengthPrefixed(try LengthField(&parameters))
        default:
            throw SpecError("write \(forms)")
        }
    }
}
