import Seam
import SeamTesting

extension Fixture {
    /// A longer half is verified up to here: every place of it is cut.
    private static let halfLimit = 64 << 10

    /// Runs the halves through the verifiers, with so many random ways of cutting and so many orders of the halves;
    /// what they found, in words.
    ///
    /// A half ends for it at its first gap.
    func rechunk(ways: Int) throws(CommandError) -> String? {
        let (header, _) = try expected()
        let halves = HalfBytes(limit: Self.halfLimit)
        let factories = try codecs(header, halves)
        for (key, half) in halves.halves.sorted(by: { $0.key < $1.key }) {
            guard let factory = factories[key.stream] else { continue }
            let found = Rechunk.counterexample(
                half.bytes,
                random: ways,
                unitDecoder: { key.side == .client ? factory.make().client : factory.make().server }
            )
            if let found { return "  the \(key) depends on how it is cut\n    \(found)\n" }
        }
        for (stream, factory) in factories.sorted(by: { $0.key < $1.key }) {
            let client = halves.halves[HalfKey(stream: stream, side: .client)]?.bytes ?? []
            let server = halves.halves[HalfKey(stream: stream, side: .server)]?.bytes ?? []
            let found = Interleave.counterexample(client: client, server: server, random: ways) {
                factory.make()
            }
            if let found {
                return "  connection \(stream) depends on which half is seen first\n    \(found)\n"
            }
        }
        return nil
    }

    /// Runs the capture, and answers what decodes each connection: as the header says, or as it was recognised.
    func codecs(
        _ header: FixtureOptions,
        _ observer: some Observer
    ) throws(CommandError) -> [Int: CodecFactory] {
        let run = try run(header)
        let codecs = run.analysis.codecs
        var factories: [Int: CodecFactory] = [:]
        try run.read(observer, while: { true }, report: nil) { connection, analysis, _ in
            let chosen = codecs.factory(client: connection.client, server: connection.server)
            factories[analysis.stream] = chosen ?? CodecRegistry.recognised(analysis.codec)
        }
        return factories
    }
}
