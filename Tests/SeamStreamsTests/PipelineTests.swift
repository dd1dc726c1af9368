import Seam
import SeamBytes
import SeamPackets
import SeamStreams
import SeamTesting
import Testing

/// Writes down what a pipeline shows of each half.
final class Recorder: Observer {
    /// One half of one connection.
    struct Key: Hashable {
        var stream: Int
        var side: Side
    }

    /// The bytes of each half without its gaps.
    var bytes: [Key: [UInt8]] = [:]
    /// Where the next byte or gap of each half must stand.
    var ends: [Key: Int] = [:]
    /// How many bytes of each half are in gaps.
    var missing: [Key: Int] = [:]
    /// Whether bytes and gaps followed each other without a hole.
    var isTotal = true

    func bytes(_ bytes: RawSpan, at offset: Int, stream: Int, from: Side) {
        let key = Key(stream: stream, side: from)
        self.bytes[key, default: []].append(contentsOf: bytes)
        advance(key, ByteRange(offset, offset + bytes.byteCount))
    }

    func gap(_ range: ByteRange, stream: Int, from: Side) {
        let key = Key(stream: stream, side: from)
        missing[key, default: 0] += range.count
        advance(key, range)
    }

    private func advance(_ key: Key, _ range: ByteRange) {
        if ends[key, default: 0] != range.start || range.isEmpty { isTotal = false }
        ends[key] = range.end
    }

    func text(_ side: Side, stream: Int = 0) -> String {
        String(decoding: bytes[Key(stream: stream, side: side)] ?? [], as: UTF8.self)
    }
}

extension Pipeline {
    /// What is known of the connections.
    var connections: [Known] {
        var known: [Known] = []
        forEachConnection { connection, _ in known.append(Known(connection)) }
        return known
    }
}

/// A script played through the whole pipeline.
func record(
    _ script: String,
    _ options: PipelineOptions = PipelineOptions()
) throws -> (Recorder, [Known]) {
    let capture = try CaptureScript(script)
    let recorder = Recorder()
    var pipeline = Pipeline(options, observer: recorder)
    capture.play { pipeline.take($0) }
    pipeline.finish()
    return (recorder, pipeline.connections)
}

@Suite("Streams through the pipeline")
struct PipelineTests {
    static var undecoded: PipelineOptions {
        var options = PipelineOptions()
        options.decodes = false
        return options
    }

    @Test(
        "bytes and gaps of a half follow each other without holes",
        arguments: OrderTests.cases + GapTests.cases
    )
    func total(_ example: HalfCase) throws {
        let (recorder, connections) = try record("connection\nhandshake\n" + example.script)
        #expect(recorder.isTotal)
        let half = connections[0][.client]
        #expect(recorder.ends[Recorder.Key(stream: 0, side: .client)] ?? 0 == half.next)
        #expect(half.bytes + half.missing == half.next)
    }

    @Test(
        "what waits out of order is bounded for a half: beyond the limit the first hole is given up and said"
    )
    func halfLimit() throws {
        var options = Self.undecoded
        options.limits.heldPerHalf = 3 * (10 + 256)
        var script = "connection\nhandshake\nclient \"start\"\nclient lost \"hole\"\n"
        for _ in 0..<3 { script += "client \"0123456789\"\n" }
        // Three wait, and the hole can still be filled.
        let (patient, _) = try record(script + "client @5 \"hole\"\n", options)
        #expect(patient.text(.client) == "starthole012345678901234567890123456789")
        // The fourth is one too many.
        let (recorder, connections) = try record(script + "client \"x\"\nclient @5 \"hole\"\n", options)
        #expect(recorder.text(.client) == "start012345678901234567890123456789x")
        #expect(recorder.missing[Recorder.Key(stream: 0, side: .client)] == 4)
        #expect(connections[0].anomalies.map(\.kind) == [.heldLimit])
    }

    @Test("what waits out of order is bounded for all halves together")
    func totalLimit() throws {
        var options = Self.undecoded
        options.limits.heldInAll = 2 * (1 + 256)
        let script = """
            connection a client=10.0.0.1:1001
            connection b client=10.0.0.1:1002
            connection c client=10.0.0.1:1003
            a: handshake
            b: handshake
            c: handshake
            a: client @2 "a"
            b: client @2 "b"
            c: client @2 "c"
            a: client @0 "aa"
            b: client @0 "bb"
            c: client @0 "cc"
            """
        let (recorder, connections) = try record(script, options)
        // The third does not fit: the hole that has waited longest is a gap.
        #expect(recorder.text(.client, stream: 0) == "a")
        #expect(recorder.text(.client, stream: 1) == "bbb")
        #expect(recorder.text(.client, stream: 2) == "ccc")
        #expect(connections.map { $0.anomalies.first?.kind } == [.heldLimit, nil, nil])
    }

    @Test("a connection that is not looked at holds no more than one that is")
    func notChosen() throws {
        var options = Self.undecoded
        options.limits.heldPerHalf = 3 * (10 + 256)
        options.streams = [1]
        var script = "connection\nhandshake\nclient \"start\"\nclient lost \"hole\"\n"
        for _ in 0..<9 { script += "client \"0123456789\"\n" }
        let (recorder, connections) = try record(script, options)
        #expect(recorder.bytes.isEmpty)
        #expect(connections[0][.client].heldCost <= options.limits.heldPerHalf)
        #expect(connections[0].anomalies.map(\.kind) == [.heldLimit])
    }

    @Test("anomalies are kept up to a limit, and counted beyond it")
    func anomalyLimit() throws {
        var options = Self.undecoded
        options.limits.anomalies = 2
        var script = "connection\nhandshake\nclient \"abc\" fin\n"
        for _ in 0..<5 { script += "client \"d\"\n" }
        let (_, connections) = try record(script, options)
        #expect(connections[0].anomalies.map(\.kind) == [.afterFIN, .afterFIN])
        #expect(connections[0].anomaliesLeftOut == 3)
    }

    @Test(
        "the same bytes come out of every link layer",
        arguments: [
            "link=ethernet", "vlan=7", "vlan=100/7", "link=sll", "link=sll2", "link=null", "link=loop",
            "link=raw", "link=ipv4",
        ]
    )
    func linkLayers(_ link: String) throws {
        let (recorder, _) = try record(
            "capture \(link)\nconnection\nhandshake\nclient \"abc\"\nserver \"xyz\" pad=6"
        )
        #expect(recorder.text(.client) == "abc")
        #expect(recorder.text(.server) == "xyz")
    }

    @Test("IPv6 endpoints make a connection too")
    func ipv6() throws {
        let (recorder, connections) = try record(
            "connection client=[2001:db8::1]:40000 server=[2001:db8::2]:80\nhandshake\nclient \"abc\""
        )
        #expect(recorder.text(.client) == "abc")
        #expect(connections[0].client == "[2001:db8::1]:40000")
    }
}
