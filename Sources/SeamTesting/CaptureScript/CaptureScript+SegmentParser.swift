import SeamBytes
import SeamPackets

extension CaptureScript {
    /// Reads what stands behind `client` or `server`.
    struct SegmentParser {
        private let line: Int
        private var segment = Segment()

        static func segment(_ tokens: ArraySlice<Token>, line: Int) throws(CaptureScriptError) -> Segment {
            var parser = SegmentParser(line: line)
            for token in tokens {
                switch token {
                case .data(let bytes): parser.segment.data += bytes
                case .word(let word): try parser.take(word)
                }
            }
            try parser.check()
            return parser.segment
        }

        private init(line: Int) { self.line = line }

        private func error(_ text: String) -> CaptureScriptError { CaptureScriptError(line: line, text) }

        private mutating func take(_ word: String) throws(CaptureScriptError) {
            switch word {
            case "syn": segment.named.insert(.syn)
            case "fin": segment.named.insert(.fin)
            case "rst": segment.named.insert(.rst)
            case "ack": segment.named.insert(.ack)
            case "lost": segment.fate = .lost
            case "missed": segment.fate = .missed
            case "dropped": segment.fate = .dropped
            case "other": segment.isOther = true
            case "keepalive": segment.purpose = .keepAlive
            case "probe": segment.purpose = .probe
            default:
                if word.first == "@" {
                    segment.place = try place(word)
                } else if let setting = Setting(word, line: line) {
                    try take(setting)
                } else if let count = CaptureScript.number(word) {
                    segment.unspecified += count
                } else {
                    throw error(
                        "'\(word)' is unknown; meant is data such as \"text\" or <01 ff>, @OFFSET, one of syn, fin, rst,"
                            + " ack, lost, missed, dropped, other, keepalive and probe, or key=value"
                    )
                }
            }
        }

        private func place(_ word: String) throws(CaptureScriptError) -> Segment.Place {
            let digits = word.dropFirst()
            let sign = digits.first
            let number = CaptureScript.number(
                String(sign == "+" || sign == "-" ? digits.dropFirst() : digits)
            )
            guard let number else {
                throw error(
                    "'\(word)' is no place: @8 is an offset, @+4 and @-4 count from the end of what was sent"
                )
            }
            switch sign {
            case "+": return .next(number)
            case "-": return .next(-number)
            default: return .offset(number)
            }
        }

        private mutating func take(_ setting: Setting) throws(CaptureScriptError) {
            switch setting.key {
            case "seq": segment.place = .sequence(try setting.number(as: UInt32.self))
            case "ack": segment.header.acknowledged = try setting.number(0...1 << 40)
            case "sack": segment.header.selectivelyAcknowledged = try setting.ranges()
            case "win": segment.header.window = try setting.number(as: UInt16.self)
            case "id": segment.header.identification = try setting.number(as: UInt16.self)
            case "ttl": segment.header.timeToLive = try setting.number(as: UInt8.self)
            case "captured": segment.captured = try setting.number(0...Lexer.dataLimit)
            case "pad": segment.padding = try setting.number(0...1500)
            case "cut":
                segment.cut = setting.value == "mss" ? Int.max : try setting.number(1...Lexer.dataLimit)
            case "flags":
                guard let flags = TCPFlags(letters: setting.value) else {
                    throw setting.error("letters of F S R P A U E C are meant")
                }
                segment.header.flags = flags
            default:
                throw setting.error(
                    "known are seq=, ack=, sack=, win=, ttl=, flags=, captured=, cut= and pad="
                )
            }
        }

        private func check() throws(CaptureScriptError) {
            let says = segment.count > 0 || !segment.named.isEmpty || segment.purpose != .data
            guard says || segment.header != Segment.Header() else {
                throw error("what is sent is missing: data, or one of syn, fin, rst, ack and keepalive")
            }
            let isHidden = segment.fate == .lost || segment.fate == .missed
            guard segment.unspecified == 0 || isHidden else {
                throw error("a number of bytes stands for data only where they are lost or missed")
            }
            guard segment.purpose != .keepAlive || segment.count <= 1 else {
                throw error("a keep-alive has one byte at most")
            }
            guard segment.purpose != .probe || segment.data.count > 0 else {
                throw error("a window probe carries the next byte: probe \"x\"")
            }
        }
    }
}
