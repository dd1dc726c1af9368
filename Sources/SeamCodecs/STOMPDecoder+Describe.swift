import SeamBytes

extension STOMPDecoder {
    /// Says `SEND /queue/a, 20 bytes` and gives the headers that matter.
    ///
    /// Values are those on the wire: escapes are kept, of repeated headers the first counts.
    public static func describe(
        _ output: Output,
        in bytes: RawSpan,
        at start: Int,
        into details: inout UnitDetails
    ) {
        switch output {
        case .endOfLine: details.summary(bytes.byteCount == 1 ? "LF" : "CR LF")
        case .frame(let frame): describe(frame, in: bytes, at: start, into: &details)
        }
    }

    private static func describe(
        _ frame: Frame,
        in bytes: RawSpan,
        at start: Int,
        into details: inout UnitDetails
    ) {
        let values = values(of: frame, in: bytes, at: start)
        let word = bytes.clamped(frame.word.start - start..<frame.word.end - start)
        details.summary(word, limit: 32)
        if let subject = subject(of: frame.command, values) {
            details.summary(" ")
            details.summary(bytes.clamped(subject))
        }
        if frame.command.mayHaveBody || !frame.body.isEmpty {
            details.summary(", ")
            details.summary(frame.body.count)
            details.summary(frame.body.count == 1 ? " byte" : " bytes")
        }
        details.field("command", text: word)
        for name in STOMPHeaderName.allCases where name != .contentLength {
            guard let value = values[Int(name.rawValue)] else { continue }
            details.field(name.field, text: bytes.clamped(value))
        }
        if let length = frame.contentLength { details.field(STOMPHeaderName.contentLength.field, length) }
        details.field("body_length", frame.body.count)
        details.field("headers", frame.headerCount)
        if let missing = frame.missing { details.field("missing_header", text: missing.word) }
        if let next = frame.nextCommand { details.field("next_command_at", next) }
        for reading in STOMPReading.all(of: frame, in: bytes, at: start) {
            details.field(reading.receiver.name, text: Array(reading.words.utf8).rawSpan)
        }
    }

    /// Where the values of the known headers are; of repeated ones the first.
    private static func values(of frame: Frame, in bytes: RawSpan, at start: Int) -> [Range<Int>?] {
        var values = [Range<Int>?](repeating: nil, count: STOMPHeaderName.allCases.count)
        var lines = STOMPHeaderLines(frame, at: start)
        while let line = lines.line(in: bytes) {
            guard let name = STOMPHeaderName(bytes.clamped(line.name)) else { continue }
            let index = Int(name.rawValue)
            if values[index] == nil { values[index] = line.value }
        }
        return values
    }

    /// The value that tells this frame from others of its command.
    private static func subject(of command: STOMPCommand, _ values: [Range<Int>?]) -> Range<Int>? {
        let names: [STOMPHeaderName]
        switch command {
        case .connect, .stomp: names = [.acceptVersion]
        case .connected: names = [.version]
        case .error: names = [.message]
        case .unsubscribe: names = [.id, .destination]
        case .ack, .nack: names = [.id, .messageID]
        case .begin, .commit, .abort: names = [.transaction]
        case .receipt: names = [.receiptID]
        case .disconnect: names = [.receipt]
        case .send, .subscribe, .message, .unknown: names = [.destination]
        }
        return names.lazy.compactMap { values[Int($0.rawValue)] }.first
    }
}
