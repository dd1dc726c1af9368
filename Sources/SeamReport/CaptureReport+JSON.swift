extension CaptureReport {
    /// Appends the report as a line of JSON: an object with the one member `capture`.
    public func json(into rows: inout RowBuffer) {
        rows.beginObject()
        rows.beginObject("capture")
        rows.member("packets", packets)
        rows.member("tcp_packets", segmentPackets)
        rows.member("connections", connections)
        rows.member("segments", segments)
        rows.member("client_bytes", clientBytes)
        rows.member("server_bytes", serverBytes)
        rows.member("missing", missing)
        rows.member("oversized", oversized)
        rows.member("cut_packets", cutPackets)
        if let dropped { rows.member("dropped", dropped) }
        rows.beginArray("no_tcp")
        for issue in issues {
            rows.beginObject()
            rows.member("id", text: issue.id)
            rows.member("text", text: issue.text)
            rows.member("packets", issue.packets)
            rows.endObject()
        }
        rows.endArray()
        rows.beginArray("interfaces")
        for interface in interfaces {
            rows.beginObject()
            rows.member("name", textOrNull: interface.name)
            rows.member("link_type", text: interface.linkType)
            rows.member("snap_length", interface.snapLength)
            if let dropped = interface.dropped { rows.member("dropped", dropped) }
            rows.member("count", interface.count)
            rows.endObject()
        }
        rows.endArray()
        rows.beginArray("comments")
        for comment in comments {
            rows.beginObject()
            if let packet = comment.packet { rows.member("packet", packet) }
            rows.member("text", text: comment.text)
            rows.endObject()
        }
        rows.endArray()
        rows.member("comments_left_out", commentsLeftOut)
        rows.beginObject("given_up")
        for loss in losses { rows.member(loss.id, loss.count) }
        rows.endObject()
        rows.endObject()
        rows.endObject()
        rows.endLine()
    }
}
