import SeamBytes
import SeamPackets

extension CaptureScript.Conversation {
    /// The segment as one packet each; what stands in the header of the last only is left out of the others.
    func pieces(of segment: CaptureScript.Segment, from side: Side) -> [CaptureScript.Segment] {
        guard let cut = segment.cut else { return [segment] }
        // The MSS counts TCP options too (RFC 6691 §2): 12 bytes of timestamps leave less for data.
        let maximum = Int(self[side.peer].maximumSegmentSize ?? 536) - (hasTimestamps ? 12 : 0)
        let size = max(1, min(cut, cut == .max ? maximum : cut))
        var pieces: [CaptureScript.Segment] = []
        var start = 0
        while start < segment.data.count {
            let end = min(start + size, segment.data.count)
            var piece = segment
            piece.data = Array(segment.data[start..<end])
            if case .offset(let offset) = segment.place { piece.place = .offset(offset + start) }
            if end < segment.data.count {
                piece.named.remove(.fin)
                piece.header.flags = piece.header.flags ?? .ack
            }
            pieces.append(piece)
            start = end
        }
        return pieces.isEmpty ? [segment] : pieces
    }

    /// Sends one packet and takes note of it; gives its bytes, and how many of them the line says were captured.
    mutating func send(
        _ segment: CaptureScript.Segment,
        from side: Side,
        at time: Int,
        _ recording: CaptureScript.Recording,
        _ line: Int
    ) throws(CaptureScriptError) -> (bytes: [UInt8], captured: Int) {
        if let window = segment.header.window { self[side].window = window }
        var template = PacketTemplate(header(of: segment, from: side, at: time), payload: segment.data)
        template.linkType = recording.linkType
        template.vlanTags = recording.vlanTags
        template.identification = segment.header.identification ?? self[side].identification
        template.timeToLive = segment.header.timeToLive ?? 64
        let limit = 65_535 - template.tcp.length - (self[side].end.address.isIPv4 ? 20 : 0)
        guard segment.data.count <= limit else {
            throw CaptureScriptError(
                line: line,
                "\(segment.data.count) bytes of data: \(limit) fit into a packet"
            )
        }
        try note(segment, from: side, at: time, template.tcp.flags, line)
        if segment.header.identification == nil { self[side].identification &+= 1 }
        do {
            let bytes = try template.bytes() + [UInt8](repeating: 0, count: segment.padding)
            let headers = bytes.count - segment.padding - segment.data.count
            return (bytes, segment.captured.map { min(headers + $0, bytes.count) } ?? bytes.count)
        } catch {
            throw CaptureScriptError(line: line, error.description)
        }
    }

    private func offset(of segment: CaptureScript.Segment, from side: Side) -> Int? {
        switch segment.place {
        case .next(let distance): self[side].next + distance
        case .offset(let offset): offset
        case .sequence: nil
        }
    }

    private func header(of segment: CaptureScript.Segment, from side: Side, at time: Int) -> TCPHeader {
        let sender = self[side]
        let peer = self[side.peer]
        let isSYN = segment.named.contains(.syn)
        var flags = segment.named.union(isSYN && !peer.isOpen ? [] : .ack)
        if segment.count > 0, segment.purpose == .data { flags.insert(.psh) }
        flags = segment.header.flags ?? flags
        let acknowledgment = segment.header.acknowledged.map { peer.sequence(of: $0) } ?? peer.acknowledgment
        return TCPHeader(
            from: sender.end,
            to: peer.end,
            flags: flags,
            sequence: sequence(of: segment, from: sender, isSYN: isSYN, side),
            acknowledgment: flags.contains(.ack) ? acknowledgment : 0,
            window: sender.window,
            options: options(of: segment, from: side, isSYN: isSYN, at: time)
        )
    }

    private func sequence(
        of segment: CaptureScript.Segment,
        from sender: CaptureScript.Sender,
        isSYN: Bool,
        _ side: Side
    ) -> UInt32 {
        if case .sequence(let number) = segment.place { return number }
        if isSYN { return sender.initial }
        if segment.purpose == .keepAlive { return sender.nextSequence &- 1 }
        let isBare = segment.count == 0 && !segment.named.contains(.fin)
        if isBare, segment.place == .next(0) { return sender.nextSequence }
        return sender.sequence(of: offset(of: segment, from: side) ?? 0)
    }

    private func options(
        of segment: CaptureScript.Segment,
        from side: Side,
        isSYN: Bool,
        at time: Int
    ) -> [UInt8] {
        var options = TCPOptions()
        if isSYN {
            options.maximumSegmentSize = self[side].maximumSegmentSize
            options.windowScale = self[side].windowScale
            options.sackPermitted = hasSACK
        }
        if hasTimestamps {
            options.timestamps = TCPOptions.Timestamps(
                value: stamp(of: side, at: time),
                echo: self[side].echo
            )
        }
        for range in segment.header.selectivelyAcknowledged {
            let peer = self[side.peer]
            let block = SACKBlock(start: peer.sequence(of: range.start), end: peer.sequence(of: range.end))
            options.sackBlocks.append(block)
        }
        return options.bytes
    }

    /// A clock of one tick a millisecond (RFC 7323 §5.4 allows 1 ms to 1 s), other at each end.
    private func stamp(of side: Side, at time: Int) -> UInt32 {
        UInt32(truncatingIfNeeded: time / 1_000_000 + (side == .client ? 100_000 : 500_000))
    }

    /// Remembers what was sent and what arrived; what is sent again must be what was sent before.
    private mutating func note(
        _ segment: CaptureScript.Segment,
        from side: Side,
        at time: Int,
        _ flags: TCPFlags,
        _ line: Int
    ) throws(CaptureScriptError) {
        let hasArrived = segment.fate == .captured || segment.fate == .missed
        if hasArrived, hasTimestamps { self[side.peer].echo = stamp(of: side, at: time) }
        guard segment.purpose == .data, let offset = offset(of: segment, from: side) else { return }
        guard offset >= 0 else {
            throw CaptureScriptError(
                line: line,
                "offset \(offset) lies before the stream; seq= can say any number"
            )
        }
        let difference = self[side].firstDifference(from: segment.data, at: offset)
        guard segment.isOther == (difference != nil) else {
            throw CaptureScriptError(
                line: line,
                difference.map {
                    "the byte at offset \($0) was another before; write `other` if that is meant"
                }
                    ?? "these are no other bytes than before; leave `other` out"
            )
        }
        let range = ByteRange(offset, offset + segment.count)
        let bytes = segment.unspecified > 0 ? nil : segment.data
        self[side].send(range, bytes, isFIN: flags.contains(.fin))
        if hasArrived { self[side].arrive(range, flags: flags) }
    }
}
