public import SeamBytes

/// A layer above the first one: it is handed what each message of the layer below carries.
///
/// Most layers cut a stream, made of these contents one behind the other, with a decoder of their own
/// (`StreamLayer`). Some depend on the borders of the messages below (`StageLayer`, WebSocket's messages).
public protocol LayerDecoder: AnyObject {
    /// Learns which layer it is, and tells those above it.
    func place(_ layer: Int)
    /// Learns, before the first message, which codec the layer below says that its messages carry; by default nothing.
    func learn(_ codec: StaticString)
    /// Takes what a message below carries; `below` maps the stream that the content's pieces point into.
    func take(_ content: LayerContent, from below: LayerSource, into batch: inout UnitBatch)
    /// Takes note that bytes below could not be decoded or are not in the capture.
    func lose(_ range: ByteRange, from below: LayerSource, into batch: inout UnitBatch)
    /// Goes on after the other half has said more.
    func resume(into batch: inout UnitBatch)
    /// Goes on knowing that the other half will say no more.
    func peerEnded(into batch: inout UnitBatch)
    /// Ends the layer with the half.
    func finish(_ how: StreamEnd, into batch: inout UnitBatch)
    /// Whether it, or a layer above it, waits for the other half.
    var isAwaitingPeer: Bool { get }
    /// The rule that the bytes in hand break, of it or of a layer above it.
    var failure: Violation? { get }
    /// The rule of that id, of this layer or of one above it.
    func rule(_ id: StaticString) -> Rule?
}

extension LayerDecoder {
    /// None.
    public var failure: Violation? { nil }

    /// Knows its codec already.
    public func learn(_ codec: StaticString) {}
}

/// Which message brings content, and where the bytes of its stream come from.
public struct LayerSource {
    /// The index of the message among the units of its layer.
    public var unit: Int
    /// The map from its layer's stream to the half; nil where its stream is the half itself.
    public var map: StreamMap?
}

/// What every layer keeps: its stream's map to the half, and the count of its units.
struct LayerTrace {
    private(set) var layer = 1
    let codec: String
    /// From the layer's stream to the half.
    private(set) var map = StreamMap()
    /// The index of the next unit.
    private(set) var unitCount = 0

    init(_ codec: String) { self.codec = codec }

    mutating func place(_ layer: Int) { self.layer = layer }

    /// The offset behind the last byte of the layer's stream.
    var end: Int { map.end }

    /// Lets the stream grow by what a message below brought.
    mutating func grow(_ content: LayerContent, from below: LayerSource, into batch: inout UnitBatch) {
        guard !content.isEmpty else { return }
        let start = map.end
        var pieces: [StreamMap.Piece] = []
        for piece in content.pieces {
            let child = ByteRange(map.end, map.end + piece.count)
            pieces.append(StreamMap.Piece(child: child, parent: piece.parent, isLinear: piece.isLinear))
            extend(piece.parent, childCount: piece.count, isLinear: piece.isLinear, from: below)
        }
        let range = ByteRange(start, map.end)
        var carrier = LayerCarrier(layer: layer, range: range, unit: below.unit, pieces: pieces)
        if batch.wantsContents { carrier.bytes = content.bytes }
        batch.append(.carrier(carrier))
    }

    /// Lets the stream grow by bytes that nothing brought; answers how many.
    mutating func grow(missing range: ByteRange, from below: LayerSource) -> Int {
        let before = map.end
        extend(range, childCount: range.count, isLinear: false, from: below)
        return map.end - before
    }

    private mutating func extend(
        _ parent: ByteRange,
        childCount: Int,
        isLinear: Bool,
        from below: LayerSource
    ) {
        if let other = below.map {
            map.append(parent, of: other, childCount: childCount, isLinear: isLinear)
        } else {
            map.append(parent: parent, childCount: childCount, isLinear: isLinear)
        }
    }

    /// Reports a unit and answers how a layer above finds what it carries.
    mutating func report(
        _ unit: Unit,
        _ entry: UnitDetails.Entry?,
        into batch: inout UnitBatch
    ) -> LayerSource {
        let sources = Self.merged(map.resolve(unit.range))
        batch.append(
            .unit(LayerUnit(layer: layer, codec: codec, unit: unit, sources: sources, entry: entry))
        )
        let source = LayerSource(unit: unitCount, map: map)
        unitCount += 1
        map.forget(before: unit.range.end)
        return source
    }

    /// Ranges that touch each other become one.
    private static func merged(_ ranges: [ByteRange]) -> [ByteRange] {
        var merged: [ByteRange] = []
        for range in ranges {
            if let last = merged.last, range.start >= last.start, range.start <= last.end {
                merged[merged.count - 1].end = max(last.end, range.end)
            } else {
                merged.append(range)
            }
        }
        return merged
    }
}
