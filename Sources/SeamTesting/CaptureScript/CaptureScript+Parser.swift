import SeamBytes
import SeamPackets

extension CaptureScript {
    /// Reads one line.
    struct Parser {
        private let line: Int
        private var tokens: ArraySlice<Token>

        /// What the line says, nil when it says nothing.
        static func statement(_ bytes: [UInt8], line: Int) throws(CaptureScriptError) -> Statement? {
            let tokens = try Lexer.tokens(bytes, line: line)
            guard !tokens.isEmpty else { return nil }
            var parser = Parser(line: line, tokens: tokens[...])
            let moment = try parser.moment()
            let connection = parser.connectionName()
            let action = try parser.action()
            return Statement(line: line, moment: moment, connection: connection, action: action)
        }

        private init(line: Int, tokens: ArraySlice<Token>) {
            self.line = line
            self.tokens = tokens
        }

        private func error(_ text: String) -> CaptureScriptError { CaptureScriptError(line: line, text) }

        private mutating func takeWord(where isWanted: (String) -> Bool = { _ in true }) -> String? {
            guard case .word(let word)? = tokens.first, isWanted(word) else { return nil }
            tokens.removeFirst()
            return word
        }

        private mutating func moment() throws(CaptureScriptError) -> Moment {
            guard let word = takeWord(where: { ["+", "-", "="].contains($0.first) }) else { return .after(0) }
            guard let duration = CaptureScript.duration(word.dropFirst()) else {
                throw error("'\(word)' is no time: +1ms is meant, with s, ms, us or ns")
            }
            switch word.first {
            case "=": return .at(duration)
            case "-": return .after(-duration)
            default: return .after(duration)
            }
        }

        private mutating func connectionName() -> String? {
            takeWord { $0.hasSuffix(":") && $0.count > 1 }.map { String($0.dropLast()) }
        }

        private mutating func action() throws(CaptureScriptError) -> Action {
            guard let verb = takeWord() else {
                throw error("who does it, client or server, must stand before the data")
            }
            switch verb {
            case "client", "server":
                return .segment(
                    verb == "client" ? .client : .server,
                    try SegmentParser.segment(tokens, line: line)
                )
            case "capture": return .capture(try Recording(settings(of: verb), line: line))
            case "connection":
                let name = takeWord { !$0.contains("=") && $0 != "sack" && $0 != "timestamps" }
                return .connection(try Conversation(name: name, try settings(of: verb), line: line))
            case "close":
                guard let side = takeWord().flatMap(CaptureScript.side) else {
                    throw error("who closes: 'close client' or 'close server'")
                }
                return try last(.close(side))
            case "handshake": return try last(.handshake)
            case "duplicate": return try last(.duplicate)
            case "frame":
                guard case .data(let bytes)? = tokens.popFirst() else {
                    throw error("the bytes of a frame are meant: frame <ff ff ...>")
                }
                return try last(.frame(bytes))
            default:
                throw error(
                    "'\(verb)' starts no line; meant is one of"
                        + " capture, connection, handshake, client, server, close, duplicate and frame"
                )
            }
        }

        /// The action, if the line ends here.
        private func last(_ action: Action) throws(CaptureScriptError) -> Action {
            switch tokens.first {
            case nil: return action
            case .word(let word): throw error("'\(word)' is one word too many")
            case .data: throw error("there is no place for data here")
            }
        }

        /// The other words of a line that takes no data.
        private func settings(of verb: String) throws(CaptureScriptError) -> [String] {
            var words: [String] = []
            for token in tokens {
                guard case .word(let word) = token else { throw error("\(verb) takes no data") }
                words.append(word)
            }
            return words
        }
    }
}

extension CaptureScript.Recording {
    /// Reads the words behind `capture`.
    init(_ words: [String], line: Int) throws(CaptureScriptError) {
        self.init()
        for word in words {
            guard let setting = CaptureScript.Setting(word, line: line) else {
                throw CaptureScriptError(
                    line: line,
                    "'\(word)': capture takes link=, vlan=, snap=, only= and start="
                )
            }
            switch setting.key {
            case "link": linkType = try Self.linkType(setting)
            case "vlan": vlanTags = try Self.tags(setting)
            case "snap": snapLength = try setting.number(1...262_144)
            case "only": only = try setting.side()
            case "start":
                start = Timestamp(seconds: try setting.number(0...Int(UInt32.max)), nanoseconds: 0)
            default: throw setting.error("capture takes link=, vlan=, snap=, only= and start=")
            }
        }
    }

    private static func linkType(_ setting: CaptureScript.Setting) throws(CaptureScriptError) -> LinkType {
        switch setting.value {
        case "ethernet": return .ethernet
        case "sll": return .linuxSLL
        case "sll2": return .linuxSLL2
        case "null": return .null
        case "loop": return .loop
        case "raw": return .raw
        case "ipv4": return .ipv4
        case "ipv6": return .ipv6
        default: throw setting.error("meant is one of ethernet, sll, sll2, null, loop, raw, ipv4 and ipv6")
        }
    }

    /// One tag, or the outer and the inner one of QinQ (802.1ad): `vlan=7`, `vlan=100/7`.
    private static func tags(_ setting: CaptureScript.Setting) throws(CaptureScriptError) -> [VLANTag] {
        let parts = setting.value.split(separator: "/", omittingEmptySubsequences: false)
        let identifiers = parts.compactMap { CaptureScript.number(String($0)) }.filter { $0 <= 4095 }
        guard identifiers.count == parts.count, parts.count <= 2 else {
            throw setting.error("one or two numbers of 0 to 4095 are meant: vlan=7 or vlan=100/7")
        }
        return identifiers.enumerated().map { place, identifier in
            let isOuter = place + 1 < identifiers.count
            return VLANTag(type: isOuter ? .serviceVLAN : .vlan, control: UInt16(identifier))
        }
    }
}
