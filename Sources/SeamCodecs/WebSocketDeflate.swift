import SeamBytes

/// How messages are compressed: the parameters of `permessage-deflate` (RFC 7692 §7.1) as a 101 agrees to them.
public struct WebSocketDeflate: Equatable, Sendable {
    /// Whether a side forgets its window behind each message.
    public var clientForgets = false
    /// The same of the server.
    public var serverForgets = false
    /// The base-two logarithm of the client's window, 8 to 15.
    public var clientBits = 15
    /// The same of the server's.
    public var serverBits = 15

    /// Both keep their windows of 32 KiB.
    public init() {}

    /// Reads a header `Sec-WebSocket-Extensions`; nil when it does not name the extension.
    public init?(header: RawSpan) {
        var found: Self?
        HTTPList(header).forEach { offer in
            guard found == nil else { return }
            var isFirst = true
            var candidate: Self?
            HTTPList(offer, separator: UInt8(ascii: ";")).forEach { part in
                if isFirst {
                    candidate = part.isEqualIgnoringCase(to: "permessage-deflate") ? Self() : nil
                } else {
                    candidate?.take(part)
                }
                isFirst = false
            }
            found = candidate
        }
        guard let found else { return nil }
        self = found
    }

    private mutating func take(_ parameter: RawSpan) {
        let count = parameter.byteCount
        let equals = ByteSearch.firstIndex(of: UInt8(ascii: "="), in: parameter) ?? count
        let name = parameter.clamped(0..<equals).trimmingBlanks
        let value = parameter.clamped(min(equals + 1, count)..<count).trimmingBlanks
        if name.isEqualIgnoringCase(to: "client_no_context_takeover") {
            clientForgets = true
        } else if name.isEqualIgnoringCase(to: "server_no_context_takeover") {
            serverForgets = true
        } else if name.isEqualIgnoringCase(to: "client_max_window_bits") {
            clientBits = Self.bits(value) ?? clientBits
        } else if name.isEqualIgnoringCase(to: "server_max_window_bits") {
            serverBits = Self.bits(value) ?? serverBits
        }
    }

    /// A number from 8 to 15, perhaps in quotes.
    private static func bits(_ value: RawSpan) -> Int? {
        var number = 0
        for index in 0..<value.byteCount {
            guard let byte = value.byte(at: index), byte != UInt8(ascii: "\"") else { continue }
            guard byte &- UInt8(ascii: "0") < 10, number < 100 else { return nil }
            number = number * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return (8...15).contains(number) ? number : nil
    }
}
