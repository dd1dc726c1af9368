import Seam
import SeamReport

extension CaptureReport {
    /// Adds a connection that is over.
    mutating func add(_ connection: borrowing Connection) {
        connections += 1
        clientBytes += add(connection.clientHalf)
        serverBytes += add(connection.serverHalf)
    }

    /// Adds a half; answers how many bytes it had.
    private mutating func add(_ half: borrowing Half) -> Int {
        segments += half.segments
        missing += half.missing
        oversized += half.oversized
        return half.bytes
    }

    /// Adds what the whole capture came to, and what its files say.
    mutating func add(_ pipeline: borrowing Pipeline, _ facts: CaptureFacts?) {
        packets = pipeline.packetCount
        segmentPackets = pipeline.segmentCount
        cutPackets = pipeline.cutPackets
        issues = pipeline.issues.entries.map {
            Issue(id: $0.example.id, text: $0.example.reasonText, packets: $0.count)
        }
        if pipeline.issues.others > 0 {
            issues.append(Issue(id: "other", text: "for other reasons", packets: pipeline.issues.others))
        }
        for entry in pipeline.issues.entries {
            guard case .unsupportedLinkType(let type) = entry.example else { continue }
            let words = "\(PacketIssue.unsupportedLinkType(type))"
            unreadLinkTypes.append("\(words): \(entry.count) packets not read")
        }
        if let facts { add(facts) }
        comments += pipeline.comments.entries.map { Comment(packet: $0.packet, text: $0.text) }
        commentsLeftOut = pipeline.comments.leftOut
        losses = Self.losses(pipeline).filter { $0.count > 0 }
    }

    private mutating func add(_ facts: CaptureFacts) {
        dropped = facts.dropped
        for type in Set(facts.interfaces.map(\.linkType)).map({ LinkType(rawValue: $0) }) {
            guard packets == 0, !type.isSupported else { continue }
            unreadLinkTypes.append("\(PacketIssue.unsupportedLinkType(type))")
        }
        var places: [String: Int] = [:]
        for one in facts.interfaces {
            let type = LinkType(rawValue: one.linkType).name
            let key = "\(one.name)/\(type)/\(one.snapLength)"
            if let place = places[key] {
                interfaces[place].count += 1
                if let more = one.statistics?.dropped {
                    interfaces[place].dropped = (interfaces[place].dropped ?? 0) &+ more
                }
                continue
            }
            places[key] = interfaces.count
            interfaces.append(
                Interface(
                    name: one.name,
                    linkType: type,
                    snapLength: one.snapLength,
                    dropped: one.statistics?.dropped
                )
            )
        }
        for text in facts.sections.flatMap(\.comments) + facts.interfaces.flatMap(\.comments) {
            comments.append(Comment(packet: nil, text: text))
        }
    }

    private static func losses(_ pipeline: borrowing Pipeline) -> [Loss] {
        let fragments = pipeline.fragments.counts
        return [
            Loss(
                "held_half",
                pipeline.givenUp.fullHalves,
                "hole became a gap: more than --max-held-half waited behind it",
                "holes became gaps: more than --max-held-half waited behind them"
            ),
            Loss(
                "held",
                pipeline.givenUp.full,
                "hole became a gap: more than --max-held waited in all",
                "holes became gaps: more than --max-held waited in all"
            ),
            Loss(
                "wait",
                pipeline.givenUp.late,
                "hole became a gap: it was not filled within --max-wait",
                "holes became gaps: they were not filled within --max-wait"
            ),
            Loss(
                "connections",
                pipeline.table.givenUp,
                "connection was handed out before it was over: more than --max-connections",
                "connections were handed out before they were over: more than --max-connections"
            ),
            Loss(
                "timeout",
                pipeline.table.timedOut,
                "connection was silent for longer than --idle-timeout",
                "connections were silent for longer than --idle-timeout"
            ),
            Loss(
                "late_packets",
                pipeline.table.late,
                "packet came for a connection that had been handed out",
                "packets came for connections that had been handed out"
            ),
            Loss(
                "fragments_crowded_out",
                fragments.crowdedOut,
                "IP packet in fragments was given up: more than --max-fragments waited",
                "IP packets in fragments were given up: more than --max-fragments waited"
            ),
            Loss(
                "fragments_aged",
                fragments.aged,
                "IP packet in fragments was given up: the others did not come within --fragment-timeout",
                "IP packets in fragments were given up: the others did not come within --fragment-timeout"
            ),
            Loss(
                "fragments_refused",
                fragments.refused,
                "IP fragment was left out: its packet would be too long, or in too many pieces",
                "IP fragments were left out: their packets would be too long, or in too many pieces"
            ),
        ]
    }
}
