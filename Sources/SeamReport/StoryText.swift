import SeamAnalysis
import SeamBytes
import SeamCodecs
import SeamStreams

/// Tells how a connection lived and ended: heart-beats, keep-alives, the end, reconnects.
enum StoryText {
    /// Appends the sentences of the story, each from a new row on; none for a connection that is still open.
    static func append(_ diagnosis: Diagnosis, indent: Int, width: Int, to rows: inout RowBuffer) {
        func add(_ tell: (inout RowBuffer) -> Void) {
            var line = RowBuffer()
            tell(&line)
            guard line.count > 0 else { return }
            rows.wrap(line.bytes, indent: indent, width: width)
            rows.endLine()
        }
        for heartbeat in diagnosis.heartbeats { add { tell(heartbeat, &$0) } }
        add { end(diagnosis.ending, &$0) }
        if let reconnection = diagnosis.reconnection { add { tell(reconnection, &$0) } }
    }

    private static func tell(_ heartbeat: Heartbeat, _ line: inout RowBuffer) {
        line.append("the ")
        line.append(heartbeat.from.name)
        line.append(" sent ")
        line.append(heartbeat.count, "heart-beat")
        line.append(" ")
        TextEscape.append(heartbeat.content.rawSpan, columns: 24, to: &line)
        line.append(", every ")
        line.append(seconds: heartbeat.period)
        line.append(" s within ")
        line.append(seconds: heartbeat.jitter)
        line.append(" s")
        if let agreed = heartbeat.agreed {
            line.append(", agreed on ")
            line.append(seconds: agreed)
            line.append(" s")
        }
        if heartbeat.glued > 0 {
            line.append(", ")
            line.append(decimal: heartbeat.glued)
            line.append(" more together with messages")
        }
        if heartbeat.isStopped {
            line.append("; they stopped after packet ")
            line.append(decimal: heartbeat.last.packet)
        }
    }

    private static func end(_ ending: Ending, _ line: inout RowBuffer) {
        switch (ending.kind, ending.by) {
        case (.open, _): return
        case (.closed, let by?):
            line.append(
                by == .client ? "the user left: the client closed" : "the server went: it closed first"
            )
        case (.reset, let by?):
            line.append(by == .client ? "the client reset it" : "the server reset it")
        case (.refused, _): line.append("it was never opened: the server refused")
        case (.unanswered, _): line.append("it was never opened: the server did not answer")
        case (.cut, let gone?):
            line.append("the network was cut, or the ")
            line.append(gone.name)
            line.append(" vanished: packet ")
            line.append(decimal: ending.packet)
            line.append(" and what followed found nobody")
        default: return
        }
        if ending.silence >= 1_000_000_000 {
            line.append(", after ")
            line.append(seconds: ending.silence)
            line.append(" s of silence")
        }
        for (side, lost) in [(Side.client, ending.lostByClient), (.server, ending.lostByServer)]
        where lost > 0 {
            line.append("; ")
            line.append(lost, "byte")
            line.append(" of the ")
            line.append(side.name)
            line.append(lost == 1 ? " was" : " were")
            line.append(" never acknowledged")
        }
    }

    private static func tell(_ reconnection: Reconnection, _ line: inout RowBuffer) {
        line.append("the client connected again: attempt ")
        line.append(decimal: reconnection.attempt)
        line.append(" after connection ")
        line.append(decimal: reconnection.previous)
        line.append(", waits ")
        for (place, delay) in reconnection.delays.enumerated() {
            if place > 0 { line.append(", ") }
            line.append(seconds: delay)
        }
        line.append(" s")
        if reconnection.delays.count >= 3 {
            line.append(reconnection.backsOff ? " (backing off)" : " (no back-off)")
        }
    }
}

extension RowBuffer {
    /// The member `story`.
    mutating func member(story diagnosis: Diagnosis) {
        let ending = diagnosis.ending
        beginObject("story")
        member("ended", word: ending.kind.name)
        if let by = ending.by { member("by", word: by.name) }
        if ending.packet > 0 { member("packet", ending.packet) }
        member("silence", seconds: ending.silence)
        beginObject("lost")
        member(Side.client.name, ending.lostByClient)
        member(Side.server.name, ending.lostByServer)
        endObject()
        beginArray("heartbeats")
        for heartbeat in diagnosis.heartbeats { element(heartbeat) }
        endArray()
        beginArray("keep_alives")
        for keepAlive in diagnosis.keepAlives {
            beginObject()
            member("from", word: keepAlive.from.name)
            member("count", keepAlive.count)
            member("answered", keepAlive.answered)
            member("period", seconds: keepAlive.period)
            endObject()
        }
        endArray()
        if let reconnection = diagnosis.reconnection { member(reconnection) }
        endObject()
    }

    private mutating func element(_ heartbeat: Heartbeat) {
        beginObject()
        member("from", word: heartbeat.from.name)
        member("content_hex", hex: heartbeat.content.rawSpan)
        member("counter", heartbeat.isCounter)
        member("count", heartbeat.count)
        member("with_messages", heartbeat.glued)
        member("period", seconds: heartbeat.period)
        if let agreed = heartbeat.agreed { member("agreed", seconds: agreed) }
        member("jitter", seconds: heartbeat.jitter)
        member("missed", heartbeat.missed)
        member("last_packet", heartbeat.last.packet)
        member("stopped", heartbeat.isStopped)
        endObject()
    }

    private mutating func member(_ reconnection: Reconnection) {
        beginObject("reconnect")
        member("previous", reconnection.previous)
        member("previous_ended", word: reconnection.ending.kind.name)
        member("attempt", reconnection.attempt)
        member("failed", reconnection.failed)
        beginArray("delays")
        for delay in reconnection.delays { element(seconds: delay) }
        endArray()
        member("backs_off", reconnection.backsOff)
        member("outage", seconds: reconnection.outage)
        beginObject("lost")
        member(Side.client.name, reconnection.ending.lostByClient)
        member(Side.server.name, reconnection.ending.lostByServer)
        endObject()
        beginObject("half_message")
        member(Side.client.name, reconnection.leftByClient)
        member(Side.server.name, reconnection.leftByServer)
        endObject()
        endObject()
    }
}
