import SeamBytes

/// What receivers make of a frame that they read otherwise than the specification.
enum STOMPDisagreement {
    /// Larger frames are not read again.
    private static let largest = 64 << 10

    /// Adds a field for each receiver that disagrees: `netty: drops header current-time`.
    static func add(
        _ frame: STOMPDecoder.Frame,
        in bytes: RawSpan,
        at start: Int,
        to details: inout UnitDetails
    ) {
        guard bytes.byteCount <= largest, mayDisagree(frame, bytes, start) else { return }
        let expected = STOMPReceived(frame, bytes, start)
        for dialect in STOMPDialect.allCases where dialect != .strict {
            let words = disagreement(of: dialect, bytes, expected)
            if !words.isEmpty { details.field(dialect.name, text: Array(words.utf8).rawSpan) }
        }
    }

    /// Whether anything is in the frame that receivers treat differently: most frames have nothing of it.
    private static func mayDisagree(_ frame: STOMPDecoder.Frame, _ bytes: RawSpan, _ start: Int) -> Bool {
        if frame.fault != nil || frame.readAs != nil { return true }
        let body = bytes.clamped(frame.body.start - start..<frame.body.end - start)
        if ByteSearch.firstIndex(of: 0x0a, in: body) != nil { return true }
        if ByteSearch.firstIndex(of: 0, in: body) != nil { return true }
        if frame.headerCount > 100 { return true }
        var lines = STOMPHeaderLines(frame, at: start)
        var names: [Range<Int>] = []
        while let line = lines.line(in: bytes) {
            let value = bytes.clamped(line.value)
            if line.value.upperBound - line.name.lowerBound > 1000 { return true }
            if ByteSearch.firstIndex(of: UInt8(ascii: ":"), in: value) != nil { return true }
            let name = bytes.clamped(line.name)
            if names.contains(where: { bytes.clamped($0).isSame(as: name) }) { return true }
            names.append(line.name)
        }
        return false
    }

    /// What one receiver does otherwise, in words; empty where it does nothing so.
    static func disagreement(of dialect: STOMPDialect, _ bytes: RawSpan, _ expected: STOMPReceived) -> String
    {
        switch STOMPDialectReader(dialect: dialect, maximum: .max).read(bytes) {
        case .needMore: return "waits for more bytes"
        case .noise: return "takes its first bytes for nothing"
        case .broken(let violation):
            let rule = STOMPDialectRule.all.first { $0.id.description == violation.rule.description }
            return "error: \(rule?.text.description ?? "")"
        case .frame(let frame):
            var words: [String] = []
            if frame.count != bytes.byteCount {
                words.append("ends it after \(frame.count) of \(bytes.byteCount) bytes")
            }
            for header in expected.headers {
                let name = String(decoding: header.name, as: UTF8.self)
                guard let found = frame.headers.first(where: { $0.name == header.name }) else {
                    words.append("drops header \(name)")
                    continue
                }
                if found.value != header.value {
                    words.append("reads \(name) as \(String(decoding: found.value, as: UTF8.self))")
                }
            }
            if frame.body != expected.body {
                words.append("gets a body of \(frame.body.count) bytes, not \(expected.body.count)")
            }
            return words.joined(separator: "; ")
        }
    }
}

extension STOMPReceived {
    /// A frame as the specification reads it: of repeated headers the first counts.
    init(_ frame: STOMPDecoder.Frame, _ bytes: RawSpan, _ start: Int) {
        word = [UInt8](copying: bytes.clamped(frame.word.start - start..<frame.word.end - start))
        body = [UInt8](copying: bytes.clamped(frame.body.start - start..<frame.body.end - start))
        count = bytes.byteCount
        let version = frame.command.isHandshake ? .v10 : frame.readAs ?? .v12
        var lines = STOMPHeaderLines(frame, at: start)
        while let line = lines.line(in: bytes) {
            guard let name = STOMPEscape.decode(bytes.clamped(line.name), version),
                let value = STOMPEscape.decode(bytes.clamped(line.value), version),
                !headers.contains(where: { $0.name == name })
            else { continue }
            headers.append(Header(name: name, value: value))
        }
    }
}

extension RawSpan {
    /// Whether both hold the same bytes.
    fileprivate func isSame(as other: RawSpan) -> Bool {
        guard byteCount == other.byteCount else { return false }
        for index in 0..<byteCount where byte(at: index) != other.byte(at: index) { return false }
        return true
    }
}
