import SeamAnalysis
import SeamBytes
import SeamCodecs

/// What `seam infer` found out, in sentences.
enum InferWords {
    /// How a framing cuts.
    static func framing(_ framing: FramingRule) -> String {
        switch framing {
        case .delimiter(let mark): "messages end with \(name(mark))"
        case .lines: "lines of text that end with LF or CRLF"
        case .fixed(let size): "messages of \(size) bytes"
        case .length(let field, let preamble):
            switch preamble {
            case .bytes(0): length(field)
            case .bytes(let count): length(field) + ", behind \(count) bytes that the client sends first"
            case .any: length(field) + ", behind a greeting that differs"
            }
        }
    }

    private static func name(_ mark: [UInt8]) -> String {
        let known: [([UInt8], String)] = [
            ([0x0a], "LF"), ([0x0d], "CR"), ([0x0d, 0x0a], "CRLF"), ([0x00], "a NUL"),
            ([0x0d, 0x0a, 0x0d, 0x0a], "an empty line"), ([0x0a, 0x0a], "an empty line"),
        ]
        if let name = known.first(where: { $0.0 == mark })?.1 { return name }
        return (mark.count == 1 ? "the byte " : "the bytes ") + hex(mark)
    }

    private static func length(_ field: LengthField) -> String {
        "\(number(field.number)) at offset \(field.offset) that counts \(counted(field))"
    }

    private static func number(_ number: LengthField.Number) -> String {
        switch number {
        case .binary(let width, let order):
            width == 1
                ? "a 1-byte length" : "a \(width)-byte \(order == .big ? "big" : "little")-endian length"
        case .digits(let count): "a length of \(count) decimal digit\(count == 1 ? "" : "s")"
        case .until(let end): "a decimal length that the byte \(hex([end])) ends"
        case .varint: "a base-128 length"
        }
    }

    private static func counted(_ field: LengthField) -> String {
        if field.counts == .frame, field.adjustment == 0 { return "the whole message, its header too" }
        let more = field.adjustment
        if more == 0 { return "the bytes behind it" }
        if case .binary(let width, _) = field.number, more == -width {
            return "itself and the bytes behind it (its own \(width) bytes included)"
        }
        return more > 0
            ? "the bytes behind it but for \(more) more" : "\(-more) bytes more than those behind it"
    }

    /// The evidence for a finding.
    static func evidence(_ finding: InferFinding) -> [String] {
        var lines: [String] = []
        let density = max(1, finding.bytesInAll / max(1, finding.messages))
        let pauses = finding.hits + finding.misses
        if pauses > 0 {
            lines.append(
                "\(finding.hits) of \(pauses) pauses of the sender are at the end of a message; by chance 1 in \(density)"
            )
        }
        if case .length = finding.framing {
            lines.append(
                finding.isConstant
                    ? "all messages have \(finding.longest) bytes, so the number is not seen to vary"
                    : "the number varies with the message and was followed \(finding.messages) times"
            )
        }
        if finding.bytes == finding.bytesInAll {
            lines.append("all \(finding.bytes) bytes are in messages")
        } else {
            lines.append("\(finding.bytes) of \(finding.bytesInAll) bytes are in messages")
        }
        if let place = finding.firstBreak {
            let times = finding.broken == 1 ? "once" : "\(finding.broken) times, first"
            lines.append("it breaks \(times) at offset \(place.offset) of connection \(place.stream)")
        }
        return lines
    }

    /// Why no framing is given.
    static func outcome(_ verdict: InferVerdict) -> String {
        switch verdict.outcome {
        case .found: "found"
        case .tooLittle:
            "too few messages to tell: \(verdict.bytes) bytes, and hardly a pause that says where one ends"
        case .random: "the bytes are spread evenly, as those of encrypted or compressed data are: no framing"
        case .otherStart:
            "what comes first is something else that looks like a message; from then on the framing below fits"
        case .severalLines:
            "lines, of which some say how long the next one is: a message is several lines, which no spec can say"
        case .undecided: "several framings explain the bytes about as well: none is given"
        case .unexplained: "no framing that seam knows explains the bytes"
        }
    }

    /// What a part of the header seems to be.
    static func guess(_ guess: HeaderGuess) -> String {
        let order = guess.width > 1 ? (guess.order == .big ? ", big-endian" : ", little-endian") : ""
        return switch guess.role {
        case .constant: "always \(hex(guess.value))"
        case .length: "the length\(order)"
        case .type: "a type: \(guess.variety) different values"
        case .flags: "flags: \(guess.variety) different values that differ in few bits"
        case .counter: "a counter\(order)"
        case .timestamp: "a time, \(guess.width == 4 ? "seconds" : "milliseconds") since 1970\(order)"
        case .checksum: "a checksum: the \(guess.method) of the bytes before it"
        }
    }

    static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    /// What differs from the answer in a framing that is nearly it; nil where they have nothing in common.
    static func difference(_ miss: FramingRule, from answer: FramingRule) -> String? {
        guard case .length(let one, _) = miss, case .length(let other, _) = answer else { return nil }
        if one.offset == other.offset, one.number == other.number {
            return "the number counts \(counted(one))"
        }
        if one.counts == other.counts, one.adjustment == other.adjustment {
            return one.offset == other.offset
                ? "read as \(number(one.number))" : "the number stands at offset \(one.offset)"
        }
        return nil
    }
}
