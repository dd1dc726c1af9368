import Seam

extension PipelineOptions {
    /// What the arguments of a command say about the analysis.
    ///
    /// - Throws: `usage` for a codec spec that cannot be used.
    init(_ options: Options) throws(CommandError) {
        self.init()
        carriers = options.seams.carriers
        reader = options.seams.reader.model
        streams = options.input.streams.numbers
        limits.heldInAll = options.limits.held.bytes
        limits.heldPerHalf = options.limits.heldPerHalf.bytes
        if let spec = options.decoding.codecs.general { try add(spec, port: nil) }
        for (port, spec) in options.decoding.codecs.byPort { try add(spec, port: port) }
    }

    private mutating func add(_ spec: String, port: UInt16?) throws(CommandError) {
        guard spec != Self.recognition else { return codecs.add(nil, port: port) }
        do throws(SpecError) {
            codecs.add(try CodecRegistry.factory(spec), port: port)
        } catch {
            throw .usage("--codec \(spec): \(error)")
        }
    }

    /// The spec that stands for finding the codec by content, then by port.
    private static let recognition = "auto"
}
