import Seam
import SeamConnection
import SeamTesting

// The values of the commands that speak to somebody: serve, replay and connect.

extension Pieces: ScalarValue {
    init(argument: String) throws(BadValue) {
        guard let pieces = Pieces(argument) else {
            throw BadValue(
                "is none of captured, messages, whole, torn, bytes, random:SEED and a number of bytes"
            )
        }
        self = pieces
    }

    var text: String? { description }

    /// What there is to choose from, for help.
    static let placeholder = "PIECES"
}

/// What is waited for behind a piece.
enum Pause: ScalarValue, Equatable {
    /// Nothing: pieces may arrive together.
    case none
    /// That the peer's system has acknowledged it.
    case acknowledged
    /// That the peer has read it, as far as the system knows: of a peer on another machine, that it is acknowledged.
    case read
    /// That it is acknowledged, and then so long.
    case time(Duration)

    init(argument: String) throws(BadValue) {
        switch argument {
        case "none": self = .none
        case "ack": self = .acknowledged
        case "read": self = .read
        default:
            guard argument != "never", let time = try? Duration(argument: argument) else {
                throw BadValue("is none of none, ack, read and a time such as 5ms")
            }
            self = .time(time)
        }
    }

    var text: String? {
        switch self {
        case .none: "none"
        case .acknowledged: "ack"
        case .read: "read"
        case .time(let time): time.text
        }
    }

    static let placeholder = "none|ack|read|TIME"
    /// What it means, for help.
    static let help = """
        what is waited for behind a piece: nothing, that it is acknowledged, that a peer on this machine has read it, \
        or that it is acknowledged and then so long
        """
}

/// How many bytes generated messages have.
struct SizeRange: ScalarValue, Equatable {
    let bytes: ClosedRange<Int>

    init(_ bytes: ClosedRange<Int>) { self.bytes = bytes }

    init(argument: String) throws(BadValue) {
        let parts = argument.split(separator: "-", omittingEmptySubsequences: false).map {
            SpecParameters.size(String($0))
        }
        guard parts.count <= 2, let low = parts[0], let high = parts[parts.count - 1], low <= high,
            high <= 16 << 20
        else { throw BadValue("is no size or range of sizes such as 16 or 1-4k") }
        bytes = low...high
    }

    var text: String? {
        bytes.count == 1 ? "\(bytes.lowerBound)" : "\(bytes.lowerBound)-\(bytes.upperBound)"
    }
}

/// The number that a generator starts from.
struct Seed: ScalarValue, Equatable {
    let number: UInt64

    init(_ number: UInt64) { self.number = number }

    init(argument: String) throws(BadValue) {
        guard let number = decimal(argument) else { throw BadValue("is no whole number") }
        self.number = UInt64(number)
    }

    var text: String? { "\(number)" }
}

/// A TCP port; 0 is one that the system chooses.
struct Port: ScalarValue, Equatable {
    let number: UInt16

    init(_ number: UInt16) { self.number = number }

    init(argument: String) throws(BadValue) {
        guard isDigits(argument), let number = UInt16(argument) else {
            throw BadValue("is no port from 0 to 65535")
        }
        self.number = number
    }

    var text: String? { "\(number)" }
}

extension HostPort: ScalarValue {
    init(argument: String) throws(BadValue) {
        if isDigits(argument), let port = UInt16(argument) {
            self = HostPort("127.0.0.1", port)
        } else if let target = HostPort(argument) {
            self = target
        } else {
            throw BadValue("is no HOST:PORT such as 127.0.0.1:9000 or [::1]:9000")
        }
    }

    var text: String? { description }

    /// Whether it is surely this machine: a name could be anybody.
    var isLoopback: Bool {
        if host == "localhost" { return true }
        guard let address = IPAddress(host) else { return false }
        return "\(address)".hasPrefix("127.") && address.isIPv4 || "\(address)" == "::1"
    }
}

/// How a server ends with a client that got all messages.
enum ServeEnding: String, Choice {
    /// In order, and waits for the client to do the same.
    case close
    /// Not at all: the client has to.
    case stay
    /// With half a message, and nothing more.
    case halfSilence = "half-silence"
    /// With half a message, and in order.
    case halfClose = "half-close"
    /// With half a message, and a reset.
    case halfReset = "half-reset"
    /// With a reset.
    case reset

    var isHalf: Bool { rawValue.hasPrefix("half") }
}

/// How fast a capture is played.
enum Speed: String, Choice {
    /// With the captured times.
    case captured = "1x"
    /// As fast as the peer answers.
    case max
}

/// How answers are compared with the captured ones.
enum AnswerComparison: String, Choice {
    /// Byte by byte.
    case bytes
    /// By their number alone: times and numbers in them are others each time.
    case count
    /// Not at all.
    case none
}

/// What only `serve` takes.
struct ServeOptions: Equatable, Sendable {
    var port = Port(0)
    /// The address; loopback unless one is named.
    var bind: String?
    var messages: String?
    /// How many messages each client gets; nil: as many as are given, or 100.
    var count: Quantity?
    var sizes = SizeRange(1...256)
    var seed = Seed(1)
    var pieces = Pieces.messages
    var pause = Pause.read
    var ending: ServeEnding?
    var echoes = false
    /// How many clients are served before it ends; nil is no limit.
    var clients: Quantity?
    /// How long a client may take at the end.
    var patience = Duration(nanoseconds: 5_000_000_000)
}

/// What only `replay` takes.
struct ReplayOptions: Equatable, Sendable {
    var target: HostPort?
    var listens: HostPort?
    var pieces = Pieces.captured
    var speed = Speed.captured
    var pause = Pause.read
    var compares = AnswerComparison.bytes
    var patience = Duration(nanoseconds: 5_000_000_000)
    /// Whether somebody else's machine may be spoken to.
    var mayLeave = false
}

/// What only `connect` takes.
struct ConnectOptions: Equatable, Sendable {
    var script: String?
    var recording: String?
    /// How long answers are waited for when nothing more is to be sent.
    var patience = Duration(nanoseconds: 1_000_000_000)
    var usesTLS = false
    var isInsecure = false
    /// A file of certificates that are trusted.
    var trusted: String?
    /// Path and subprotocols of a WebSocket.
    var path: String?
    var subprotocols: String?
    /// How often it connects again; nil is never.
    var reconnects: Quantity?
    var heartbeat: Duration?
    /// What a heart-beat is: `codec`, `counter` or a text.
    var beat = "codec"
    /// How long the peer may be silent.
    var answerTimeout: Duration?
}
