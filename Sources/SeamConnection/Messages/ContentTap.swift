internal import SeamBytes
internal import SeamCodecs

/// The topmost layer over a codec: takes down what each message carries.
final class ContentTap: LayerDecoder {
    /// Its place, one above the messages; nil while that is not known.
    private(set) var layer: Int?
    /// What the messages of the layer below carry, by their index; nothing for those that carry nothing.
    private(set) var contents: [(unit: Int, bytes: [UInt8])] = []

    var isAwaitingPeer: Bool { false }

    func place(_ layer: Int) { self.layer = layer }

    func take(_ content: LayerContent, from below: LayerSource, into batch: inout UnitBatch) {
        contents.append((below.unit, content.bytes))
    }

    /// Forgets what was taken down.
    func clear() { contents.removeAll(keepingCapacity: true) }

    func lose(_ range: ByteRange, from below: LayerSource, into batch: inout UnitBatch) {}
    func resume(into batch: inout UnitBatch) {}
    func peerEnded(into batch: inout UnitBatch) {}
    func finish(_ how: StreamEnd, into batch: inout UnitBatch) {}
    func rule(_ id: StaticString) -> Rule? { nil }
}
