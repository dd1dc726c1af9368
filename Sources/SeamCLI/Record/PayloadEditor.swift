import Seam

/// Replaces bytes of what a connection says, and keeps how it is framed.
///
/// Which bytes frame the messages nobody but the codec knows; so it is asked: bytes are replaced as long as the units
/// of all layers stay where they are and their numbers what they are. Of a part for which that fails each half is tried.
/// Lengths stay, and masks: under one, the byte that a person would read is replaced.
struct PayloadEditor {
    /// The halves as they are now.
    private(set) var halves: [HalfKey: HalfText]
    /// How many messages were left as they are, since with other letters what follows would be framed otherwise.
    private(set) var kept = 0
    private let codec: CodecFactory

    /// Most decodings of one message; what has not been tried then stays.
    private static let patience = 4096
    /// Bytes of the connection that are decoded at most, in all, to find out what must stay.
    private static let effort = 256 << 20

    /// An editor of the halves of one connection.
    init(_ halves: [HalfKey: HalfText], _ codec: CodecFactory) {
        self.halves = halves
        self.codec = codec
    }

    /// Replaces what `replacement` makes other, byte for byte, of the bytes of each passage.
    mutating func replace(_ replacement: (_ bytes: [UInt8]) -> [UInt8]) {
        var changes: [PassageChange] = []
        Passage.forEach(in: halves, codec) { passage in
            let wanted = replacement(passage.bytes)
            guard wanted != passage.bytes else { return }
            var new = passage.bytes
            for (index, place) in passage.places.enumerated() where place != nil {
                new[index] = wanted[index]
            }
            guard new != passage.bytes else { return }
            changes.append(PassageChange(passage: passage, new: alone(passage, new)))
        }
        apply(changes)
    }

    /// What can be replaced of a message as long as it is decoded alone.
    private func alone(_ passage: Passage, _ new: [UInt8]) -> [UInt8] {
        let side = passage.key.side
        let codec = passage.codec
        let wanted = ConnectionMeaning(passage.bytes, side, codec)
        var mixed = passage.bytes
        // A long message costs more each time.
        var left = Self.patience / (1 + passage.bytes.count / 1024)
        Self.bisect(0..<mixed.count, &left) { part in
            guard part.contains(where: { mixed[$0] != new[$0] }) else { return true }
            var trial = mixed
            trial.replaceSubrange(part, with: new[part])
            guard ConnectionMeaning(trial, side, codec) == wanted else { return false }
            mixed = trial
            return true
        }
        return mixed
    }

    /// Makes the changes as far as the whole connection stays the same, since a message may mean something for others.
    private mutating func apply(_ changes: [PassageChange]) {
        guard !changes.isEmpty else { return }
        let size = halves.values.reduce(0) { $0 + $1.runs.reduce(0) { $0 + $1.bytes.count } }
        var left = min(Self.patience, max(32, Self.effort / max(1, size)))
        let wanted = ConnectionMeaning(halves, codec)
        var refused: [Int] = []
        var made = 0
        Self.bisect(0..<changes.count, &left) { part in
            if attempt(wanted, { trial in for change in changes[part] { change.apply(to: &trial) } }) {
                made += part.count
                return true
            }
            if part.count == 1 { refused += part }
            return false
        }
        for change in refused.map({ changes[$0] }) {
            var isReplaced = false
            Self.bisect(0..<change.new.count, &left) { part in
                guard change.changes(in: part) else { return true }
                guard attempt(wanted, { change.apply(to: &$0, part) }) else { return false }
                isReplaced = true
                return true
            }
            if isReplaced { made += 1 }
        }
        kept += changes.count - made
    }

    /// Keeps what `change` does if the connection then means what is wanted.
    private mutating func attempt(
        _ wanted: ConnectionMeaning,
        _ change: (inout [HalfKey: HalfText]) -> Void
    ) -> Bool {
        var trial = halves
        change(&trial)
        guard ConnectionMeaning(trial, codec) == wanted else { return false }
        halves = trial
        return true
    }

    /// Asks for a range; where the answer is no, for each half of it, as long as `left` lasts.
    private static func bisect(_ range: Range<Int>, _ left: inout Int, _ works: (Range<Int>) -> Bool) {
        var parts = range.isEmpty ? [] : [range]
        while let part = parts.popLast(), left > 0 {
            left -= 1
            guard !works(part), part.count > 1 else { continue }
            let middle = (part.lowerBound + part.upperBound) / 2
            parts += [middle..<part.upperBound, part.lowerBound..<middle]
        }
    }
}

/// Other bytes for those of a passage.
private struct PassageChange {
    let passage: Passage
    let new: [UInt8]

    /// Whether a part of it is other than before.
    func changes(in part: Range<Int>) -> Bool {
        part.contains { passage.places[$0] != nil && new[$0] != passage.bytes[$0] }
    }

    /// Makes the change, or a part of it: under a mask, to the byte that is masked.
    func apply(to halves: inout [HalfKey: HalfText], _ part: Range<Int>? = nil) {
        for index in part ?? 0..<new.count {
            let change = new[index] ^ passage.bytes[index]
            guard change != 0, let place = passage.places[index] else { continue }
            guard let byte = halves[passage.key]?[place] else { continue }
            halves[passage.key]?.replace(place, by: byte ^ change)
        }
    }
}
