import Seam

/// What must stay when payload is replaced: the units of all layers and their numbers, not their words.
struct ConnectionMeaning: Equatable {
    private var units: [Unit] = []
    private var layers: [Int] = []
    private var numbers: [[String]] = []
    /// Whether what starts at the first bracket is JSON.
    private var isJSON = false

    /// What the halves of a connection mean.
    init(_ halves: [HalfKey: HalfText], _ codec: CodecFactory) {
        let batches = ConnectionDecoding.batches(halves, codec.make())
        for side in Side.allCases { if let batch = batches[side] { add(batch) } }
    }

    /// What a message means alone; without a codec only whether it is JSON.
    init(_ message: [UInt8], _ side: Side, _ codec: CodecFactory?) {
        isJSON = Self.json(message) != nil
        guard let codec else { return }
        var text = HalfText()
        text.append(message.rawSpan, at: 0)
        let batches = ConnectionDecoding.batches([HalfKey(stream: 0, side: side): text], codec.make())
        if let batch = batches[side] { add(batch) }
    }

    /// The JSON value that a message carries behind its head, if it carries one.
    private static func json(_ message: [UInt8]) -> JSONValue? {
        let brackets = [UInt8(ascii: "{"), UInt8(ascii: "[")]
        guard let start = message.firstIndex(where: { brackets.contains($0) }),
            let end = message.lastIndex(where: { $0 > 0x20 })
        else { return nil }
        return start < end ? JSONValue(message[start...end]) : nil
    }

    private mutating func add(_ batch: UnitBatch) {
        for (unit, entry) in zip(batch.units, batch.entries) { add(unit, 0, entry, batch) }
        for event in batch.layers {
            guard case .unit(let unit) = event.kind else { continue }
            add(unit.unit, unit.layer, unit.entry, batch)
        }
    }

    private mutating func add(_ unit: Unit, _ layer: Int, _ entry: UnitDetails.Entry?, _ batch: UnitBatch) {
        units.append(Unit(unit.kind, unit.range, missing: unit.missing, violation: nil))
        layers.append(layer)
        var numbers = unit.violation.map { ["\($0.rule)"] } ?? []
        for field in entry.map({ batch.details.fields[$0.fields] }) ?? [] {
            switch field.value {
            case .number(let number): numbers.append("\(field.name) \(number)")
            case .flag(let flag): numbers.append("\(field.name) \(flag)")
            // The word that changes the protocol frames all that follows.
            case .text(let range) where "\(field.name)" == "upgrade":
                numbers.append("upgrade \(String(decoding: batch.details.text[range], as: UTF8.self))")
            case .text, .bytes: numbers.append("\(field.name)")
            }
        }
        self.numbers.append(numbers)
    }
}
