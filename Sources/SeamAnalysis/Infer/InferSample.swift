import SeamBytes

/// The runs of one half of one server port, with what is asked of them for every hypothesis.
struct InferSample {
    let runs: [InferRun]
    /// How often each byte occurs, as rates.
    let background: [Double]
    /// The bytes of all runs.
    let bytes: Int
    /// The pauses of all runs.
    let ends: Int

    init(_ runs: [InferRun]) {
        self.runs = runs
        bytes = runs.reduce(0) { $0 + $1.bytes.count }
        ends = runs.reduce(0) { $0 + $1.ends.count }
        var counts = [Double](repeating: 0.5, count: 256)
        for run in runs.prefix(256) {
            for byte in run.bytes.prefix(1 << 14) { counts[Int(byte)] += 1 }
        }
        let total = counts.reduce(0, +)
        background = counts.map { $0 / total }
    }

    /// When the sample begins.
    var time: Timestamp? { runs.first?.time }

    /// Whether the bytes are as evenly spread as those of a cipher or of a compressor.
    ///
    /// The sum of squares of the rates is 1/256 for evenly spread bytes, plus what a sample of this size adds.
    var looksRandom: Bool {
        guard bytes >= 256 else { return false }
        let squares = background.reduce(0) { $0 + $1 * $1 }
        return squares < 1.2 / 256 + 1 / Double(bytes)
    }
}
