import Seam
import SeamAnalysis
import SeamCodecs
import SeamStreams
import SeamTesting

/// What is found in a script's connections, in their order.
func diagnose(_ script: String, _ codec: String, dropped: Int? = nil) throws -> [Diagnosis] {
    let capture = try CaptureScript(script)
    var options = PipelineOptions()
    options.codecs.add(try CodecRegistry.factory(codec), port: nil)
    options.diagnosed = 100
    var diagnoses: [Diagnosis] = []
    var reconnects = Reconnects()
    var pipeline = Pipeline(options) { connection, analysis, _ in
        let reconnection = reconnects.take(
            connection,
            client: analysis.client,
            server: analysis.server,
            notes: analysis.notes
        )
        diagnoses.append(
            Diagnosis(
                connection,
                client: analysis.client,
                server: analysis.server,
                notes: analysis.notes,
                reconnection: reconnection,
                dropped: dropped
            )
        )
    }
    capture.play { pipeline.take($0) }
    pipeline.finish()
    return diagnoses
}

/// The finding of a kind in a script's first connection.
func find(_ kind: FindingKind, _ script: String, _ codec: String) throws -> Finding? {
    try diagnose(script, codec).first?.findings.first { $0.kind == kind }
}

/// Lines that the client sends one a segment, each acknowledged.
func lines(_ texts: [String]) -> String {
    texts.map { "+50ms client \($0)\n+20ms server ack\n" }.joined()
}

/// A handshake at the client's end, 20 ms from the server: packets 1 to 3.
let open = "connection mss=1460 rtt=20ms\n+0ms handshake\n"
