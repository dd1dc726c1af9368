public import SeamCodecs

/// A client that gets messages wrong in a way of its own: what many programs do instead of decoding a stream.
public enum ClientModel: UInt8, Hashable, Sendable, CaseIterable {
    /// Takes each read for a message.
    case naive
    /// Takes what it reads for a message as soon as a read does not fill its buffer.
    case maxBuffer
    /// Decodes well, but gives up when more than so many bytes wait, however many messages they are.
    case bufferLimit
    /// Decodes the first message of what it has, and forgets the rest of the read.
    case dropRest
    /// Parses each read as one JSON text.
    case oneJSON
    /// Ends a STOMP frame at the first NUL, whatever its `content-length` says.
    case stompKit
    /// Walks over type, length and content by an offset that is a `UInt8`.
    case u8Length

    /// What became of a message in such a client.
    public enum Outcome: UInt8, Hashable, Sendable, CaseIterable {
        /// It got more than the message, taken for one.
        case merged
        /// It got the message in pieces, or the end of it.
        case torn
        /// It did not get it at all.
        case lost

        /// The name as it is written in output.
        public var name: StaticString {
            switch self {
            case .merged: "merged"
            case .torn: "torn"
            case .lost: "lost"
            }
        }
    }

    /// The name in `--client` and in output, without a size.
    public var name: StaticString {
        switch self {
        case .naive: "naive"
        case .maxBuffer: "max-buffer"
        case .bufferLimit: "buffer-limit"
        case .dropRest: "drop-rest"
        case .oneJSON: "one-json"
        case .stompKit: "stompkit"
        case .u8Length: "u8-length"
        }
    }

    /// Whether a client of this kind speaks the protocol at all; `opening` are the first two bytes of the half.
    func applies(to codec: String, opening: UInt16) -> Bool {
        switch self {
        case .naive, .maxBuffer, .bufferLimit, .dropRest: true
        case .oneJSON: Self.textCodecs.contains(codec) && Self.opensJSON(opening)
        case .stompKit: codec == "stomp"
        case .u8Length: codec == "tlc"
        }
    }

    /// Codecs whose messages can be JSON from their first byte on.
    private static let textCodecs: Set<String> = ["json", "line", "delimiter"]

    /// Whether two bytes can begin an object or an array.
    private static func opensJSON(_ opening: UInt16) -> Bool {
        let next = UInt8(truncatingIfNeeded: opening)
        switch UInt8(truncatingIfNeeded: opening >> 8) {
        case UInt8(ascii: "{"):
            return next == UInt8(ascii: "\"") || next == UInt8(ascii: "}") || isBlank(next)
        case UInt8(ascii: "["): return isBlank(next) || next > 0x20 && next < 0x7f
        default: return false
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09
    }
}

/// Which clients are modelled, and the sizes of their buffers.
public struct ClientChoice: Equatable, Sendable {
    /// The buffer of `maxBuffer`, in bytes.
    public private(set) var maxBuffer: UInt32 = 1024
    /// The limit of `bufferLimit`, in bytes.
    public private(set) var bufferLimit: UInt32 = 8192
    private var chosen: UInt8
    /// A message of at most so many bytes that is one read is right in every client, whatever its codec.
    private(set) var quiet: UInt8 = 255

    /// Whether what became of each message is kept, for a picture of it.
    public var keepsOutcomes = false

    /// No client.
    public static let none = ClientChoice(chosen: 0)
    /// All of them with their usual sizes.
    public static let all = ClientChoice(chosen: .max)

    private init(chosen: UInt8) { self.chosen = chosen }

    /// Whether no client is modelled.
    var isNone: Bool { chosen == 0 }
    /// Whether it was said which clients are modelled.
    var isExplicit: Bool { chosen != 0 && chosen != .max }

    /// Whether a client is modelled.
    public func contains(_ model: ClientModel) -> Bool { chosen >> model.rawValue & 1 == 1 }

    /// The size that belongs to a client, in bytes; nil where it has none.
    public func size(of model: ClientModel) -> Int? {
        switch model {
        case .maxBuffer: Int(maxBuffer)
        case .bufferLimit: Int(bufferLimit)
        default: nil
        }
    }

    /// Adds a client by its spec: `naive`, `max-buffer:1024`; throws what is wrong, to stand behind it.
    public mutating func add(_ spec: String) throws(SpecError) {
        let parts = spec.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = parts.first,
            let model = ClientModel.allCases.first(where: { $0.name.description == name })
        else {
            let names = ClientModel.allCases.map(\.name.description).joined(separator: ", ")
            throw SpecError("is no client; there are \(names)")
        }
        guard !contains(model) else { throw SpecError("is a second \(name)") }
        chosen |= 1 << model.rawValue
        guard parts.count == 2 else { return }
        guard size(of: model) != nil else { throw SpecError("has a size, but \(name) takes none") }
        guard let bytes = SpecParameters.size(String(parts[1])), bytes > 0, let size = UInt32(exactly: bytes)
        else {
            throw SpecError("has no size such as 1024 or 8k behind the colon")
        }
        if model == .maxBuffer { maxBuffer = size } else { bufferLimit = size }
        quiet = UInt8(min(255, maxBuffer - 1, bufferLimit))
    }
}
