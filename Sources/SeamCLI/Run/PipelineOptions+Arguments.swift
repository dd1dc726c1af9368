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
        threads = options.jobs?.value ?? Parallel.processors
        limits.heldInAll = options.limits.held.bytes
        limits.heldPerHalf = options.limits.heldPerHalf.bytes
        limits.overlap = options.limits.overlap
        limits.wait = options.limits.wait.nanoseconds
        limits.patience = options.limits.patience.number
        limits.connections = options.limits.connections.number
        limits.idle = options.limits.idle.nanoseconds
        fragments.held = options.limits.fragments.bytes
        let age = options.limits.fragmentWait.nanoseconds
        fragments.age = age > 0 ? age : .max
        carrierLimit = options.limits.segments.number
        policy.windowLimit = options.limits.message.bytes
        policy.seeksFrames = options.decoding.resynchronises
        endpoints.hosts = options.input.hosts.addresses
        endpoints.ports = options.input.ports.ports
        let project = try Project(options.decoding.project)
        for codec in project.codecs {
            for port in codec.ports { codecs.add(codec.factory, port: port) }
        }
        if let spec = options.decoding.codecs.general {
            // What is asked for on the command line counts on all ports.
            if !project.codecs.isEmpty { codecs = CodecChoice() }
            try add(spec, port: nil, project)
        }
        for (port, spec) in options.decoding.codecs.byPort { try add(spec, port: port, project) }
    }

    private mutating func add(_ spec: String, port: UInt16?, _ project: Project) throws(CommandError) {
        guard spec != Self.recognition else { return codecs.add(nil, port: port) }
        do throws(SpecError) {
            codecs.add(try CodecRegistry.factory(spec, others: project.factory), port: port)
        } catch {
            throw .usage("--codec \(spec): \(error)")
        }
    }

    /// The spec that stands for finding the codec by content, then by port.
    private static let recognition = "auto"
}
