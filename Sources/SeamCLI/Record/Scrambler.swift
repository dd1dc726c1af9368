import Seam

/// Replaces the letters and digits of what a connection says, and keeps how it is framed.
///
/// A letter becomes another letter of the same case, a digit another digit, a byte that ends a character of several
/// bytes in UTF-8 another that does: lengths stay. Which bytes frame the messages nobody but the codec knows; so it
/// is asked: bytes are replaced as long as the units stay where they are and their numbers what they are. Of a part
/// for which that fails each half is tried.
///
/// What is replaced by what is drawn at random, byte by byte, so that the recording does not tell.
struct Scrambler {
    /// What each byte of a half is replaced by.
    private(set) var halves: [HalfKey: HalfText]
    private let original: [HalfKey: HalfText]
    private let codec: CodecFactory
    /// How many messages were left as they are, since replacing their letters would frame them otherwise.
    private(set) var kept = 0

    /// Most decodings of one message or connection; what has not been tried then stays.
    private static let patience = 4096

    /// Scrambles the halves of one connection.
    init(_ halves: [HalfKey: HalfText], _ codec: CodecFactory) {
        original = halves
        self.halves = halves
        self.codec = codec
        scrambleUnits()
        checkAll()
    }

    private mutating func scrambleUnits() {
        var generator = SystemRandomNumberGenerator()
        for key in original.keys.sorted() {
            guard let half = original[key] else { continue }
            for unit in half.units where unit.kind != .gap && unit.kind != .heartbeat {
                guard let bytes = half.bytes(unit.range).map({ Array($0) }) else {
                    scrambleAll(unit.range, key, &generator)
                    continue
                }
                let new = Self.replacements(bytes, &generator)
                let isMessage = unit.kind == .message && unit.missing == 0 && unit.violation == nil
                let mixed = isMessage ? Self.mixed(bytes, new, { meaning(of: $0, key.side) }) : new
                for (place, byte) in mixed.enumerated() {
                    halves[key]?.replace(unit.range.start + place, by: byte)
                }
            }
        }
    }

    /// Replaces bytes of a unit with holes.
    private mutating func scrambleAll(
        _ range: ByteRange,
        _ key: HalfKey,
        _ generator: inout SystemRandomNumberGenerator
    ) {
        for run in original[key]?.runs ?? [] {
            guard let part = run.range.intersection(range), let bytes = original[key]?.bytes(part) else { continue }
            for (place, byte) in Self.replacements(Array(bytes), &generator).enumerated() {
                halves[key]?.replace(part.start + place, by: byte)
            }
        }
    }

    /// `new` where that keeps the meaning of `old`, `old` elsewhere.
    private static func mixed<Meaning: Equatable>(
        _ old: [UInt8],
        _ new: [UInt8],
        _ meaning: ([UInt8]) -> Meaning
    ) -> [UInt8] {
        let wanted = meaning(old)
        var mixed = old
        var left = patience
        var parts = [0..<old.count]
        while let part = parts.popLast(), left > 0 {
            guard part.contains(where: { old[$0] != new[$0] }) else { continue }
            var trial = mixed
            trial.replaceSubrange(part, with: new[part])
            // A long message costs more each time.
            left -= 1 + old.count / 1024
            if meaning(trial) == wanted {
                mixed = trial
            } else if part.count > 1 {
                let middle = (part.lowerBound + part.upperBound) / 2
                parts += [middle..<part.upperBound, part.lowerBound..<middle]
            }
        }
        return mixed
    }

    /// Compares the whole connection, since a message may mean something for those behind it; takes back what does.
    private mutating func checkAll() {
        let wanted = meaning(of: original)
        guard meaning(of: halves) != wanted else { return }
        let scrambled = halves
        halves = original
        var units: [(key: HalfKey, range: ByteRange)] = []
        for key in original.keys.sorted() {
            for unit in original[key]?.units ?? [] { units.append((key, unit.range)) }
        }
        var left = Self.patience
        var parts = [0..<units.count]
        while let part = parts.popLast() {
            var trial = halves
            for unit in units[part] { Self.copy(unit.range, from: scrambled[unit.key], to: &trial[unit.key]) }
            left -= 1
            if left > 0, meaning(of: trial) == wanted {
                halves = trial
            } else if part.count > 1, left > 0 {
                let middle = (part.lowerBound + part.upperBound) / 2
                parts += [middle..<part.upperBound, part.lowerBound..<middle]
            } else {
                kept += part.count
            }
        }
    }

    private static func copy(_ range: ByteRange, from source: HalfText?, to target: inout HalfText?) {
        for run in source?.runs ?? [] {
            guard let part = run.range.intersection(range) else { continue }
            for offset in part.start..<part.end {
                if let byte = source?[offset] { target?.replace(offset, by: byte) }
            }
        }
    }

    /// Another letter for a letter and so on; bytes of other kinds stay.
    private static func replacements(
        _ bytes: [UInt8],
        _ generator: inout SystemRandomNumberGenerator
    ) -> [UInt8] {
        bytes.indices.map { place in
            let byte = bytes[place]
            let before = place > 0 ? bytes[place - 1] : 0
            let after = place + 1 < bytes.count ? bytes[place + 1] : 0
            let endsCharacter = before >= 0xC2 && after & 0xC0 != 0x80 || before & 0xC0 == 0x80 && after & 0xC0 != 0x80
            let kind: ClosedRange<UInt8>? =
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt8(ascii: "0")...UInt8(ascii: "9")
                case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt8(ascii: "a")...UInt8(ascii: "z")
                case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt8(ascii: "A")...UInt8(ascii: "Z")
                case 0x80...0xBF where endsCharacter: 0x80...0xBF
                default: nil
                }
            guard let kind else { return byte }
            let step = UInt8.random(in: 1..<UInt8(kind.count), using: &generator)
            return kind.lowerBound + (byte - kind.lowerBound + step) % UInt8(kind.count)
        }
    }
}

extension Scrambler {
    /// What must stay: the units and their numbers, not their words.
    private struct Meaning: Equatable {
        var units: [Unit] = []
        var numbers: [[String]] = []

        init(_ batches: [UnitBatch]) {
            for batch in batches {
                units += batch.units.map { Unit($0.kind, $0.range, missing: $0.missing, violation: nil) }
                for (unit, entry) in zip(batch.units, batch.entries) {
                    var numbers = unit.violation.map { ["\($0.rule)"] } ?? []
                    for field in batch.details.fields[entry.fields] {
                        switch field.value {
                        case .number(let number): numbers.append("\(field.name) \(number)")
                        case .flag(let flag): numbers.append("\(field.name) \(flag)")
                        case .text, .bytes: numbers.append("\(field.name)")
                        }
                    }
                    self.numbers.append(numbers)
                }
            }
        }
    }

    /// What a message means alone.
    private func meaning(of bytes: [UInt8], _ side: Side) -> Meaning {
        let pair = codec.make()
        let decoder = side == .client ? pair.client : pair.server
        var batch = UnitBatch(wantsDetails: true)
        decoder.feed(bytes.rawSpan, into: &batch)
        decoder.peerEnded(into: &batch)
        decoder.finish(.cut, into: &batch)
        return Meaning([batch])
    }

    /// What a connection means; the decoders wait for each other, whatever comes first.
    private func meaning(of halves: [HalfKey: HalfText]) -> Meaning {
        let pair = codec.make()
        var client = UnitBatch(wantsDetails: true)
        var server = UnitBatch(wantsDetails: true)
        for (key, half) in halves.sorted(by: { $0.key < $1.key }) {
            let isClient = key.side == .client
            var end = 0
            for run in half.runs {
                for decoder in [isClient ? pair.client : pair.server] {
                    func feed(_ batch: inout UnitBatch) {
                        if run.start > end { decoder.gap(run.start - end, into: &batch) }
                        decoder.feed(run.bytes.rawSpan, into: &batch)
                    }
                    if isClient { feed(&client) } else { feed(&server) }
                }
                end = run.range.end
            }
        }
        for _ in 0..<2 {
            pair.client.resume(into: &client)
            pair.server.resume(into: &server)
        }
        pair.client.peerEnded(into: &client)
        pair.server.peerEnded(into: &server)
        pair.client.finish(.cut, into: &client)
        pair.server.finish(.cut, into: &server)
        return Meaning([client, server])
    }
}
