import SeamAnalysis
import SeamStreams

/// Says in one sentence what a seam's cause was judged from: packets, times, sizes.
enum EvidenceText {
    static func append(_ seam: Seam, to rows: inout RowBuffer) {
        if seam.cause == .read { return read(seam, &rows) }
        switch seam.kind {
        case .join: join(seam, seam.departure, &rows)
        case .cut: cut(seam, seam.departure, &rows)
        }
    }

    private static func read(_ seam: Seam, _ rows: inout RowBuffer) {
        rows.append("read ")
        rows.append(decimal: seam.read ?? 0)
        if seam.kind == .cut {
            rows.append(" ended inside packet ")
            rows.append(decimal: seam.packet)
        } else if seam.nextPacket > 0 {
            rows.append(" returned packets ")
            rows.append(decimal: seam.packet)
            rows.append(" and ")
            rows.append(decimal: seam.nextPacket)
            rows.append(" together, which came ")
            rows.append(milliseconds: Int(clamping: seam.pause.magnitude / 1000))
            rows.append(" apart")
        } else {
            rows.append(" returned more than packet ")
            rows.append(decimal: seam.packet)
        }
    }

    private static func join(_ seam: Seam, _ departure: Departure, _ rows: inout RowBuffer) {
        switch seam.cause {
        case .offload: oversize(departure, &rows)
        case .retransmit:
            rows.append("the segment sends bytes again, perhaps in other pieces than at first")
        case .nagle: nagle(departure, &rows)
        case .congestion: congestion(departure, &rows)
        case .window: window(departure, &rows)
        case .backlog:
            rows.append("a full segment of ")
            rows.append(Int(departure.size), "byte")
            rows.append(": more was waiting than it holds")
        case .batch: batch(departure, &rows)
        default: joinDoubt(departure, &rows)
        }
    }

    private static func window(_ departure: Departure, _ rows: inout RowBuffer) {
        guard departure.traits.contains(.windowHeld) else {
            rows.append("the window had room for these ")
            rows.append(Int(departure.size), "byte")
            return rows.append(" and no more")
        }
        rows.append("the window had room for ")
        rows.append(max(0, Int(departure.roomBefore)), "byte")
        rows.append(" until packet ")
        rows.append(decimal: Int(departure.packet))
        left(departure, &rows)
    }

    private static func nagle(_ departure: Departure, _ rows: inout RowBuffer) {
        rows.append(Int(departure.smallSize), "byte")
        rows.append(" of packet ")
        rows.append(decimal: Int(departure.smallPacket))
        if departure.traits.contains(.smallInFlight) {
            rows.append(" were unacknowledged; the segment left with the FIN")
        } else {
            rows.append(" were unacknowledged until packet ")
            rows.append(decimal: Int(departure.packet))
            left(departure, &rows)
        }
    }

    private static func congestion(_ departure: Departure, _ rows: inout RowBuffer) {
        inFlight(departure, &rows)
        rows.append(" when packet ")
        rows.append(decimal: Int(departure.packet))
        rows.append(departure.traits.contains(.repeatedACK) ? " acknowledged again" : " acknowledged")
        left(departure, &rows)
    }

    private static func batch(_ departure: Departure, _ rows: inout RowBuffer) {
        if departure.bytesInFlight == 0 {
            rows.append("nothing was unacknowledged")
        } else {
            inFlight(departure, &rows)
            rows.append(", which held nothing")
        }
        rows.append(": the program wrote ")
        rows.append(Int(departure.size), "byte")
        rows.append(" together")
    }

    /// Why the evidence does not decide.
    private static func joinDoubt(_ departure: Departure, _ rows: inout RowBuffer) {
        let traits = departure.traits
        if departure.size == 0 {
            rows.append("nothing is known of the segment")
        } else if traits.contains(.overtaken) {
            rows.append("the segment was overtaken on its way")
        } else if traits.contains(.afterUnseen) {
            rows.append("segments that left before it are not in the capture")
        } else if !traits.contains(.heard) {
            rows.append("nothing of the peer is in the capture")
        } else if !traits.contains(.timed) {
            rows.append("without a handshake the distance to the sender is not known")
        } else if traits.contains([.ackHadData, .ackClearedSmall]) {
            rows.append("packet ")
            rows.append(decimal: Int(departure.packet))
            rows.append(" acknowledged and brought data: it ended a wait, or the program answered it")
        } else if !traits.isDisjoint(with: [.ackClearedSmall, .unsure]) {
            rows.append("the ACK of packet ")
            rows.append(decimal: Int(departure.smallPacket))
            rows.append(" may have reached the sender just before: it ended a wait, or came by chance")
        } else {
            inFlight(departure, &rows)
            rows.append(": a wait for the congestion window, or written together")
        }
    }

    private static func cut(_ seam: Seam, _ departure: Departure, _ rows: inout RowBuffer) {
        switch seam.cause {
        case .offload: oversize(departure, &rows)
        case .mss:
            rows.append("packet ")
            rows.append(decimal: seam.packet)
            rows.append(" is full: ")
            rows.append(Int(departure.size), "byte")
        case .write: write(seam, departure, &rows)
        case .window:
            rows.append("behind packet ")
            rows.append(decimal: seam.packet)
            rows.append(" the window had room for ")
            rows.append(max(0, Int(departure.room)), "byte")
        case .retransmit:
            rows.append("packet ")
            rows.append(decimal: seam.packet)
            rows.append(" sends bytes again, in other pieces than at first")
        case .gap: rows.append("the bytes behind it are not in the capture")
        default:
            rows.append("packet ")
            rows.append(decimal: seam.packet)
            rows.append(
                departure.traits.contains(.repeat) ? " sends bytes again" : " is not full and has no PSH"
            )
        }
    }

    private static func write(_ seam: Seam, _ departure: Departure, _ rows: inout RowBuffer) {
        rows.append("packet ")
        rows.append(decimal: seam.packet)
        rows.append(" has ")
        rows.append(Int(departure.size), "byte")
        if departure.fullSize > 0 {
            rows.append(" where ")
            rows.append(decimal: Int(departure.fullSize))
            rows.append(" fit")
        }
        if let stall = seam.stall, let next = seam.next {
            rows.append("; the rest waited ")
            rows.append(decimal: stall)
            rows.append(" ms for the ACK in packet ")
            rows.append(decimal: Int(next.packet))
        } else if seam.pause >= 0 {
            rows.append("; the rest left ")
            rows.append(milliseconds: seam.pause / 1000)
            rows.append(" later")
        }
    }

    private static func oversize(_ departure: Departure, _ rows: inout RowBuffer) {
        rows.append("a piece of ")
        rows.append(Int(departure.size), "byte")
        rows.append(" where a segment holds ")
        rows.append(decimal: Int(departure.fullSize))
    }

    private static func inFlight(_ departure: Departure, _ rows: inout RowBuffer) {
        rows.append(Int(departure.bytesInFlight), "byte")
        rows.append(departure.bytesInFlight == 1 ? " was in flight" : " were in flight")
    }

    /// `; the segment left 0.03 ms after it`, and away from the sender how long after it it came.
    private static func left(_ departure: Departure, _ rows: inout RowBuffer) {
        let since = Int(departure.since)
        guard departure.delay > 0 else {
            rows.append("; the segment left ")
            rows.append(milliseconds: since)
            return rows.append(" after it")
        }
        rows.append("; the segment came ")
        rows.append(milliseconds: since + Int(departure.delay))
        rows.append(" after it, the way there and back")
    }
}

extension RowBuffer {
    /// Appends microseconds as `0.03 ms`, with three decimals at most.
    fileprivate mutating func append(milliseconds microseconds: Int) {
        append(seconds: min(microseconds, .max / 1_000_000) * 1_000_000)
        append(" ms")
    }
}
