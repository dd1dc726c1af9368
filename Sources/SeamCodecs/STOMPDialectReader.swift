import SeamBytes

/// Reads frames as one receiver does.
///
/// Each reader starts at the frame's first byte; when bytes are missing the driver asks again with twice as many,
/// so that a byte is read twice on average. What is too long is judged before it has ended.
struct STOMPDialectReader {
    var dialect: STOMPDialect
    /// Longest body in bytes.
    var maximum = 16 << 20
    /// Whether Netty reports headers that it cannot use, instead of dropping them.
    var validates = false

    /// Reads what `bytes` begin with.
    func read(_ bytes: RawSpan) -> STOMPReception {
        switch dialect {
        case .strict, .rabbitmq: rabbitmq(bytes)
        case .netty: netty(bytes)
        case .stompkit: stompkit(bytes)
        }
    }

    // MARK: RabbitMQ

    private static let rabbitmqCommandLimit = 32
    private static let rabbitmqHeaderLimit = 102_400
    private static let rabbitmqHeaderCount = 100

    private func rabbitmq(_ bytes: RawSpan) -> STOMPReception {
        guard let first = bytes.byte(at: 0) else { return .needMore }
        if first == 0 || first == 0x0a { return .noise(1) }
        if first == 0x0d, bytes.byte(at: 1) == 0x0a { return .noise(2) }
        var frame = STOMPReceived()
        var place = 0
        let word = rabbitmqLine(bytes, &place, Self.rabbitmqCommandLimit, STOMPDialectRule.rabbitmqCommand)
        guard case .line(let command, _) = word else { return word.reception }
        frame.word = command
        while true {
            switch rabbitmqHeader(bytes, &place, &frame) {
            case .more: continue
            case .needMore: return .needMore
            case .broken(let rule, let limit): return .broken(Violation(rule.id, limit: limit))
            case .line: return rabbitmqBody(bytes, place, frame)
            }
        }
    }

    /// What a line came to.
    private enum Line {
        case needMore
        case broken(Rule, limit: Int)
        /// The line without its end, and where its first colon stands before escapes are undone.
        case line([UInt8], colon: Int?)
        case more

        var reception: STOMPReception {
            if case .broken(let rule, let limit) = self { return .broken(Violation(rule.id, limit: limit)) }
            return .needMore
        }
    }

    /// Takes a line up to LF or CR LF.
    private func rabbitmqLine(_ bytes: RawSpan, _ place: inout Int, _ limit: Int, _ tooLong: Rule) -> Line {
        var line: [UInt8] = []
        while let byte = bytes.byte(at: place) {
            if byte == 0x0d {
                guard let next = bytes.byte(at: place + 1) else { return .needMore }
                guard next == 0x0a else { return .broken(STOMPDialectRule.rabbitmqCR, limit: 0) }
                place += 1
                continue
            }
            place += 1
            if byte == 0x0a { return .line(line, colon: nil) }
            guard line.count < limit else { return .broken(tooLong, limit: limit) }
            line.append(byte)
        }
        return .needMore
    }

    /// Takes a header line, and undoes its escapes; `.line` is the empty one.
    private func rabbitmqHeader(_ bytes: RawSpan, _ place: inout Int, _ frame: inout STOMPReceived) -> Line {
        var parts: [[UInt8]] = [[]]
        var isFirst = true
        while var byte = bytes.byte(at: place) {
            if byte == 0x0d {
                guard let next = bytes.byte(at: place + 1) else { return .needMore }
                guard next == 0x0a else { return .broken(STOMPDialectRule.rabbitmqCR, limit: 0) }
                place += 1
                continue
            }
            if byte == 0x0a {
                place += 1
                if isFirst { return .line([], colon: nil) }
                guard parts.count > 1 else { return .broken(STOMPDialectRule.rabbitmqColon, limit: 0) }
                if !frame.headers.contains(where: { $0.name == parts[0] }) {
                    frame.headers.append(STOMPReceived.Header(name: parts[0], value: parts[1]))
                }
                return .more
            }
            if isFirst, frame.headers.count >= Self.rabbitmqHeaderCount {
                return .broken(STOMPDialectRule.rabbitmqHeaders, limit: Self.rabbitmqHeaderCount)
            }
            isFirst = false
            if byte == UInt8(ascii: ":"), parts.count == 1 {
                parts.append([])
                place += 1
                continue
            }
            if byte == UInt8(ascii: "\\") {
                guard let sign = bytes.byte(at: place + 1) else { return .needMore }
                guard let meant = Self.unescape(sign) else {
                    return .broken(STOMPDialectRule.rabbitmqEscape, limit: 0)
                }
                byte = meant
                place += 1
            }
            let last = parts.count - 1
            guard parts[last].count < Self.rabbitmqHeaderLimit else {
                return .broken(STOMPDialectRule.rabbitmqHeader, limit: Self.rabbitmqHeaderLimit)
            }
            parts[last].append(byte)
            place += 1
        }
        return .needMore
    }

    static func unescape(_ sign: UInt8) -> UInt8? {
        switch sign {
        case UInt8(ascii: "n"): 0x0a
        case UInt8(ascii: "r"): 0x0d
        case UInt8(ascii: "c"): UInt8(ascii: ":")
        case UInt8(ascii: "\\"): sign
        default: nil
        }
    }

    /// Only SEND has a body of a known length.
    private func rabbitmqBody(_ bytes: RawSpan, _ start: Int, _ frame: STOMPReceived) -> STOMPReception {
        guard frame.word.rawSpan.isEqual(to: "SEND"),
            let length = frame["content-length"].flatMap(Self.number)
        else { return body(bytes, start, frame, tooLong: STOMPDialectRule.rabbitmqBody) }
        return body(bytes, start, frame, length: length, STOMPDialectRule.rabbitmqLength)
    }

    /// A decimal number with spaces around it; nil when it is none.
    static func number(_ text: [UInt8]) -> Int? {
        let trimmed = text.rawSpan.trimmingSpaces
        return Int(String(decoding: [UInt8](copying: trimmed), as: UTF8.self))
    }

    /// A body up to the first NUL.
    private func body(
        _ bytes: RawSpan,
        _ start: Int,
        _ received: STOMPReceived,
        tooLong: Rule
    ) -> STOMPReception {
        let nul = ByteSearch.firstIndex(of: 0, in: bytes, from: start)
        guard (nul ?? bytes.byteCount) - start <= maximum else {
            return .broken(Violation(tooLong.id, limit: maximum))
        }
        guard let nul else { return .needMore }
        var frame = received
        frame.body = [UInt8](copying: bytes.clamped(start..<nul))
        frame.count = nul + 1
        return .frame(frame)
    }

    /// A body of so many bytes, which a NUL must follow.
    private func body(
        _ bytes: RawSpan,
        _ start: Int,
        _ received: STOMPReceived,
        length: Int,
        _ rule: Rule
    ) -> STOMPReception {
        guard length >= 0 else { return .broken(Violation(rule.id)) }
        guard length <= maximum else {
            return .broken(Violation(STOMPDialectRule.bodyTooLong.id, limit: maximum))
        }
        guard let last = bytes.byte(at: start + length) else { return .needMore }
        guard last == 0 else { return .broken(Violation(rule.id)) }
        var frame = received
        frame.body = [UInt8](copying: bytes.clamped(start..<start + length))
        frame.count = start + length + 1
        return .frame(frame)
    }

    // MARK: Netty

    private static let nettyLineLimit = 1024

    private func netty(_ bytes: RawSpan) -> STOMPReception {
        guard let first = bytes.byte(at: 0) else { return .needMore }
        if first == 0x0a || first == 0x0d { return .noise(1) }
        var frame = STOMPReceived()
        var place = 0
        let word = nettyLine(bytes, &place, isEscaped: false)
        guard case .line(let command, _) = word else { return word.reception }
        frame.word = command
        guard STOMPCommand(command.rawSpan) != .unknown else {
            return .broken(Violation(STOMPDialectRule.nettyCommand.id))
        }
        let isHandshake = command.rawSpan.isEqual(to: "CONNECT") || command.rawSpan.isEqual(to: "CONNECTED")
        while true {
            let line = nettyLine(bytes, &place, isEscaped: !isHandshake)
            guard case .line(let text, let colon) = line else { return line.reception }
            if text.isEmpty { break }
            guard let colon, colon > 0 else {
                if validates { return .broken(Violation(STOMPDialectRule.nettyHeader.id)) }
                frame.dropped += 1
                continue
            }
            let value = Array(text[(colon + 1)...])
            frame.headers.append(STOMPReceived.Header(name: Array(text[..<colon]), value: value))
        }
        guard let length = frame["content-length"] else {
            return body(bytes, place, frame, tooLong: STOMPDialectRule.bodyTooLong)
        }
        let count = Int(String(decoding: length, as: UTF8.self)) ?? 0
        return body(bytes, place, frame, length: count, STOMPDialectRule.nettyLength)
    }

    /// Takes a line up to LF, without any CR; a second colon that is no escape makes `colon` nil.
    private func nettyLine(_ bytes: RawSpan, _ place: inout Int, isEscaped: Bool) -> Line {
        var line: [UInt8] = []
        var colon: Int?
        var colons = 0
        var length = 0
        while let byte = bytes.byte(at: place) {
            place += 1
            if byte == 0x0a { return .line(line, colon: colons == 1 ? colon : nil) }
            length += 1
            if byte == 0x0d { continue }
            guard length <= Self.nettyLineLimit else {
                return .broken(STOMPDialectRule.nettyLine, limit: Self.nettyLineLimit)
            }
            if byte == UInt8(ascii: ":") {
                colons += 1
                if colons == 1 { colon = line.count }
            } else if byte == UInt8(ascii: "\\"), isEscaped {
                guard let sign = bytes.byte(at: place) else { return .needMore }
                guard let meant = Self.unescape(sign) else {
                    return .broken(STOMPDialectRule.nettyEscape, limit: 0)
                }
                line.append(meant)
                place += 1
                length += 1
                continue
            }
            line.append(byte)
        }
        return .needMore
    }

    // MARK: StompKit

    /// Reads to the first NUL, whatever stands before it.
    private func stompkit(_ bytes: RawSpan) -> STOMPReception {
        guard let nul = ByteSearch.firstIndex(of: 0, in: bytes) else {
            return bytes.byteCount > maximum
                ? .broken(Violation(STOMPDialectRule.bodyTooLong.id, limit: maximum)) : .needMore
        }
        guard nul <= maximum else {
            return .broken(Violation(STOMPDialectRule.bodyTooLong.id, limit: maximum))
        }
        var frame = Self.stompkitFrame(bytes.clamped(0..<nul))
        frame.count = nul + 1
        return .frame(frame)
    }

    /// Empty lines in front are skipped; the last of repeated headers counts, CR and escapes stay as they are, and the
    /// lines of the body lose their LFs.
    static func stompkitFrame(_ bytes: RawSpan) -> STOMPReceived {
        var frame = STOMPReceived()
        let all = [UInt8](copying: bytes).filter { $0 != 0 }
        var lines = all.split(separator: 0x0a, omittingEmptySubsequences: false)[...]
        while lines.count > 1, lines.first?.isEmpty == true { lines.removeFirst() }
        frame.word = lines.popFirst().map(Array.init) ?? []
        while let line = lines.popFirst(), !line.isEmpty {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
                frame.dropped += 1
                continue
            }
            let header = STOMPReceived.Header(name: Array(line[..<colon]), value: Array(line[(colon + 1)...]))
            if let known = frame.headers.firstIndex(where: { $0.name == header.name }) {
                frame.headers[known] = header
            } else {
                frame.headers.append(header)
            }
        }
        frame.body = lines.flatMap { $0 }
        return frame
    }
}
