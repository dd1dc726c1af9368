/// The candidate that a mistyped word most likely meant; nil when none is close.
///
/// Close is at most two edits, and fewer edits than half of the word: `jsn` is json, `x` is nothing.
func closest(to word: String, among candidates: [String]) -> String? {
    let measured = candidates.map { (candidate: $0, edits: edits(from: word, to: $0)) }
    guard let best = measured.min(by: { $0.edits < $1.edits }) else { return nil }
    return best.edits <= 2 && best.edits * 2 < word.count ? best.candidate : nil
}

/// How many letters must be inserted, removed, replaced or swapped with a neighbour (optimal string alignment).
private func edits(from: String, to: String) -> Int {
    let source = Array(from.utf8)
    let target = Array(to.utf8)
    var beforeLast: [Int] = []
    var last = Array(0...target.count)
    for (row, letter) in source.enumerated() {
        var current = [row + 1]
        for (column, other) in target.enumerated() {
            let replaced = last[column] + (letter == other ? 0 : 1)
            var best = min(last[column + 1] + 1, current[column] + 1, replaced)
            if row > 0, column > 0, letter == target[column - 1], source[row - 1] == other {
                best = min(best, beforeLast[column - 1] + 1)
            }
            current.append(best)
        }
        (beforeLast, last) = (last, current)
    }
    return last[target.count]
}
