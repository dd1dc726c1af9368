import SeamBytes
import SeamPackets
import SeamTesting

/// A script's packets as lines that a person can compare: who, flags, offsets, bytes, and what the snap length cut.
///
///     client PA 0 ack 0 "one"
func story(_ script: String) throws -> [String] {
    let capture = try CaptureScript(script)
    var names: [Endpoint: (name: String, initial: UInt32)] = [:]
    return capture.packets.map { packet in
        let content = PacketParser.parse(
            packet.bytes.rawSpan,
            originalLength: packet.originalLength,
            linkType: capture.linkType
        )
        guard case .tcp(let tcp) = content else { return "other \(packet.bytes.count)" }
        if names.isEmpty {
            names[tcp.source] = ("client", tcp.sequence)
            names[tcp.destination] = ("server", 5000)
        }
        guard let sender = names[tcp.source], let peer = names[tcp.destination] else { return "stranger" }
        let offset = Int32(bitPattern: tcp.sequence &- sender.initial &- 1)
        var line = "\(sender.name) \(tcp.flags) \(offset)"
        if tcp.flags.contains(.ack) {
            line += " ack \(Int32(bitPattern: tcp.acknowledgment &- peer.initial &- 1))"
        }
        if tcp.payloadLength > 0 {
            line += " \"\(String(decoding: packet.bytes[tcp.payload], as: UTF8.self))\""
        }
        let missing = packet.originalLength - packet.bytes.count
        return missing > 0 ? line + " cut \(missing)" : line
    }
}

/// When each packet of a script was captured, in microseconds since the first.
func times(_ script: String) throws -> [Int] {
    let packets = try CaptureScript(script).packets
    return packets.map { $0.time.since(packets[0].time) / 1000 }
}
