import SeamAnalysis
import SeamBytes
import SeamCodecs
import SeamStreams

extension Lane {
    /// Hands on bytes that are in order; `isContinued` says that the delivery they belong to has begun before,
    /// `isBehindGap` that they waited for bytes that are not in the capture.
    ///
    /// The carrier is not changed, and inout all the same: what was just written would be copied otherwise (Swift 6.3).
    mutating func deliver(
        _ bytes: RawSpan,
        _ carrier: inout Carrier,
        _ index: Int,
        _ side: Side,
        isContinued: Bool = false,
        isBehindGap: Bool = false
    ) {
        // How far the bytes go that are handed on together with these, which had waited for them.
        let reach = connections[index].remember(
            bytes,
            at: carrier.range,
            packet: carrier.packet,
            from: side,
            in: &recent
        )
        observer?.bytes(bytes, at: carrier.range.start, stream: analyses[index].stream, from: side)
        guard options.decodes else { return }
        if !analyses[index].isStarted { start(index, bytes, side) }
        if carrier.range.start == 0, connections[index][side].isMidstream {
            analyses[index][side].beginMidstream()
        }
        batch.wantsDetails =
            options.wantsDetails
            || analyses[index].stream < options.pictures && analyses[index][side].wantsDetails
        // What was captured behind bytes that the capture missed was delivered when it came, since those had come too.
        let isContinued = isContinued && !isBehindGap
        if options.carriers == .reads {
            return read(bytes, carrier, index, side, isContinued: isContinued, isBehindGap: isBehindGap)
        }
        if options.carriers == .deliveries {
            let range = ByteRange(carrier.range.start, isBehindGap ? carrier.range.end : reach)
            var delivery = carrier.delivering(range)
            if !isContinued { analyses[index][side].carry(&delivery) }
            analyses[index].feed(bytes, from: side, &batch, observer)
        } else {
            if reach > carrier.range.end, !isContinued, !isBehindGap {
                analyses[index][side].announce(ByteRange(carrier.range.start, reach))
            }
            // To hand an observer on is to count it, also where there is none.
            if let observer {
                analyses[index].feed(bytes, of: &carrier, from: side, &batch, observer)
            } else {
                analyses[index].feed(bytes, of: &carrier, from: side, &batch, nil)
            }
        }
    }

    /// Chooses the codec of a connection when its first bytes are there, or looks for it.
    private mutating func start(_ index: Int, _ bytes: RawSpan, _ side: Side) {
        let client = connections[index].client
        let server = connections[index].server
        let time = connections[index].firstTime
        if let chosen = options.codecs.choice(client: client, server: server) {
            analyses[index].start(chosen.factory.name, decoders(chosen.factory), at: time)
        } else {
            analyses[index].recognise(
                bytes,
                from: side,
                serverPort: server.port,
                isFromStart: connections[index].opening == .syn,
                options.policy,
                at: time
            )
        }
    }

    /// Hands on what has become in order without a packet of its own.
    mutating func drain(_ index: Int, _ side: Side, carrier: Carrier?) {
        var isFirst = carrier == nil
        var isBehindGap = false
        while true {
            guard let delivery = connections[index][side].nextDelivery() else { return }
            // What waits in a connection that is not looked at is bounded like any other.
            guard analyses[index].isChosen else { continue }
            switch delivery {
            case .held(var carrier, let bytes):
                deliver(bytes.rawSpan, &carrier, index, side, isContinued: !isFirst, isBehindGap: isBehindGap)
                isFirst = false
            case .gap(let range):
                observer?.gap(range, stream: analyses[index].stream, from: side)
                isFirst = true
                isBehindGap = true
                guard options.decodes else { continue }
                if !analyses[index].isStarted { start(index, RawSpan(), side) }
                flushReads(index, side)
                analyses[index][side].gap(range.count, &batch, observer)
            }
        }
    }
}
