import Seam
import SeamTesting

extension Fixture {
    /// A longer half is verified up to here: every place of it is cut.
    private static let halfLimit = 64 << 10

    /// Runs the halves through the re-chunk verifier, with so many random ways of cutting; what it found, in words.
    ///
    /// A half ends for it at its first gap.
    func rechunk(ways: Int) throws(CommandError) -> String? {
        let (header, _) = try expected()
        let halves = HalfBytes(limit: Self.halfLimit)
        var run = try run(header)
        run.analysis.decodes = false
        let codecs = run.analysis.codecs
        var factories: [Int: CodecFactory] = [:]
        try run.read(halves, while: { true }) { connection, analysis, _ in
            let chosen = codecs.factory(client: connection.client, server: connection.server)
            let first = halves.first[analysis.stream] ?? []
            factories[analysis.stream] =
                chosen ?? CodecRegistry.recognise(first.rawSpan, serverPort: connection.server.port)
        }
        for (key, half) in halves.halves.sorted(by: { $0.key < $1.key }) {
            guard let factory = factories[key.stream] else { continue }
            let found = Rechunk.counterexample(
                half.bytes,
                random: ways,
                unitDecoder: { key.side == .client ? factory.make().client : factory.make().server }
            )
            if let found { return "  the \(key) depends on how it is cut\n    \(found)\n" }
        }
        return nil
    }
}
