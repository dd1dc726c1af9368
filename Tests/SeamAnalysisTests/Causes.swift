import Seam
import SeamAnalysis
import SeamBytes
import SeamCapture
import SeamCodecs
import SeamStreams
import SeamTesting
import Testing

/// A capture in which the cause of a seam is certain, by who waited for what.
struct CauseCase: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var script: String
    var codec = "line"
    /// The client's seams as `join 8@6 nagle`: kind, offset, packet, cause.
    var expected: [String]

    /// A handshake as it is seen at the client, packets 1 to 3.
    static let atClient = "connection mss=1460 rtt=20ms\nhandshake\n"
    /// The same, and the client's kernel takes 0.03 ms for its ACK.
    static let atClient30 = "connection mss=1460\nclient syn\n+20ms server syn\n+0.03ms client ack\n"
    /// A handshake as it is seen at the server, a round trip of 20 ms away from the client, packets 1 to 3.
    static let atServer = """
        connection mss=1460
        client syn
        +0.02ms server syn
        +20ms client ack

        """
}

/// Writes down the seams of one side.
final class SeamWriter: Observer {
    let side: Side
    var seams: [String] = []
    var stalls: [Int] = []

    init(_ side: Side) { self.side = side }

    func receive(
        _ unit: UnitReport,
        _ finder: borrowing SeamFinder,
        _ batch: borrowing UnitBatch,
        _ place: Int
    ) {
        guard unit.from == side else { return }
        var found: [Seam] = []
        finder.appendSeams(of: unit.unit, unit.result, to: &found)
        seams += found.map { "\($0.kind.name) \($0.offset)@\($0.packet) \($0.cause.name)" }
        stalls += found.compactMap(\.stall)
    }
}

/// What a capture shows: one side's seams, the same counted by cause, and where it was taken.
struct Judged {
    var seams: [String]
    var stalls: [Int]
    var counts: [String: Int] = [:]
    var point: Handshake.Point
    var percent: Int

    /// The client's seams in what a script makes.
    init(_ script: String, codec: String = "line") throws {
        let capture = try CaptureScript(script)
        try self.init(codec, .client) { pipeline in capture.play { pipeline.take($0) } }
    }

    /// A side's seams in a file.
    init(file: String, codec: String, from side: Side) throws {
        var reader = try CaptureReader(files: [file])
        try self.init(codec, side) { pipeline in
            while let captured = try reader.next() { pipeline.take(captured) }
        }
    }

    private init(_ codec: String, _ side: Side, _ play: (inout Pipeline) throws -> Void) throws {
        let writer = SeamWriter(side)
        var options = PipelineOptions()
        options.codecs.add(try CodecRegistry.factory(codec), port: nil)
        var pipeline = Pipeline(options, observer: writer)
        try play(&pipeline)
        pipeline.finish()
        seams = writer.seams
        stalls = writer.stalls
        var summary = HalfSummary()
        var handshake: Handshake?
        pipeline.forEachConnection { connection, analysis in
            guard connection.index == 0 else { return }
            summary = analysis[side].summary
            handshake = connection.handshake
        }
        for (cause, count) in summary.joins.present { counts["join \(cause.name)", default: 0] += count }
        for (cause, count) in summary.cuts.present { counts["cut \(cause.name)", default: 0] += count }
        point = handshake?.point.end ?? .unknown
        percent = handshake?.point.percent ?? 0
    }
}
