import SeamBytes

/// Looks for frames where none is expected.
enum STOMPSearch {
    /// So many ends of lines in a row are heart-beats, whatever follows.
    private static let surelyHeartbeats = 4

    /// Whether a frame starts at `place`, perhaps behind a few ends of lines; nil when more bytes must tell.
    ///
    /// A frame starts with a command that exists, on a line of its own. At most 22 bytes are looked at,
    /// so that asking again costs nothing.
    static func isFrameStart(_ bytes: RawSpan, at place: Int) -> Bool? {
        var index = place
        for _ in 0..<surelyHeartbeats {
            guard let count = endOfLine(bytes, at: index) else { return nil }
            if count == 0 { return isCommandLine(bytes, at: index) }
            index += count
        }
        return true
    }

    private static func isCommandLine(_ bytes: RawSpan, at start: Int) -> Bool? {
        let longest = start + STOMPCommand.longestWord
        var end = start
        while end <= longest, let byte = bytes.byte(at: end), isCapital(byte) { end += 1 }
        guard end <= longest else { return false }
        guard let count = endOfLine(bytes, at: end) else { return nil }
        return count > 0 && STOMPCommand(bytes.clamped(start..<end)) != .unknown
    }

    /// How many bytes the end of line at `index` has, 0 when there is none; nil when more bytes must tell.
    private static func endOfLine(_ bytes: RawSpan, at index: Int) -> Int? {
        guard let byte = bytes.byte(at: index) else { return nil }
        guard byte == 0x0d else { return byte == 0x0a ? 1 : 0 }
        return bytes.byte(at: index + 1).map { $0 == 0x0a ? 2 : 0 }
    }

    private static func isCapital(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "A") < 26 }

    /// A head that may be one: it lacks the empty line so far.
    private struct Candidate {
        var start: Int
        var command: STOMPCommand
        var names = STOMPHeaderSet()
        var isHeaded = false

        /// Whether it is a frame's when the empty line ends at `end` of `count` bytes.
        ///
        /// Bodies may well hold a line that reads `ERROR`; with headers that belong to it, it is no accident.
        func isCredible(_ end: Int, of count: Int) -> Bool {
            switch command {
            case .disconnect: isHeaded || end == count
            case .connect, .stomp, .connected, .error: isHeaded
            case .unsubscribe, .ack, .nack:
                !names.isDisjoint(with: [.id, .messageID, .destination])
            default: names.isSuperset(of: command.required(in: nil))
            }
        }
    }

    /// Where a whole head of another frame begins in a body, anywhere in a line; nil when none does.
    ///
    /// So it looks when the NUL of a frame is missing: `helloSEND`, its headers, an empty line.
    static func frame(in body: RawSpan) -> Int? {
        var candidate: Candidate?
        var line = 0
        while let end = ByteSearch.firstIndex(of: 0x0a, in: body, from: line) {
            let start = line
            line = end + 1
            var stop = end
            if stop > start, let last = body.byte(at: stop - 1) {
                // Most lines are text.
                if candidate == nil, !isCapital(last), last != 0x0d { continue }
                if last == 0x0d { stop -= 1 }
            }
            if let head = candidate, stop == start {
                if head.isCredible(line, of: body.byteCount) { return head.start }
                candidate = nil
            } else if candidate != nil {
                readHeader(body.clamped(start..<stop), of: &candidate)
            }
            if candidate == nil { candidate = commandLine(body, start, stop) }
        }
        return nil
    }

    private static func readHeader(_ line: RawSpan, of candidate: inout Candidate?) {
        guard let colon = ByteSearch.firstIndex(of: UInt8(ascii: ":"), in: line), colon > 0 else {
            candidate = nil
            return
        }
        guard let name = STOMPHeaderName(line.clamped(0..<colon)) else { return }
        candidate?.names.insert(STOMPHeaderSet(name))
        candidate?.isHeaded = true
    }

    /// The longest command that the line `start..<end` ends with.
    private static func commandLine(_ body: RawSpan, _ start: Int, _ end: Int) -> Candidate? {
        guard end - start >= 3, let last: UInt16 = body.bigEndian(at: end - 2), endsCommand(last) else {
            return nil
        }
        var found: Candidate?
        for count in 3...STOMPCommand.longestWord where count <= end - start {
            let command = STOMPCommand(body.clamped(end - count..<end))
            if command != .unknown { found = Candidate(start: end - count, command: command) }
        }
        return found
    }

    /// Whether a command ends with these two letters: most lines end otherwise, and this is soon told.
    private static func endsCommand(_ letters: UInt16) -> Bool {
        switch letters {
        case 0x4354, 0x4d50, 0x4544, 0x4e44, 0x4245, 0x494e: true  // CT MP ED ND BE IN
        case 0x4954, 0x5254, 0x434b, 0x4745, 0x5054, 0x4f52: true  // IT RT CK GE PT OR
        default: false
        }
    }
}
