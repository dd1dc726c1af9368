/// How a program cuts what it sends into pieces, each of which is to arrive by itself.
///
///     whole     |  message 0  message 1  message 2  |
///     messages  | message 0 | message 1 | message 2 |
///     torn      | m | essage 0 me | ssage 1 mes | sage 2 |
///     bytes     | m | e | s | s | a | g | e | ...
public enum Pieces: Equatable, Sendable {
    /// As in the capture.
    case captured
    /// Each message by itself.
    case messages
    /// All that is to be sent before an answer is waited for, glued together.
    case whole
    /// Cut once inside each message, at every place in turn, so that ends travel with beginnings.
    case torn
    /// Byte by byte.
    case bytes
    /// At places that a seeded generator chooses.
    case random(seed: UInt64)
    /// Every so many bytes.
    case size(Int)

    /// The largest piece that can be asked for.
    public static let largest = 1 << 20

    /// Reads `captured`, `messages`, `whole`, `torn`, `bytes`, `random:SEED` or a number of bytes; nil when it is none.
    public init?(_ text: String) {
        switch text {
        case "captured": self = .captured
        case "messages": self = .messages
        case "whole": self = .whole
        case "torn": self = .torn
        case "bytes": self = .bytes
        default:
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            if parts.count == 2, parts[0] == "random", let seed = UInt64(parts[1]) {
                self = .random(seed: seed)
            } else if let size = Int(text), (1...Self.largest).contains(size) {
                self = .size(size)
            } else {
                return nil
            }
        }
    }
}

extension Pieces: CustomStringConvertible {
    /// The text that `init(_:)` reads.
    public var description: String {
        switch self {
        case .captured: "captured"
        case .messages: "messages"
        case .whole: "whole"
        case .torn: "torn"
        case .bytes: "bytes"
        case .random(let seed): "random:\(seed)"
        case .size(let size): "\(size)"
        }
    }
}
