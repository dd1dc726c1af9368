import Seam

/// Offers a framing for the connections that no codec was found for, without using it (`seam infer`).
struct FramingOffer {
    /// How many connections are remembered, how much of them is looked at, and in how many packets.
    private static let mostStreams = 256
    private static let perHalf = 64 << 10
    private static let inAll = 4 << 20
    private static let mostPackets = 1_000_000

    private var streams: Set<Int> = []

    /// Takes note of a connection at its end.
    mutating func add(_ analysis: borrowing ConnectionAnalysis) {
        guard analysis.isStarted, analysis.codec.isEmpty, streams.count < Self.mostStreams else { return }
        streams.insert(analysis.stream)
    }

    /// Reads the files once more for what was noted and says what fits; standard input cannot be read again.
    func say(_ run: CaptureRun) {
        guard !streams.isEmpty, !run.files.contains("-"), run.options.output.verbosity != .quiet else {
            return
        }
        var run = run
        run.analysis.streams = streams
        let sampler = InferSampler(perHalf: Self.perHalf, inAll: Self.inAll)
        var packets = 0
        // What is wrong with a file was said when it was read first.
        try? run.sample(into: sampler) {
            packets += 1
            return packets <= Self.mostPackets
        }
        for (port, runs) in sampler.samples.prefix(3) {
            guard let spec = Infer.answer(runs).spec else { continue }
            Descriptor.standardError.say(
                "seam: unknown framing on port \(port); seam infer suggests -c \(port)=\(spec)"
            )
        }
    }
}
