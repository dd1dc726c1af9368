import SeamBytes

extension CodecFactory {
    /// The same codec under another name, whose messages of the types in `types` are called by these names.
    ///
    /// The type is what the codec's field `type` says; a codec without one names nothing.
    public func named(_ name: String, types: [Int: String]) -> CodecFactory {
        var factory = self
        factory.name = name
        let (build, stack, layer) = (build, stack, layer)
        let names = types.mapValues { Array($0.utf8) }
        factory.layer = { above in
            let pair = layer(above)
            return (NamingLayer(pair.client, name, names), NamingLayer(pair.server, name, names))
        }
        guard !types.isEmpty else { return factory }
        factory.stack = { above, policy in
            let pair = stack(above, policy)
            return (NamingDecoder(pair.client, names), NamingDecoder(pair.server, names))
        }
        factory.build = { policy, _ in
            let pair = build(policy, nil)
            return (NamingDecoder(pair.client, names), NamingDecoder(pair.server, names))
        }
        return factory
    }
}

/// Calls the messages of another decoder by name, where they are described at all.
final class NamingDecoder: UnitDecoder {
    private let inner: any UnitDecoder
    private let names: [Int: [UInt8]]

    init(_ inner: any UnitDecoder, _ names: [Int: [UInt8]]) {
        self.inner = inner
        self.names = names
    }

    var isAwaitingPeer: Bool { inner.isAwaitingPeer }
    var failure: Violation? { inner.failure }
    var isLost: Bool { inner.isLost }

    func feed(_ bytes: RawSpan, into batch: inout UnitBatch) -> Bool {
        let first = batch.entries.count
        let waits = inner.feed(bytes, into: &batch)
        batch.name(from: first, names)
        return waits
    }

    func beginMidstream() { inner.beginMidstream() }

    var framing: Framing { inner.framing }

    var innerChoice: String? { inner.innerChoice }

    func gap(_ count: Int, into batch: inout UnitBatch) {
        let first = batch.entries.count
        inner.gap(count, into: &batch)
        batch.name(from: first, names)
    }

    func resume(into batch: inout UnitBatch) {
        let first = batch.entries.count
        inner.resume(into: &batch)
        batch.name(from: first, names)
    }

    func peerEnded(into batch: inout UnitBatch) {
        let first = batch.entries.count
        inner.peerEnded(into: &batch)
        batch.name(from: first, names)
    }

    func finish(_ how: StreamEnd, into batch: inout UnitBatch) {
        let first = batch.entries.count
        inner.finish(how, into: &batch)
        batch.name(from: first, names)
    }

    func rest(into batch: inout UnitBatch) { inner.rest(into: &batch) }

    func rule(_ id: StaticString) -> Rule? { inner.rule(id) }
}

/// A layer of a codec that is called by another name, and so are its messages.
final class NamingLayer: LayerDecoder {
    private let inner: any LayerDecoder
    private let codec: String
    private let names: [Int: [UInt8]]
    private var layer = 1

    init(_ inner: any LayerDecoder, _ codec: String, _ names: [Int: [UInt8]]) {
        self.inner = inner
        self.codec = codec
        self.names = names
    }

    var isAwaitingPeer: Bool { inner.isAwaitingPeer }

    func place(_ layer: Int) {
        self.layer = layer
        inner.place(layer)
    }

    func learn(_ codec: StaticString) { inner.learn(codec) }

    func take(_ content: LayerContent, from below: LayerSource, into batch: inout UnitBatch) {
        name(&batch) { inner.take(content, from: below, into: &$0) }
    }

    func lose(_ range: ByteRange, from below: LayerSource, into batch: inout UnitBatch) {
        name(&batch) { inner.lose(range, from: below, into: &$0) }
    }

    func resume(into batch: inout UnitBatch) { name(&batch) { inner.resume(into: &$0) } }

    func peerEnded(into batch: inout UnitBatch) { name(&batch) { inner.peerEnded(into: &$0) } }

    func finish(_ how: StreamEnd, into batch: inout UnitBatch) {
        name(&batch) { inner.finish(how, into: &$0) }
    }

    func rule(_ id: StaticString) -> Rule? { inner.rule(id) }

    /// Names the units of the layer that `work` reports.
    private func name(_ batch: inout UnitBatch, _ work: (inout UnitBatch) -> Void) {
        let first = batch.layers.count
        work(&batch)
        batch.name(layer: layer, codec, from: first, names)
    }
}
