import SeamBytes

/// The headers that STOMP gives a meaning and that seam looks at.
enum STOMPHeaderName: UInt8, CaseIterable {
    case destination
    case id
    case subscription
    case messageID
    case transaction
    case receipt
    case receiptID
    case message
    case version
    case acceptVersion
    case host
    case heartBeat
    case contentLength

    /// The name on the wire.
    var word: StaticString {
        switch self {
        case .destination: "destination"
        case .id: "id"
        case .subscription: "subscription"
        case .messageID: "message-id"
        case .transaction: "transaction"
        case .receipt: "receipt"
        case .receiptID: "receipt-id"
        case .message: "message"
        case .version: "version"
        case .acceptVersion: "accept-version"
        case .host: "host"
        case .heartBeat: "heart-beat"
        case .contentLength: "content-length"
        }
    }

    /// The name of the field that a description gives it.
    var field: StaticString {
        switch self {
        case .messageID: "message_id"
        case .receiptID: "receipt_id"
        case .acceptVersion: "accept_version"
        case .heartBeat: "heart_beat"
        case .contentLength: "content_length"
        default: word
        }
    }

    /// The header that has this name; nil for one without a meaning here.
    init?(_ name: RawSpan) {
        let candidate: Self
        // No two of them have the same length and the same first letter.
        switch (name.byteCount, name.byte(at: 0)) {
        case (2, UInt8(ascii: "i")): candidate = .id
        case (4, UInt8(ascii: "h")): candidate = .host
        case (7, UInt8(ascii: "v")): candidate = .version
        case (7, UInt8(ascii: "r")): candidate = .receipt
        case (7, UInt8(ascii: "m")): candidate = .message
        case (10, UInt8(ascii: "m")): candidate = .messageID
        case (10, UInt8(ascii: "r")): candidate = .receiptID
        case (10, UInt8(ascii: "h")): candidate = .heartBeat
        case (11, UInt8(ascii: "d")): candidate = .destination
        case (11, UInt8(ascii: "t")): candidate = .transaction
        case (12, UInt8(ascii: "s")): candidate = .subscription
        case (14, UInt8(ascii: "a")): candidate = .acceptVersion
        case (14, UInt8(ascii: "c")): candidate = .contentLength
        default: return nil
        }
        guard name.isEqual(to: candidate.word) else { return nil }
        self = candidate
    }
}

/// A set of headers, for what a frame has and what it must have.
struct STOMPHeaderSet: OptionSet, Equatable, Sendable {
    var rawValue: UInt16

    init(rawValue: UInt16) { self.rawValue = rawValue }
    init(_ name: STOMPHeaderName) { rawValue = 1 << UInt16(name.rawValue) }

    static let destination = Self(.destination)
    static let id = Self(.id)
    static let subscription = Self(.subscription)
    static let messageID = Self(.messageID)
    static let transaction = Self(.transaction)
    static let receiptID = Self(.receiptID)
    static let acceptVersion = Self(.acceptVersion)
    static let host = Self(.host)

    /// The first of them in the order of `STOMPHeaderName`.
    var first: STOMPHeaderName? {
        rawValue == 0 ? nil : STOMPHeaderName(rawValue: UInt8(rawValue.trailingZeroBitCount))
    }
}
