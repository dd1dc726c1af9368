import SeamBytes

extension CodecFactory {
    /// The same codec under another name, whose messages of the types in `types` are called by these names.
    ///
    /// The type is what the codec's field `type` says; a codec without one names nothing.
    public func named(_ name: String, types: [Int: String]) -> CodecFactory {
        var factory = self
        factory.name = name
        guard !types.isEmpty else { return factory }
        let build = build
        let names = types.mapValues { Array($0.utf8) }
        factory.build = { policy in
            let pair = build(policy)
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

    func feed(_ bytes: RawSpan, into batch: inout UnitBatch) -> Bool {
        let first = batch.entries.count
        let waits = inner.feed(bytes, into: &batch)
        batch.name(from: first, names)
        return waits
    }

    func beginMidstream() { inner.beginMidstream() }

    var framing: Framing { inner.framing }

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

    func rule(_ id: StaticString) -> Rule? { inner.rule(id) }
}
