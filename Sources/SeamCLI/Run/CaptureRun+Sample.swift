import Seam

extension CaptureRun {
    /// Reads the captures for `Infer`, decoding nothing.
    ///
    /// - Throws: `input` for what cannot be read, after all that could be was sampled.
    func sample(into sampler: InferSampler, while goesOn: () -> Bool) throws(CommandError) {
        var run = self
        run.analysis.decodes = false
        run.analysis.pictures = 0
        try run.read(
            sampler,
            while: goesOn,
            until: { sampler.isFull },
            connection: { connection, analysis, _ in sampler.close(connection, stream: analysis.stream) }
        )
    }
}
