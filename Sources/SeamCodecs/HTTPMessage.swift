import SeamBytes

/// What is known of an HTTP/1.1 message once its head was read.
public struct HTTPMessage: Equatable, Sendable {
    /// What it is.
    public enum Kind: UInt8, Hashable, Sendable {
        /// A request.
        case request
        /// A final response, or 101.
        case response
        /// A response with a status from 100 to 199 but 101: the final one follows.
        case interim
        /// An empty line before a request, which receivers skip (RFC 9112 §2.2).
        case emptyLine
        /// What follows when both ends have agreed to speak something else.
        case tunnel
    }

    /// How the end of the body is told (RFC 9112 §6.3).
    public enum Framing: UInt8, Hashable, Sendable {
        /// There is none.
        case none
        /// By `Content-Length`.
        case length
        /// In chunks.
        case chunked
        /// By the end of the half.
        case untilClose
    }

    /// What a request asks to switch to, or a 101 agrees to.
    public enum Upgrade: UInt8, Hashable, Sendable {
        /// Nothing.
        case none
        /// WebSocket.
        case webSocket
        /// Something else, or a tunnel by `CONNECT`.
        case other
    }

    /// What it is.
    public var kind: Kind
    /// The first line, as far as it fits.
    public var startLine = HTTPText()
    /// The status of a response; 0 of a request.
    public var status = 0
    /// Bytes of the head with its empty line.
    public var headSize = 0
    /// Header lines.
    public var headerCount = 0
    /// How the end of the body is told.
    public var framing = Framing.none
    /// Bytes of the body: of a chunked one the data alone; 0 while it lasts until the half ends.
    public var bodySize = 0
    /// Chunks with data.
    public var chunkCount = 0
    /// Trailer lines behind the last chunk.
    public var trailerCount = 0
    /// What it asks to switch to, or agrees to.
    public var upgrade = Upgrade.none
    /// What is wrong with it.
    public var fault: HTTPFault?

    init(_ kind: Kind) { self.kind = kind }
}

/// The first bytes of a line, kept in place: an output outlives the bytes that it was decoded from.
public struct HTTPText: Equatable, Sendable {
    /// Most bytes that are kept.
    static let room = 120

    private var bytes: InlineArray<120, UInt8> = .init(repeating: 0)
    /// How many there are.
    public private(set) var count = 0
    /// Whether some were left out.
    public private(set) var isCut = false

    /// No text.
    public init() {}

    init(_ line: RawSpan) {
        isCut = line.byteCount > Self.room
        count = min(line.byteCount, Self.room)
        for index in 0..<count { bytes[index] = line.byte(at: index) ?? 0 }
    }

    /// The bytes.
    public var array: [UInt8] { (0..<count).map { bytes[$0] } }

    /// Whether both hold the same bytes.
    public static func == (left: Self, right: Self) -> Bool {
        left.array == right.array && left.isCut == right.isCut
    }
}
