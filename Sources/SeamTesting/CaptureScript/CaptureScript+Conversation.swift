import SeamBytes
import SeamPackets

extension CaptureScript {
    /// A connection of a script: the line `connection`, and what both ends have done so far.
    struct Conversation: Hashable, Sendable {
        /// The name before the colon, nil where the script has one connection only.
        var name: String?
        /// How long after the client's packet the server's answer is captured, in nanoseconds.
        var roundTrip = 10_000_000
        var hasSACK = false
        var hasTimestamps = false
        var client = Sender(Endpoint(address: IPAddress(ipv4: 0x0A00_0001), port: 40_000), initial: 1000)
        var server = Sender(Endpoint(address: IPAddress(ipv4: 0x0A00_0002), port: 9999), initial: 5000)

        subscript(side: Side) -> Sender {
            get { side == .client ? client : server }
            _modify {
                if side == .client { yield &client } else { yield &server }
            }
        }

        /// Reads the words behind `connection`.
        init(name: String?, _ words: [String], line: Int) throws(CaptureScriptError) {
            self.name = name
            for word in words {
                switch word {
                case "sack": hasSACK = true
                case "timestamps": hasTimestamps = true
                default:
                    guard let setting = Setting(word, line: line) else {
                        throw CaptureScriptError(line: line, "'\(word)': \(Self.known)")
                    }
                    try take(setting)
                }
            }
        }

        private static let known =
            "a connection takes sack, timestamps, client=, server=, rtt=, and mss=, wscale=, win= and isn=,"
            + " these also for one end (client.isn=)"

        private mutating func take(_ setting: Setting) throws(CaptureScriptError) {
            let parts = setting.key.split(separator: ".").map(String.init)
            switch setting.key {
            case "client": client.end = try setting.endpoint()
            case "server": server.end = try setting.endpoint()
            case "rtt": roundTrip = try setting.duration()
            default:
                guard let key = parts.last, parts.count <= 2 else { throw setting.error(Self.known) }
                if parts.count == 2 {
                    guard let side = CaptureScript.side(parts[0]) else { throw setting.error(Self.known) }
                    try self[side].take(setting, key)
                } else {
                    for side in Side.allCases { try self[side].take(setting, key) }
                }
            }
        }
    }
}

extension CaptureScript.Sender {
    mutating func take(_ setting: CaptureScript.Setting, _ key: String) throws(CaptureScriptError) {
        switch key {
        case "mss": maximumSegmentSize = try setting.number(as: UInt16.self)
        case "wscale": windowScale = UInt8(try setting.number(0...14))
        case "win": window = try setting.number(as: UInt16.self)
        case "isn": initial = try setting.number(as: UInt32.self)
        default: throw setting.error("mss=, wscale=, win= and isn= are meant")
        }
    }
}
