import Seam

/// Writes into `seam.json` of the current directory, where a project keeps codecs of its own.
///
///     {"codecs": [{"name": "game", "spec": "length:offset=2", "ports": [9000]}]}
enum CodecFile {
    static let path = "seam.json"

    /// Adds a codec; all else in the file stays as it is.
    ///
    /// - Throws: `usage` for a name that cannot be one, `input` or `output` that name the file.
    static func add(_ name: String, spec: String, ports: [UInt16]) throws(CommandError) {
        guard !name.isEmpty, name.utf8.allSatisfy({ isPlain($0) }) else {
            throw .usage("--save \(shown(name)): a name has letters, digits, - and _")
        }
        let entry = entry(name, spec, ports)
        guard Directory.hasFile(path) else {
            return try Directory.replace(path, with: [Array("{\"codecs\": [\n  \(entry)\n]}".utf8)])
        }
        var text = try Directory.contents(path)
        let quoted = [UInt8(ascii: "\"")] + Array(name.utf8) + [UInt8(ascii: "\"")]
        guard ByteSearch.firstIndex(of: quoted, in: text.rawSpan) == nil else {
            throw .input("\(path): has \"\(name)\" already; remove it, or save under another name")
        }
        guard let place = listStart(text) else {
            throw .input("\(path): has no list \"codecs\" to write into; add \(entry) yourself")
        }
        // A comma at the end of a list is fine in a project file.
        text.insert(contentsOf: Array("\n  \(entry),".utf8), at: place)
        try Directory.replace(path, with: [text.last == 0x0a ? Array(text.dropLast()) : text])
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// An element of the list; specs that are inferred hold nothing that JSON escapes.
    private static func entry(_ name: String, _ spec: String, _ ports: [UInt16]) -> String {
        let list = ports.map { "\($0)" }.joined(separator: ", ")
        return "{\"name\": \"\(name)\", \"spec\": \"\(spec)\", \"ports\": [\(list)]}"
    }

    /// Where the elements of the list `codecs` begin, with or without quotation marks around its name; comments
    /// are passed over.
    static func listStart(_ text: [UInt8]) -> Int? {
        let name = Array("codecs".utf8)
        var place = 0
        while let next = skip(text, place) {
            guard text[next...].starts(with: name) else {
                place = next + 1
                continue
            }
            var end = next + name.count
            for sign in [UInt8(ascii: "\""), UInt8(ascii: ":"), UInt8(ascii: "[")] {
                guard let found = skip(text, end) else { return nil }
                if text[found] == sign { end = found + 1 } else if sign != UInt8(ascii: "\"") { return nil }
            }
            return end
        }
        return nil
    }

    /// The next byte that is neither space nor in a comment; nil at the end.
    private static func skip(_ text: [UInt8], _ start: Int) -> Int? {
        var place = start
        while place < text.count {
            if text[place] == UInt8(ascii: "/"), place + 1 < text.count {
                let isBlock = text[place + 1] == UInt8(ascii: "*")
                let mark: [UInt8] = isBlock ? [0x2a, 0x2f] : [0x0a]
                guard let end = ByteSearch.firstIndex(of: mark, in: text.rawSpan, from: place + 2) else {
                    return nil
                }
                place = end + mark.count
            } else if text[place] == 0x20 || (0x09...0x0d).contains(text[place]) {
                place += 1
            } else {
                return place
            }
        }
        return nil
    }
}
