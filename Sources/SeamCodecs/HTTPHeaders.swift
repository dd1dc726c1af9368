import SeamBytes

/// What the headers of an HTTP message say about its end and about what follows.
struct HTTPHeaders {
    /// The value of `Content-Length`; nil without one.
    private(set) var contentLength: Int?
    private(set) var hasBadLength = false
    /// Whether there is a `Transfer-Encoding`, and whether its last coding is `chunked`.
    private(set) var transferCoding: (isThere: Bool, isChunked: Bool) = (false, false)
    /// What `Upgrade` names.
    private(set) var upgrade = HTTPMessage.Upgrade.none
    private(set) var hasHost = false
    private(set) var deflate: WebSocketDeflate?
    /// The codec that `Sec-WebSocket-Protocol` names.
    private(set) var subprotocol: StaticString?
    private(set) var fault: HTTPFault?
    /// Header lines, without their continuations.
    private(set) var count = 0

    /// Reads the headers of a head, behind its first line.
    init(_ head: RawSpan) {
        var start = (ByteSearch.firstIndex(of: 0x0a, in: head) ?? head.byteCount) + 1
        while let feed = ByteSearch.firstIndex(of: 0x0a, in: head, from: start), start < head.byteCount {
            var end = feed
            if end > start, head.byte(at: end - 1) == 0x0d { end -= 1 }
            if end > start { read(head.clamped(start..<end)) }
            start = feed + 1
        }
        if contentLength != nil, transferCoding.isThere { fault = .lengthAndChunked }
    }

    private mutating func read(_ line: RawSpan) {
        if let first = line.byte(at: 0), first == 0x20 || first == 0x09 {
            note(.folded)
            return
        }
        count += 1
        guard let colon = ByteSearch.firstIndex(of: UInt8(ascii: ":"), in: line), colon > 0 else {
            return note(.badHeader)
        }
        let name = line.clamped(0..<colon).trimmingBlanks
        if name.byteCount != colon { note(.spaceBeforeColon) }
        for index in 0..<name.byteCount where !HTTPHead.isToken(name.byte(at: index) ?? 0) {
            return note(.badHeader)
        }
        take(name, line.clamped(colon + 1..<line.byteCount).trimmingBlanks)
    }

    private mutating func take(_ name: RawSpan, _ value: RawSpan) {
        switch name.byteCount {
        case 4 where name.isEqualIgnoringCase(to: "host"):
            hasHost = true
        case 7 where name.isEqualIgnoringCase(to: "upgrade"):
            let isWebSocket = HTTPList(value).contains { $0.isEqualIgnoringCase(to: "websocket") }
            upgrade = isWebSocket ? .webSocket : .other
        case 14 where name.isEqualIgnoringCase(to: "content-length"):
            HTTPList(value).forEach { takeLength($0) }
            if value.byteCount == 0 { hasBadLength = true }
        case 17 where name.isEqualIgnoringCase(to: "transfer-encoding"):
            HTTPList(value).forEach { transferCoding = (true, $0.isEqualIgnoringCase(to: "chunked")) }
            transferCoding.isThere = true
        case 22 where name.isEqualIgnoringCase(to: "sec-websocket-protocol"):
            if subprotocol == nil { subprotocol = WebSocketSubprotocol.codec(value) }
        case 24 where name.isEqualIgnoringCase(to: "sec-websocket-extensions"):
            if deflate == nil { deflate = WebSocketDeflate(header: value) }
        default: break
        }
    }

    /// A list of the same number is that number (RFC 9112 §6.3); saturates, as no body is that long.
    private mutating func takeLength(_ digits: RawSpan) {
        var length = 0
        for index in 0..<digits.byteCount {
            guard let digit = digits.byte(at: index).map({ $0 &- UInt8(ascii: "0") }), digit < 10 else {
                hasBadLength = true
                return
            }
            let (tens, tooLarge) = length.multipliedReportingOverflow(by: 10)
            let (sum, overflow) = tens.addingReportingOverflow(Int(digit))
            length = tooLarge || overflow ? .max : sum
        }
        if digits.byteCount == 0 || length == .max || (contentLength ?? length) != length {
            hasBadLength = true
        }
        contentLength = length
    }

    private mutating func note(_ fault: HTTPFault) { self.fault = self.fault ?? fault }
}

/// The members of a list with commas between them (RFC 9110 §5.6.1), without blanks around them.
struct HTTPList: ~Escapable {
    private let list: RawSpan
    private let separator: UInt8

    @_lifetime(copy list)
    init(_ list: RawSpan, separator: UInt8 = UInt8(ascii: ",")) {
        self.list = list
        self.separator = separator
    }

    func forEach(_ body: (RawSpan) -> Void) {
        var start = 0
        while start <= list.byteCount {
            let end = ByteSearch.firstIndex(of: separator, in: list, from: start) ?? list.byteCount
            let member = list.clamped(start..<end).trimmingBlanks
            if member.byteCount > 0 { body(member) }
            start = end + 1
        }
    }

    func contains(where predicate: (RawSpan) -> Bool) -> Bool {
        var found = false
        forEach { found = found || predicate($0) }
        return found
    }
}

extension RawSpan {
    /// The span without spaces and tabs at both ends (RFC 9110 §5.6.3, "OWS").
    var trimmingBlanks: RawSpan {
        @_lifetime(copy self)
        get {
            var low = 0
            var high = byteCount
            while low < high, let byte = byte(at: low), byte == 0x20 || byte == 0x09 { low += 1 }
            while low < high, let byte = byte(at: high - 1), byte == 0x20 || byte == 0x09 { high -= 1 }
            return clamped(low..<high)
        }
    }

    /// Whether the span holds these words, which are given in small letters.
    func isEqualIgnoringCase(to words: StaticString) -> Bool {
        guard byteCount == words.utf8CodeUnitCount else { return false }
        for index in 0..<byteCount {
            let word = unsafe words.utf8Start[index]
            guard let byte = byte(at: index) else { return false }
            let isCapital = byte &- UInt8(ascii: "A") < 26
            guard (isCapital ? byte | 0x20 : byte) == word else { return false }
        }
        return true
    }
}
