/// A codec spec as a person writes it: `tlc:type=2,length=4,order=big`, layers joined by `/`.
///
///     spec   = layer *( "/" layer )
///     layer  = name [ ":" key "=" value *( "," key "=" value ) ]
///
/// In values `\r \n \t \0 \\ \xNN` and `\` before any other sign stand for one byte, so that a comma, a
/// slash or a bar can be part of a text.
public struct CodecSpec: Equatable, Sendable, CustomStringConvertible {
    /// One protocol of the stack with its parameters.
    public struct Layer: Equatable, Sendable {
        /// The codec's name in the registry.
        public var name: String
        /// The parameters as written, in order.
        public var parameters: [Parameter]
    }

    /// A `key=value` as written; escapes are still in the value.
    public struct Parameter: Equatable, Sendable {
        /// The name.
        public var key: String
        /// The text behind `=`.
        public var value: String
    }

    /// The layers, outermost first.
    public var layers: [Layer]

    /// Parses a spec; throws `SpecError` that says what is wrong and what is meant.
    public init(_ text: String) throws(SpecError) {
        layers = []
        for part in Self.split(text, at: "/") {
            layers.append(try Self.layer(part))
        }
    }

    /// The spec as it would be written.
    public var description: String {
        layers.map { layer in
            let values = layer.parameters.map { "\($0.key)=\($0.value)" }.joined(separator: ",")
            return values.isEmpty ? layer.name : "\(layer.name):\(values)"
        }.joined(separator: "/")
    }

    private static func layer(_ text: String) throws(SpecError) -> Layer {
        let head = text.prefix { $0 != ":" }
        let name = String(head)
        guard !name.isEmpty else { throw SpecError("a codec has a name: tlc, or delimiter:bytes=ff") }
        guard head.endIndex < text.endIndex else { return Layer(name: name, parameters: []) }
        let rest = String(text[text.index(after: head.endIndex)...])
        guard !rest.isEmpty else { throw SpecError("\(name): parameters are missing behind ':'") }
        var parameters: [Parameter] = []
        for pair in split(rest, at: ",") {
            guard let equals = pair.firstIndex(of: "="), equals > pair.startIndex else {
                throw SpecError("\(name): '\(pair)' is not of the form key=value")
            }
            let key = String(pair[..<equals])
            if parameters.contains(where: { $0.key == key }) {
                throw SpecError("\(name): \(key) is given twice")
            }
            parameters.append(Parameter(key: key, value: String(pair[pair.index(after: equals)...])))
        }
        return Layer(name: name, parameters: parameters)
    }

    /// Splits at a sign that no `\` stands before.
    static func split(_ text: String, at separator: Unicode.Scalar) -> [String] {
        var parts = [String()]
        var isEscaped = false
        for scalar in text.unicodeScalars {
            if scalar == separator, !isEscaped {
                parts.append("")
            } else {
                parts[parts.count - 1].unicodeScalars.append(scalar)
            }
            isEscaped = scalar == "\\" && !isEscaped
        }
        return parts
    }
}

/// A codec spec that cannot be used, with what is wrong in words.
public struct SpecError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong, and what would be right.
    public var description: String

    /// An error with its explanation.
    public init(_ description: String) { self.description = description }
}
