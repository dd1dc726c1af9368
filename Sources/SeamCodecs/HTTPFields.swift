import SeamBytes

/// The first line and the header fields of an HTTP message as text, for those who take part in a handshake.
public struct HTTPFields: Sendable {
    /// The first line, without its end.
    public private(set) var startLine = ""
    /// The fields, names in small letters, in order.
    public private(set) var fields: [(name: String, value: String)] = []

    /// Reads a message that starts with its head; what is no field is left out.
    public init(_ message: RawSpan) {
        var start = 0
        while let feed = ByteSearch.firstIndex(of: 0x0a, in: message, from: start) {
            var end = feed
            if end > start, message.byte(at: end - 1) == 0x0d { end -= 1 }
            if end == start { return }
            let line = message.clamped(start..<end)
            if start == 0 {
                startLine = Self.text(line)
            } else if let colon = ByteSearch.firstIndex(of: UInt8(ascii: ":"), in: line), colon > 0 {
                let name = Self.text(line.clamped(0..<colon)).lowercased()
                fields.append((name, Self.text(line.clamped(colon + 1..<line.byteCount).trimmingBlanks)))
            }
            start = feed + 1
        }
    }

    /// The value of a field, of several one list (RFC 9110 §5.3); nil where there is none.
    public subscript(name: String) -> String? {
        let values = fields.filter { $0.name == name }.map(\.value)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }

    /// The members of a field that is a list, without blanks around them.
    public func list(_ name: String) -> [String] {
        var members: [String] = []
        let value = Array((self[name] ?? "").utf8)
        HTTPList(value.rawSpan).forEach { members.append(Self.text($0)) }
        return members
    }

    /// The status of a response; nil of a request.
    public var status: Int? {
        let words = startLine.split(separator: " ", maxSplits: 2)
        return startLine.hasPrefix("HTTP/") && words.count > 1 ? Int(words[1]) : nil
    }

    /// The target of a request; nil of a response.
    public var target: String? {
        let words = startLine.split(separator: " ")
        return words.count == 3 && words[2].hasPrefix("HTTP/") ? String(words[1]) : nil
    }

    private static func text(_ bytes: RawSpan) -> String {
        String(decoding: [UInt8](copying: bytes), as: UTF8.self)
    }
}
