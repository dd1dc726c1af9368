import Seam

/// A unit of one layer of a half: bytes that are replaced together, or left together.
struct Passage {
    /// The half.
    let key: HalfKey
    /// The unit's bytes, as the layer's codec sees them: without masks.
    let bytes: [UInt8]
    /// Where each of them stands in the half; nil where it belongs to a layer above, or was made of several bytes.
    let places: [Int?]
    /// What decodes such a unit alone; nil where only the whole connection tells what it means.
    let codec: CodecFactory?
}

extension Passage {
    /// Hands out the passages of a connection, those of the highest layers first.
    ///
    /// A byte belongs to the highest layer that has it as a byte of its own, so that nothing is replaced twice.
    static func forEach(
        in halves: [HalfKey: HalfText],
        _ codec: CodecFactory,
        _ take: (Passage) -> Void
    ) {
        let batches = ConnectionDecoding.batches(halves, codec.make())
        for (key, half) in halves.sorted(by: { $0.key < $1.key }) {
            guard let batch = batches[key.side] else { continue }
            let layers = LayerText.all(batch)
            var finder = PassageFinder(key: key, half: half)
            for (index, layer) in layers.enumerated().reversed() {
                let top = index == layers.count - 1 ? codec.inner.last : nil
                finder.find(in: layer, top.flatMap { $0.innerOnly == nil ? $0 : nil }, take)
            }
            finder.find(in: batch.units, codec, take)
        }
    }
}

/// The stream of a layer above the first one.
struct LayerText {
    private(set) var bytes: [UInt8] = []
    /// From the layer's stream to the half.
    private(set) var map = StreamMap()
    private(set) var units: [Unit] = []

    /// The layers of a half, the lowest first.
    static func all(_ batch: UnitBatch) -> [LayerText] {
        var layers: [LayerText] = []
        for event in batch.layers {
            switch event.kind {
            case .carrier(let carrier):
                while layers.count < carrier.layer { layers.append(LayerText()) }
                layers[carrier.layer - 1].grow(
                    carrier,
                    carrier.layer > 1 ? layers[carrier.layer - 2].map : nil
                )
            case .unit(let unit):
                while layers.count < unit.layer { layers.append(LayerText()) }
                layers[unit.layer - 1].units.append(unit.unit)
            case .readings: break
            }
        }
        return layers
    }

    private mutating func grow(_ carrier: LayerCarrier, _ below: StreamMap?) {
        // What was lost below counts as bytes that nothing brought.
        let lost = carrier.range.start - bytes.count
        if lost > 0 {
            bytes += [UInt8](repeating: 0, count: lost)
            map.append(parent: ByteRange(0, 0), childCount: lost, isLinear: false)
        }
        bytes += carrier.bytes
        for piece in carrier.pieces {
            if let below {
                map.append(piece.parent, of: below, childCount: piece.child.count, isLinear: piece.isLinear)
            } else {
                map.append(parent: piece.parent, childCount: piece.child.count, isLinear: piece.isLinear)
            }
        }
    }
}

/// Finds the passages of one half, from the highest layer down.
private struct PassageFinder {
    private let key: HalfKey
    private let half: HalfText
    /// The offsets of the half that belong to a layer above.
    private var taken: Set<Int> = []
    /// Those of them that stand under a mask.
    private var masked: Set<Int> = []

    init(key: HalfKey, half: HalfText) {
        self.key = key
        self.half = half
    }

    mutating func find(in layer: LayerText, _ codec: CodecFactory?, _ take: (Passage) -> Void) {
        for unit in layer.units where unit.range.end <= layer.bytes.count && !unit.range.isEmpty {
            let bytes = Array(layer.bytes[unit.range.start..<unit.range.end])
            var places = [Int?](repeating: nil, count: bytes.count)
            for part in layer.map.parts(of: unit.range) where part.isLinear {
                for step in 0..<part.child.count where taken.insert(part.parent.start + step).inserted {
                    let index = part.child.start - unit.range.start + step
                    places[index] = part.parent.start + step
                    if half[part.parent.start + step] != bytes[index] {
                        masked.insert(part.parent.start + step)
                    }
                }
            }
            let isWhole = unit.kind == .message && unit.missing == 0
            take(Passage(key: key, bytes: bytes, places: places, codec: isWhole ? codec : nil))
        }
    }

    mutating func find(in units: ArraySlice<Unit>, _ codec: CodecFactory, _ take: (Passage) -> Void) {
        for unit in units where unit.kind != .gap {
            let isWhole = unit.kind == .message && unit.missing == 0
            for run in half.runs {
                guard let part = run.range.intersection(unit.range), let bytes = half.bytes(part) else {
                    continue
                }
                let offsets = part.start..<part.end
                // The key of a mask is among what else there is.
                let isMasked = !masked.isEmpty && offsets.contains { masked.contains($0) }
                let places = offsets.map { isMasked || taken.contains($0) ? nil : $0 }
                take(Passage(key: key, bytes: Array(bytes), places: places, codec: isWhole ? codec : nil))
            }
        }
    }
}
