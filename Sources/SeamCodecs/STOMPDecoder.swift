public import SeamBytes

/// STOMP 1.0, 1.1 and 1.2: a command, headers and a body, ended by a NUL.
///
///     bytes      | SEND LF name:value LF LF body NUL | LF | MESSAGE LF ...
///     units      |              message              |  ^ heartbeat
///
/// A frame ends with the NUL behind as many bytes as `content-length` counts, else with the first NUL.
/// Every end of line between frames is a unit of its own, also the one that servers put behind a NUL.
/// Where a frame ends does not depend on the version; what is wrong with it does, and a frame whose
/// borders are clear stays a message whatever is wrong with it (`STOMPFault`).
///
/// Each half follows the version that the connection agrees on. A client's frame that the versions
/// which it offered read differently waits for the server's answer. Nothing known, as in a capture
/// that starts later, means 1.2.
public struct STOMPDecoder: Decoder {
    /// One unit.
    public enum Output: Equatable, Sendable {
        /// An end of line between frames: LF, or CR LF since 1.2.
        case endOfLine(STOMPFault?)
        /// A frame.
        case frame(Frame)
    }

    /// A frame: where its parts are in the stream.
    public struct Frame: Equatable, Sendable {
        /// The command.
        public var command: STOMPCommand
        /// What is wrong with it.
        public var fault: STOMPFault?
        /// The version by whose rules its headers are to be read; nil where they read the same in all.
        public var readAs: STOMPVersion?
        /// The word of the command.
        public var word: ByteRange
        /// The header lines with their ends, without the empty line.
        public var headers: ByteRange
        /// The body, without the NUL.
        public var body: ByteRange
        /// What `content-length` says.
        public var contentLength: Int?
        /// Where the first NUL is in a body of counted length: there a reader would stop that does not count.
        public var firstNUL: Int?
        /// How many header lines there are.
        public var headerCount: Int
        /// Where the next command seems to begin in the body, if a NUL seems to be missing.
        public var nextCommand: Int?
        /// Which one it is, from 1, of the frames of its half that receivers may read differently; 0 of any other.
        var dispute = 0
        /// The header that is missing, if that is the fault.
        var missing: STOMPHeaderName?
    }

    /// The rules of the codec.
    public static var rules: [Rule] { STOMPRule.all }

    private let limits: STOMPLimits
    private var session: STOMPSession
    /// Hint: the head of the frame in hand as far as it has been read.
    private var head = STOMPHead()
    /// Hint: where the search for the NUL goes on, counted from the start of the frame.
    private var searched = 0
    /// Hint: where `resynchronise` goes on, and whether a frame may start right there.
    private var lost = (position: -1, mayStart: false)
    /// Frames so far that receivers may read differently.
    private var disputes = 0

    /// A decoder of one half; without a version it follows what that half alone says of it.
    public init(version: STOMPVersion? = nil, limits: STOMPLimits = STOMPLimits()) {
        self.limits = limits
        session = version.map { STOMPSession($0) } ?? STOMPSession(.client, STOMPDialogue())
    }

    private init(_ side: Side, _ dialogue: STOMPDialogue, _ limits: STOMPLimits) {
        self.limits = limits
        session = STOMPSession(side, dialogue)
    }

    /// The decoders of the two halves of a connection, which follow the version that it agrees on.
    public static func pair(limits: STOMPLimits = STOMPLimits()) -> (client: Self, server: Self) {
        let dialogue = STOMPDialogue()
        return (Self(.client, dialogue, limits), Self(.server, dialogue, limits))
    }

    /// Learns that the other half will not tell the version any more: the highest offered one counts.
    public mutating func peerEnded() { session.peerEnded() }

    /// Decodes the frame or the end of line that starts at the cursor.
    @inline(__always)
    public mutating func decode(_ input: inout ByteCursor) -> Step<Output> {
        isInBody(input) ? .needMore : decodeUnit(&input)
    }

    /// Whether nothing is here but more of a body that a NUL ends: of long frames that is all that is done for most
    /// pieces.
    private mutating func isInBody(_ input: borrowing ByteCursor) -> Bool {
        guard head.bodyStart > 0, head.contentLength < 0 else { return false }
        let end = input.firstIndex(of: 0, from: max(head.bodyStart, searched))
        searched = end ?? input.available
        return end == nil && searched - head.bodyStart <= limits.body
    }

    @inline(never)
    private mutating func decodeUnit(_ input: inout ByteCursor) -> Step<Output> {
        if head.bodyStart == 0 {
            if head.headersStart == 0, let first = input.peek(), first == 0x0a || first == 0x0d {
                return endOfLine(first, &input)
            }
            switch head.read(input.rest, limits) {
            case .complete: break
            case .needMore: return .needMore
            case .broken(let violation): return broken(violation)
            }
        }
        // Of a frame that comes in many pieces this is all that is done for most of them.
        if head.contentLength >= 0 {
            guard head.contentLength <= limits.body else { return tooLong() }
            let end = head.bodyStart + head.contentLength
            guard let last = input.peek(end) else { return .needs(end + 1) }
            return last == 0 ? frame(until: end, &input) : broken(Violation(STOMPRule.missingNUL.id))
        }
        let end = input.firstIndex(of: 0, from: max(head.bodyStart, searched))
        searched = end ?? input.available
        // Only the bytes before the NUL count, so the cut does not matter.
        guard searched - head.bodyStart <= limits.body else { return tooLong() }
        return end.map { frame(until: $0, &input) } ?? .needMore
    }

    /// Takes the frame whose NUL stands `end` bytes behind the cursor.
    @inline(never)
    private mutating func frame(until end: Int, _ input: inout ByteCursor) -> Step<Output> {
        let bytes = input.rest
        guard let verdict = session.judge(&head, hasBody: end > head.bodyStart, bytes) else {
            return .awaitPeer
        }
        let body = bytes.extracting(head.bodyStart..<end)
        let hasLines = ByteSearch.firstIndex(of: 0x0a, in: body) != nil
        var frame = frame(at: input.position, body, verdict, hasLines: hasLines)
        guard input.take(end + 1) != nil else { return .needMore }
        if STOMPReading.isDisputed(frame, head, bytes, hasLines: hasLines) {
            disputes += 1
            frame.dispute = disputes
        }
        forget()
        return .output(.frame(frame))
    }

    private mutating func endOfLine(_ first: UInt8, _ input: inout ByteCursor) -> Step<Output> {
        if first == 0x0a {
            return input.take(1) == nil ? .needMore : .output(.endOfLine(nil))
        }
        guard let second = input.peek(1) else { return .needMore }
        guard second == 0x0a else { return broken(Violation(STOMPRule.noCommand.id)) }
        guard let verdict = session.judgeCRLF() else { return .awaitPeer }
        return input.take(2) == nil ? .needMore : .output(.endOfLine(verdict.fault))
    }

    private mutating func tooLong() -> Step<Output> {
        broken(Violation(STOMPRule.bodyTooLong.id, limit: limits.body))
    }

    private mutating func broken(_ violation: Violation) -> Step<Output> {
        forget()
        return .violation(violation)
    }

    private mutating func forget() {
        head = STOMPHead()
        searched = 0
    }

    /// The frame that starts at offset `start` and has this body, of several lines or not.
    private func frame(
        at start: Int,
        _ body: RawSpan,
        _ verdict: STOMPVerdict,
        hasLines: Bool
    ) -> Frame {
        let bodyStart = start + head.bodyStart
        var frame = Frame(
            command: head.command,
            fault: verdict.fault,
            readAs: verdict.readAs,
            word: ByteRange(start, start + head.wordEnd),
            headers: ByteRange(start + head.headersStart, start + head.headersEnd),
            body: ByteRange(bodyStart, bodyStart + body.byteCount),
            contentLength: head.contentLength >= 0 ? head.contentLength : nil,
            headerCount: head.count,
            missing: verdict.missing
        )
        if head.contentLength > 0 {
            frame.firstNUL = ByteSearch.firstIndex(of: 0, in: body).map { bodyStart + $0 }
        }
        // A body whose length was said holds what it holds, and servers quote frames in ERROR.
        guard hasLines, head.contentLength < 0, head.command != .error else { return frame }
        if let next = STOMPSearch.frame(in: body) {
            frame.fault = .missingNUL
            frame.missing = nil
            frame.nextCommand = bodyStart + next
        }
        return frame
    }

    /// Goes on behind the next NUL that a frame or some heart-beats follow, behind a gap also at once.
    public mutating func resynchronise(
        _ input: inout ByteCursor,
        after violation: Violation?
    ) -> Resynchronisation {
        forget()
        let isNew = lost.position != input.position
        var place = (isNew ? violation == nil : lost.mayStart) ? 0 : nil
        while true {
            if let start = place {
                let isStart = STOMPSearch.isFrameStart(input.rest, at: start)
                if isStart == true {
                    lost.position = -1
                    return .skip(start)
                }
                if isStart == nil { return search(on: &input, from: start, mayStart: true) }
            }
            guard let nul = input.firstIndex(of: 0, from: place ?? 0) else {
                return search(on: &input, from: input.available, mayStart: false)
            }
            place = nul + 1
        }
    }

    private mutating func search(
        on input: inout ByteCursor,
        from start: Int,
        mayStart: Bool
    ) -> Resynchronisation {
        _ = input.take(start)
        lost = (input.position, mayStart)
        return .needMore
    }
}

extension STOMPDecoder {
    /// An end of line keeps the line alive; a frame is a message.
    public static func kind(of output: Output) -> UnitKind {
        if case .endOfLine = output { .heartbeat } else { .message }
    }

    /// The first NUL in a body whose length is counted.
    public static func earlyEnd(of output: Output) -> Int {
        guard case .frame(let frame) = output, let nul = frame.firstNUL else { return 0 }
        return nul - frame.word.start
    }

    /// Frames of a half that are read again as all receivers read them.
    private static var mostDisputes: Int { 256 }

    /// STOMP's receivers differ.
    public static var hasReadings: Bool { true }

    /// Whether a frame is one of the first ones of its half that receivers may read in different ways.
    public static func mayDiffer(_ output: Output) -> Bool {
        guard case .frame(let frame) = output else { return false }
        return frame.dispute > 0 && frame.dispute <= mostDisputes
    }

    /// How receivers read a frame that they do not all read alike, of the first ones of a half.
    public static func readings(of output: Output, in bytes: RawSpan, at start: Int) -> [STOMPReading] {
        guard case .frame(let frame) = output else { return [] }
        return STOMPReading.withStrict(of: frame, in: bytes, at: start)
    }

    /// How receivers read bytes in which the specification finds no frame: one with a wrong `content-length`, say, may
    /// be one for a receiver that does not look at it.
    public static func readings(ofUndecoded bytes: RawSpan, _ violation: Violation) -> [STOMPReading] {
        let rule = (rules + StreamRule.all).first { $0.id.description == violation.rule.description }
        return rule.map { STOMPReading.all(inUndecoded: bytes, $0) } ?? []
    }

    /// What is wrong with a unit whose borders are clear.
    public static func violation(of output: Output) -> Violation? {
        switch output {
        case .endOfLine(let fault): fault.map { Violation($0.rule.id) }
        case .frame(let frame): frame.fault.map { Violation($0.rule.id) }
        }
    }
}
