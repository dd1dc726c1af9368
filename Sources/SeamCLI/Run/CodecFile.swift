import Seam

/// Writes into `seam.json` of the current directory, the codecs that a project gave names.
///
///     {"codecs": {"game": {"spec": "length:offset=2", "ports": [9000]}}}
enum CodecFile {
    static let path = "seam.json"

    /// Adds a codec, or replaces the one of that name; all else in the file stays as it is.
    ///
    /// - Throws: `input` or `output` that names the file.
    static func add(_ name: String, spec: String, ports: [UInt16]) throws(CommandError) {
        guard !name.isEmpty, name.utf8.allSatisfy({ isPlain($0) }) else {
            throw .usage("--save \(shown(name)): a name has letters, digits, - and _")
        }
        let entry = entry(name, spec, ports)
        guard Directory.hasFile(path) else {
            return try Directory.replace(path, with: [Array("{\"codecs\": {\n  \(entry)\n}}".utf8)])
        }
        let text = try Directory.contents(path)
        guard let changed = inserting(entry, named: name, into: text) else {
            throw .input("\(path): has no object \"codecs\" to write into; add \(entry) yourself")
        }
        try Directory.replace(path, with: [changed])
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// A member of "codecs". Specs that are inferred hold nothing that JSON escapes.
    private static func entry(_ name: String, _ spec: String, _ ports: [UInt16]) -> String {
        let list = ports.map { "\($0)" }.joined(separator: ", ")
        return "\"\(name)\": {\"spec\": \"\(spec)\", \"ports\": [\(list)]}"
    }

    /// The text with the entry in its "codecs"; nil where there is no such object.
    static func inserting(_ entry: String, named name: String, into text: [UInt8]) -> [UInt8]? {
        var scan = JSONScan(text)
        guard let codecs = scan.member("codecs", of: 0), text[codecs] == UInt8(ascii: "{") else { return nil }
        var result = text
        if let old = scan.member(name, of: codecs), let key = scan.key, let end = scan.end(of: old) {
            result.replaceSubrange(key..<end, with: Array(entry.utf8))
            return trimmed(result)
        }
        let isEmpty = scan.isEmptyObject(at: codecs)
        result.insert(contentsOf: Array("\n  \(entry)\(isEmpty ? "\n" : ",")".utf8), at: codecs + 1)
        return trimmed(result)
    }

    /// Without the line end that writing adds again.
    private static func trimmed(_ text: [UInt8]) -> [UInt8] {
        text.last == 0x0a ? Array(text.dropLast()) : text
    }
}

/// Finds members of objects in a JSON text (RFC 8259), which otherwise stays as it is.
struct JSONScan {
    private let text: [UInt8]
    /// Where the name of the member found last begins.
    private(set) var key: Int?

    init(_ text: [UInt8]) { self.text = text }

    /// Where the value of an object's member begins; `start` is at or before the object.
    mutating func member(_ name: String, of start: Int) -> Int? {
        var place = skip(start)
        guard place < text.count, text[place] == UInt8(ascii: "{") else { return nil }
        place = skip(place + 1)
        while place < text.count, text[place] == UInt8(ascii: "\"") {
            guard let close = end(of: place) else { return nil }
            let colon = skip(close)
            guard colon < text.count, text[colon] == UInt8(ascii: ":") else { return nil }
            let value = skip(colon + 1)
            if Array(text[(place + 1)..<(close - 1)]) == Array(name.utf8) {
                key = place
                return value < text.count ? value : nil
            }
            guard let after = end(of: value) else { return nil }
            let comma = skip(after)
            guard comma < text.count, text[comma] == UInt8(ascii: ",") else { return nil }
            place = skip(comma + 1)
        }
        return nil
    }

    /// Whether the object that begins there has no member.
    func isEmptyObject(at start: Int) -> Bool {
        let place = skip(start + 1)
        return place < text.count && text[place] == UInt8(ascii: "}")
    }

    /// Where the value that begins there ends; nil where it does not.
    func end(of start: Int) -> Int? {
        var depth = 0
        var isString = false
        var place = start
        while place < text.count {
            let byte = text[place]
            place += 1
            if isString {
                if byte == UInt8(ascii: "\\") { place += 1 }
                if byte == UInt8(ascii: "\"") {
                    isString = false
                    if depth == 0 { return place }
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return place - 1 }
                depth -= 1
                if depth == 0 { return place }
            case UInt8(ascii: ",") where depth == 0: return place - 1
            default: break
            }
        }
        return nil
    }

    private func skip(_ start: Int) -> Int {
        var place = start
        while place < text.count, [0x20, 0x09, 0x0a, 0x0d].contains(text[place]) { place += 1 }
        return place
    }
}
