import SeamBytes

/// A command of STOMP 1.0 to 1.2.
public enum STOMPCommand: UInt8, Hashable, Sendable, CaseIterable {
    /// A word that no version knows.
    case unknown
    /// The client wants to speak.
    case connect
    /// The same since 1.1, to be told from HTTP.
    case stomp
    /// The server agrees.
    case connected
    /// A message for a destination.
    case send
    /// The client wants the messages of a destination.
    case subscribe
    /// The client wants no more of them.
    case unsubscribe
    /// A transaction begins.
    case begin
    /// A transaction counts.
    case commit
    /// A transaction does not count.
    case abort
    /// A message was consumed.
    case ack
    /// A message was not consumed (since 1.1).
    case nack
    /// The client says goodbye.
    case disconnect
    /// A message from a destination.
    case message
    /// A frame was processed whose sender asked to be told.
    case receipt
    /// The server is about to close.
    case error

    /// The word on the wire; none for `unknown`.
    public var word: StaticString {
        switch self {
        case .unknown: ""
        case .connect: "CONNECT"
        case .stomp: "STOMP"
        case .connected: "CONNECTED"
        case .send: "SEND"
        case .subscribe: "SUBSCRIBE"
        case .unsubscribe: "UNSUBSCRIBE"
        case .begin: "BEGIN"
        case .commit: "COMMIT"
        case .abort: "ABORT"
        case .ack: "ACK"
        case .nack: "NACK"
        case .disconnect: "DISCONNECT"
        case .message: "MESSAGE"
        case .receipt: "RECEIPT"
        case .error: "ERROR"
        }
    }

    /// Whether frames of this command may have a body since 1.1 (STOMP 1.1, "Value Encoding"; 1.2, "Body").
    public var mayHaveBody: Bool { self == .send || self == .message || self == .error }

    /// Whether the frame agrees on the version, and so is written in the same way in all: without escapes.
    var isHandshake: Bool { self == .connect || self == .stomp || self == .connected }

    /// The command that is spelt like this, in capitals.
    init(_ word: RawSpan) {
        let candidate: Self
        // No two commands have the same length and the same first letter.
        switch (word.byteCount, word.byte(at: 0)) {
        case (3, UInt8(ascii: "A")): candidate = .ack
        case (4, UInt8(ascii: "S")): candidate = .send
        case (4, UInt8(ascii: "N")): candidate = .nack
        case (5, UInt8(ascii: "S")): candidate = .stomp
        case (5, UInt8(ascii: "B")): candidate = .begin
        case (5, UInt8(ascii: "A")): candidate = .abort
        case (5, UInt8(ascii: "E")): candidate = .error
        case (6, UInt8(ascii: "C")): candidate = .commit
        case (7, UInt8(ascii: "C")): candidate = .connect
        case (7, UInt8(ascii: "M")): candidate = .message
        case (7, UInt8(ascii: "R")): candidate = .receipt
        case (9, UInt8(ascii: "C")): candidate = .connected
        case (9, UInt8(ascii: "S")): candidate = .subscribe
        case (10, UInt8(ascii: "D")): candidate = .disconnect
        case (11, UInt8(ascii: "U")): candidate = .unsubscribe
        default: candidate = .unknown
        }
        self = word.isEqual(to: candidate.word) ? candidate : .unknown
    }

    /// The longest of the commands' words, in bytes.
    static let longestWord = 11

    /// What a frame of this command must say ("Frames and Headers" of 1.2, the commands' sections before).
    ///
    /// Without a version: what all of them ask for.
    func required(in version: STOMPVersion?) -> STOMPHeaderSet {
        let isOld = version == nil || version == .v10
        switch self {
        case .stomp: return [.acceptVersion, .host]
        case .connect: return isOld ? [] : [.acceptVersion, .host]
        case .send: return .destination
        case .subscribe: return isOld ? .destination : [.destination, .id]
        case .unsubscribe: return isOld ? [] : .id
        case .begin, .commit, .abort: return .transaction
        case .ack, .nack:
            switch version {
            case nil: return []
            case .v10: return .messageID
            case .v11: return [.messageID, .subscription]
            case .v12: return .id
            }
        case .message: return isOld ? [.destination, .messageID] : [.destination, .messageID, .subscription]
        case .receipt: return .receiptID
        case .unknown, .connected, .disconnect, .error: return []
        }
    }
}

extension RawSpan {
    /// Whether the span holds exactly these words.
    @inline(__always)
    func isEqual(to words: StaticString) -> Bool {
        let count = byteCount
        guard count == words.utf8CodeUnitCount else { return false }
        let other = unsafe UnsafeRawPointer(words.utf8Start)
        if count >= 8 { return unsafe isEqual(to: other, by: UInt64.self) }
        if count >= 4 { return unsafe isEqual(to: other, by: UInt32.self) }
        return unsafe isEqual(to: other, by: UInt8.self)
    }

    /// Compares words of one width, of which there is one at least; the last may overlap the one before.
    @inline(__always)
    private func isEqual<Word: FixedWidthInteger & BitwiseCopyable>(
        to other: UnsafeRawPointer,
        by word: Word.Type
    ) -> Bool {
        let last = byteCount - MemoryLayout<Word>.size
        var index = 0
        while index < last {
            let one = unsafe unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: Word.self)
            guard unsafe one == other.loadUnaligned(fromByteOffset: index, as: Word.self) else {
                return false
            }
            index += MemoryLayout<Word>.size
        }
        guard last >= 0 else { return true }
        let one = unsafe unsafeLoadUnaligned(fromUncheckedByteOffset: last, as: Word.self)
        return unsafe one == other.loadUnaligned(fromByteOffset: last, as: Word.self)
    }
}
