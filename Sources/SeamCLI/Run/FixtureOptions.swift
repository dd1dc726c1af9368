import Seam

/// The first line of an expectation: `{"codec":"tlc","carriers":"reads","reader":"recv:64","filter":"port 9999"}`.
struct FixtureOptions: Equatable {
    /// The codec spec; nil is recognition.
    var codec: String?
    /// What messages are compared with.
    var carriers = CarrierKind.segments
    /// The client whose reads are modelled.
    var reader = ReaderModel.usual
    /// A libpcap filter.
    var filter: String?

    /// Reads the line; nil when it is not an object of texts with these names.
    init?(_ line: [UInt8]) {
        var text = line[...]
        guard Self.take("{", &text) else { return nil }
        while !Self.take("}", &text) {
            guard let name = Self.string(&text), Self.take(":", &text), let value = Self.string(&text) else {
                return nil
            }
            switch name {
            case "codec": codec = value
            case "filter": filter = value
            case "carriers":
                guard let kind = CarrierKind(rawValue: value) else { return nil }
                carriers = kind
            case "reader":
                guard let model = try? ReaderModel(value) else { return nil }
                reader = model
            default: return nil
            }
            _ = Self.take(",", &text)
        }
    }

    private static func take(_ sign: Unicode.Scalar, _ text: inout ArraySlice<UInt8>) -> Bool {
        text = text.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0d }
        guard text.first == UInt8(ascii: sign) else { return false }
        text = text.dropFirst()
        return true
    }

    /// A JSON string whose escapes are `\\`, `\"` and `\/`: specs and filters need no others.
    private static func string(_ text: inout ArraySlice<UInt8>) -> String? {
        guard take("\"", &text) else { return nil }
        var bytes: [UInt8] = []
        while let byte = text.popFirst() {
            if byte == UInt8(ascii: "\"") { return String(decoding: bytes, as: UTF8.self) }
            guard byte == UInt8(ascii: "\\") else {
                bytes.append(byte)
                continue
            }
            guard let escaped = text.popFirst(), "\\\"/".utf8.contains(escaped) else { return nil }
            bytes.append(escaped)
        }
        return nil
    }
}
