import SeamBytes

extension CaptureReport {
    /// So many reasons and notes are shown.
    private static let shown = 8

    /// Appends the lines below a list of connections, at most `width` columns wide.
    public func text(width: Int, into rows: inout RowBuffer) {
        sums(width, &rows)
        others(width: width, into: &rows)
        places(width, &rows)
        doubts(width, &rows)
        losses(width: width, into: &rows)
        notes(width, &rows)
    }

    /// Appends what the limits cost, a line each.
    public func losses(width: Int, into rows: inout RowBuffer) {
        for loss in losses {
            line(width, &rows) { $0.append(text: loss.text) }
        }
    }

    private func sums(_ width: Int, _ rows: inout RowBuffer) {
        line(width, &rows) { line in
            line.append(connections, "connection")
            line.append(", ")
            line.append(segments, "segment")
            line.append(", ")
            line.append(clientBytes, "byte")
            line.append(" from clients, ")
            line.append(decimal: serverBytes)
            line.append(" from servers, ")
            line.append(decimal: missing)
            line.append(" missing")
        }
    }

    /// Appends why packets gave no TCP.
    public func others(width: Int, into rows: inout RowBuffer) {
        for words in unreadLinkTypes { line(width, &rows) { $0.append(text: words) } }
        guard issuePackets > 0 else { return }
        line(width, &rows) { line in
            line.append(decimal: issuePackets)
            line.append(" of ")
            line.append(packets, "packet")
            line.append(" gave no TCP: ")
            let sorted = issues.sorted { $0.packets > $1.packets }
            for (place, issue) in sorted.prefix(Self.shown).enumerated() {
                if place > 0 { line.append("; ") }
                line.append(decimal: issue.packets)
                line.append(" ")
                line.append(text: issue.text)
            }
            let rest = sorted.dropFirst(Self.shown).reduce(0) { $0 + $1.packets }
            if rest > 0 {
                line.append("; ")
                line.append(decimal: rest)
                line.append(" for other reasons")
            }
        }
    }

    private func places(_ width: Int, _ rows: inout RowBuffer) {
        guard !interfaces.isEmpty else { return }
        line(width, &rows) { line in
            line.append("captured as ")
            for (place, interface) in interfaces.prefix(Self.shown).enumerated() {
                if place > 0 { line.append(", ") }
                line.append(text: interface.linkType)
                if !interface.name.isEmpty {
                    line.append(" on ")
                    TextEscape.append(interface.name.utf8Bytes.rawSpan, columns: 40, to: &line)
                }
                if interface.snapLength > 0 {
                    line.append(" (snap length ")
                    line.append(decimal: interface.snapLength)
                    line.append(")")
                }
                if interface.count > 1 {
                    line.append(" x")
                    line.append(decimal: interface.count)
                }
            }
            if interfaces.count > Self.shown {
                line.append(" and ")
                line.append(interfaces.count - Self.shown, "other interface")
            }
        }
    }

    private func doubts(_ width: Int, _ rows: inout RowBuffer) {
        if let dropped, dropped > 0 {
            line(width, &rows) { line in
                line.append(dropped, "packet")
                line.append(dropped == 1 ? " was" : " were")
                line.append(" dropped while capturing: gaps may be the capture's")
            }
        }
        if cutPackets > 0 {
            line(width, &rows) { line in
                line.append(cutPackets, "packet")
                line.append(cutPackets == 1 ? " was" : " were")
                line.append(" cut by the snap length: the bytes cut off are gaps; capture with -s 0")
            }
        }
        if oversized > 0 {
            line(width, &rows) { line in
                line.append(oversized, "segment")
                line.append(oversized == 1 ? " is" : " are")
                line.append(" larger than the peer takes: ")
                line.append(
                    "the capture saw what TSO or GRO makes, not the wire; seam inspect says what follows"
                )
            }
        }
    }

    private func notes(_ width: Int, _ rows: inout RowBuffer) {
        for comment in comments.prefix(Self.shown) {
            var line = RowBuffer()
            line.append("comment")
            if let packet = comment.packet {
                line.append(" on packet ")
                line.append(decimal: packet)
            }
            line.append(": ")
            TextEscape.append(comment.text.utf8Bytes.rawSpan, columns: max(20, width - line.count), to: &line)
            rows.append(line.bytes)
            rows.endLine()
        }
        let more = max(0, comments.count - Self.shown) + commentsLeftOut
        guard more > 0 else { return }
        line(width, &rows) { line in
            line.append("and ")
            line.append(more, "more comment")
            line.append("; --json -v prints them")
        }
    }

    private func line(_ width: Int, _ rows: inout RowBuffer, _ write: (inout RowBuffer) -> Void) {
        var line = RowBuffer()
        write(&line)
        rows.wrap(line.bytes, indent: 0, width: width)
        rows.endLine()
    }
}

extension String {
    fileprivate var utf8Bytes: [UInt8] { Array(utf8) }
}
