public import SeamCodecs

/// How a STOMP client logs in and stays connected.
public struct STOMPOptions: Sendable {
    /// Login and passcode; nil for none.
    public var login: (name: String, passcode: String)?
    /// The virtual host; nil for the name that is connected to.
    public var host: String?
    /// The versions that are offered.
    public var versions: [STOMPVersion] = [.v12, .v11, .v10]
    /// How often this side can send a heart-beat; zero for never.
    public var sends: Duration = .seconds(10)
    /// How often this side wants one of the server; zero for never.
    public var receives: Duration = .seconds(10)
    /// How long CONNECTED and a receipt may take.
    public var timeout: Duration = .seconds(10)
    /// Messages that may wait for their handlers; when it is full nothing more is read.
    public var backlog = 256
    /// The limits of each connection.
    public var connection = ConnectionOptions()
    /// When and how often it connects again.
    public var reconnect = ReconnectPolicy()

    /// All versions, heart-beats each 10 s both ways.
    public init() {}

    /// The header `heart-beat` of CONNECT, in milliseconds.
    var heartbeatHeader: String { "\(Self.milliseconds(sends)),\(Self.milliseconds(receives))" }

    static func milliseconds(_ duration: Duration) -> Int {
        let (seconds, attoseconds) = duration.components
        return Int(clamping: seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
    }

    /// What both sides will do (STOMP 1.2, "Heart-beating"): the slower of what one can and the other wants.
    func agreed(with header: String?) -> Heartbeat? {
        let words = (header ?? "0,0").split(separator: ",").map { Int($0) ?? 0 }
        guard words.count == 2, words.allSatisfy({ (0...86_400_000).contains($0) }) else { return nil }
        let (can, wants) = (Self.milliseconds(sends), Self.milliseconds(receives))
        let outgoing = can > 0 && words[1] > 0 ? max(can, words[1]) : 0
        let incoming = wants > 0 && words[0] > 0 ? max(wants, words[0]) : 0
        guard outgoing > 0 || incoming > 0 else { return nil }
        // Early enough to arrive in time, and patient with a server that is as exact as networks are.
        let interval = outgoing > 0 ? Duration.milliseconds(max(1, outgoing * 3 / 4)) : .seconds(86_400)
        return Heartbeat(
            every: interval,
            answerTimeout: incoming > 0 ? .milliseconds(incoming * 2) : nil
        )
    }
}

/// How messages of a subscription are acknowledged.
public enum STOMPAcknowledgement: String, Sendable {
    /// The server takes each for delivered.
    case auto
    /// An ACK is for all messages up to that one.
    case client
    /// An ACK is for one message.
    case individual = "client-individual"
}
