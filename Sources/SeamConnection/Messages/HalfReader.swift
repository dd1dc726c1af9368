internal import SeamBytes
internal import SeamCodecs

/// Reads one half of a connection: bytes in, messages out.
struct HalfReader {
    /// Bytes of one layer's stream that no unit has taken yet.
    private struct Backlog {
        /// The offset of the first byte.
        var start = 0
        var bytes: [UInt8] = []
        private var taken = 0

        /// Takes the bytes of a unit, and those before it.
        mutating func take(_ range: ByteRange) -> [UInt8] {
            let low = min(max(taken, range.start - start), bytes.count)
            let high = min(max(low, range.end - start), bytes.count)
            taken = high
            return Array(bytes[low..<high])
        }

        /// Forgets what was taken, once for many units: what is left moves to the front.
        mutating func compact() {
            bytes.removeFirst(taken)
            start += taken
            taken = 0
        }
    }

    let decoder: any UnitDecoder
    private let tap: ContentTap
    private(set) var tally = HalfTally()
    private var outermost = Backlog()
    private var topmost = Backlog()
    /// Units so far of the layer that the messages are of.
    private var unitCount = 0
    private var batch: UnitBatch

    init(_ decoder: any UnitDecoder, _ tap: ContentTap, describes: Bool) {
        self.decoder = decoder
        self.tap = tap
        batch = UnitBatch(wantsDetails: describes)
        batch.wantsContents = true
    }

    /// Takes the next piece.
    mutating func feed(_ bytes: [UInt8], to queue: inout [Message]) {
        tally.takePiece(bytes.count)
        outermost.bytes.append(contentsOf: bytes)
        decoder.feed(bytes.rawSpan, into: &batch)
        collect(into: &queue)
    }

    /// Lets the decoder go on after the other half has said more.
    mutating func resume(to queue: inout [Message]) {
        decoder.resume(into: &batch)
        collect(into: &queue)
    }

    /// Ends the half.
    mutating func finish(_ how: StreamEnd, to queue: inout [Message]) {
        decoder.finish(how, into: &batch)
        collect(into: &queue)
    }

    /// Turns the units of the batch into messages: those of the topmost layer, and the outermost layer's own.
    private mutating func collect(into queue: inout [Message]) {
        let top = tap.layer.map { $0 - 1 }
        var contents = tap.contents[...]
        for (place, unit) in batch.units.enumerated() {
            let entry = place < batch.entries.count ? batch.entries[place] : nil
            tally.compare(unit.kind, unit.range)
            let bytes = outermost.take(unit.range)
            var message = message(unit, layer: 0, unit.range, bytes, entry)
            if top == 0 { count(&message, &contents) }
            queue.append(message)
        }
        if let top, top > 0 {
            for event in batch.layers {
                switch event.kind {
                case .carrier(let carrier) where carrier.layer == top:
                    topmost.bytes.append(contentsOf: carrier.bytes)
                case .unit(let unit) where unit.layer == top:
                    let bytes = topmost.take(unit.unit.range)
                    let start = unit.sources.first?.start ?? outermost.start
                    let range = ByteRange(start, max(start, unit.sources.last?.end ?? start))
                    var message = message(unit.unit, layer: top, range, bytes, unit.entry)
                    count(&message, &contents)
                    queue.append(message)
                default: break
                }
            }
        }
        outermost.compact()
        topmost.compact()
        tap.clear()
        batch.removeAll()
    }

    /// Gives a message of the topmost layer its content, and counts it.
    private mutating func count(
        _ message: inout Message,
        _ contents: inout ArraySlice<(unit: Int, bytes: [UInt8])>
    ) {
        if let first = contents.first, first.unit == unitCount {
            message.content = first.bytes
            contents.removeFirst()
        }
        unitCount += 1
        tally.count(message.kind, message.range)
    }

    private func message(
        _ unit: Unit,
        layer: Int,
        _ range: ByteRange,
        _ bytes: [UInt8],
        _ entry: UnitDetails.Entry?
    ) -> Message {
        var message = Message(
            kind: unit.kind,
            layer: layer,
            range: range,
            bytes: bytes,
            content: [],
            summary: "",
            violation: unit.violation
        )
        guard let entry else { return message }
        let details = batch.details
        message.summary = String(decoding: details.text[entry.summary], as: UTF8.self)
        for field in details.fields[entry.fields] {
            switch (field.name.description, field.value) {
            case ("type", .number(let number)): message.type = number
            case ("type", .text(let range)), ("name", .text(let range)), ("command", .text(let range)):
                message.name = String(decoding: details.text[range], as: UTF8.self)
            case ("destination", .text(let range)):
                message.destination = String(decoding: details.text[range], as: UTF8.self)
            default: break
            }
        }
        return message
    }
}
