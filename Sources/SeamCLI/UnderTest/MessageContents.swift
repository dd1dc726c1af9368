import Seam

/// What the messages of a connection hold without their framing, as a layer above them would get it.
struct MessageContents {
    /// The contents by half, then by where the message starts.
    ///
    /// Those of messages that hold nothing, and of codecs that take no framing off, are not there.
    private(set) var bytes: [HalfKey: [Int: [UInt8]]] = [:]

    /// Decodes the halves of one connection.
    init(_ halves: [HalfKey: [UInt8]], _ codec: CodecFactory) {
        let texts = halves.mapValues { bytes in
            var text = HalfText()
            text.append(bytes.rawSpan, at: 0)
            return text
        }
        var batches = ConnectionDecoding.batches(texts, codec.make())
        if !batches.values.contains(where: \.hasLayers) {
            let taps = (
                client: StageLayer("content", ContentTap(), above: nil),
                server: StageLayer("content", ContentTap(), above: nil)
            )
            batches = ConnectionDecoding.batches(texts, codec.stack(taps, StreamPolicy()))
        }
        for (key, half) in halves {
            guard let batch = batches[key.side] else { continue }
            var contents = Self.contents(batch, half)
            if codec.name == "websocket" { Self.addFrames(batch, half, to: &contents) }
            bytes[key] = contents
        }
    }

    /// Control frames carry nothing to a layer above, but have a payload.
    private static func addFrames(_ batch: UnitBatch, _ half: [UInt8], to contents: inout [Int: [UInt8]]) {
        for unit in batch.units where contents[unit.range.start] == nil && unit.range.end <= half.count {
            let frame = half.rawSpan.extracting(unit.range.start..<unit.range.end)
            contents[unit.range.start] = WebSocketFrame.payload(of: frame)
        }
    }

    private static func contents(_ batch: UnitBatch, _ half: [UInt8]) -> [Int: [UInt8]] {
        var contents: [Int: [UInt8]] = [:]
        for event in batch.layers {
            guard case .carrier(let carrier) = event.kind, carrier.layer == 1,
                batch.units.indices.contains(carrier.unit)
            else { continue }
            let range = batch.units[carrier.unit].range
            // All of the message is what a codec answers that does not know what is framing.
            guard range.end <= half.count, !half[range.start..<range.end].elementsEqual(carrier.bytes) else {
                continue
            }
            contents[range.start, default: []] += carrier.bytes
        }
        return contents
    }
}

/// A layer that does nothing, so that the one below hands on what its messages hold.
private struct ContentTap: Stage {
    mutating func take(_ message: RawSpan, at start: Int, into content: inout LayerContent) -> Int { start }
    static func describe(_ output: Int, in bytes: RawSpan, at start: Int, into details: inout UnitDetails) {}
}
