import SeamBytes
import SeamCodecs
import SeamTesting
import Testing

/// What a stack of codecs makes of the two halves of a connection.
struct StackReading {
    /// The lines of a half: `0 message 0..<9 text frame, 5 bytes`, layers with their number in front.
    var client: [String] = []
    /// The same of the server's half.
    var server: [String] = []

    /// Decodes both halves, after proof that neither pieces nor the order of the halves matter.
    init(
        _ spec: String,
        client: [UInt8] = [],
        server: [UInt8] = [],
        end: StreamEnd = .cut,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let factory = try CodecRegistry.factory(spec)
        let counterexample = Interleave.counterexample(
            client: client,
            server: server,
            random: 24,
            end: end,
            { factory.make() }
        )
        #expect(counterexample == nil, sourceLocation: sourceLocation)
        let pair = factory.make()
        var batches = [UnitBatch(wantsDetails: true), UnitBatch(wantsDetails: true)]
        pair.client.feed(client.rawSpan, into: &batches[0])
        pair.server.feed(server.rawSpan, into: &batches[1])
        for _ in 0..<8 {
            pair.client.resume(into: &batches[0])
            pair.server.resume(into: &batches[1])
        }
        pair.client.peerEnded(into: &batches[0])
        pair.server.peerEnded(into: &batches[1])
        pair.client.finish(end, into: &batches[0])
        pair.server.finish(end, into: &batches[1])
        for (batch, bytes) in zip(batches, [client, server]) {
            let isTotal = Rechunk.isTotal(batch.units.map(\.range), count: bytes.count)
            #expect(isTotal, sourceLocation: sourceLocation)
        }
        self.client = Self.lines(batches[0])
        self.server = Self.lines(batches[1])
    }

    private static func lines(_ batch: UnitBatch) -> [String] {
        var lines: [String] = []
        for place in -1..<batch.units.count {
            if place >= 0 { lines.append(line(0, batch.units[place], batch.entries[place], batch)) }
            for event in batch.layers where event.place == place {
                guard case .unit(let unit) = event.kind else { continue }
                let from = unit.sources.map { "\($0)" }.joined(separator: " ")
                lines.append(
                    line(unit.layer, unit.unit, unit.entry, batch) + (from.isEmpty ? "" : " <- \(from)")
                )
            }
        }
        return lines
    }

    private static func line(
        _ layer: Int,
        _ unit: Unit,
        _ entry: UnitDetails.Entry?,
        _ batch: UnitBatch
    ) -> String {
        let said = entry.map { String(decoding: batch.details.text[$0.summary], as: UTF8.self) } ?? ""
        let violation = unit.violation.map { " \($0.rule)" } ?? ""
        return "\(layer) \(unit.kind.name) \(unit.range)\(said.isEmpty ? "" : " ")\(said)\(violation)"
    }
}

/// Bytes written in hexadecimal digits, blanks apart.
func hex(_ digits: String) -> [UInt8] {
    let values = digits.compactMap(\.hexDigitValue)
    return stride(from: 0, to: values.count - 1, by: 2).map { UInt8(values[$0] * 16 + values[$0 + 1]) }
}
