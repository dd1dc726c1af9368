import Seam
import SeamBytes
import SeamTesting
import Testing

/// A connection as it was handed out at its end.
private struct Ended: Equatable {
    var stream: Int
    var closing: String
    var sent: Int
}

/// Sees nothing, but has everything shown to it in order.
private final class Watcher: Observer {}

/// Plays a script with at most `limit` connections in memory; what was handed out, and the pipeline's counts.
private func play(
    _ script: String,
    limit: Int,
    threads: Int = 1,
    observer: (any Observer)? = nil
) throws -> (ended: [Ended], late: Int, givenUp: Int) {
    let capture = try CaptureScript(script)
    var options = PipelineOptions()
    options.limits.connections = limit
    options.threads = threads
    var ended: [Ended] = []
    var pipeline = Pipeline(options, observer: observer) { connection, _, _ in
        ended.append(
            Ended(
                stream: connection.index,
                closing: connection.closing.name.description,
                sent: connection.clientHalf.bytes
            )
        )
    }
    capture.play { pipeline.take($0) }
    pipeline.finish()
    return (ended, pipeline.table.late, pipeline.table.givenUp)
}

@Suite("More connections than fit into memory")
struct RetirementTests {
    /// Nine connections that end, each sending as many bytes as its number, around one that stays open.
    private static let script: String = {
        var script = "connection client=10.0.0.1:999\nhandshake\nclient \"open\"\n"
        for number in 1...9 {
            script += "connection client=10.0.0.1:\(1000 + number)\nhandshake\n"
            script += "client \"\(String(repeating: "x", count: number))\"\nclient fin\nserver fin\n"
        }
        return script + "client ack\n"
    }()

    @Test(
        "every connection is handed out once with what it sent, however few fit",
        arguments: [2, 4, 5, 100]
    )
    func each(_ limit: Int) throws {
        let (ended, _, givenUp) = try play(Self.script, limit: limit)
        let sorted = ended.sorted { $0.stream < $1.stream }
        #expect(sorted.map(\.stream) == Array(0...9))
        #expect(sorted.map(\.sent) == [4] + Array(1...9))
        #expect(sorted.dropFirst().allSatisfy { $0.closing == "client-fin" })
        #expect(givenUp == 0)
    }

    @Test("with room for all they are handed out in the order of their numbers")
    func order() throws {
        #expect(try play(Self.script, limit: 100).ended.map(\.stream) == Array(0...9))
    }

    @Test("several hundred at a time are handed out as one by one, by however many threads")
    func portions() throws {
        var script = ""
        for number in 0..<700 {
            script += "connection client=10.0.0.1:\(1000 + number)\nhandshake\nclient \"\(number)\"\n"
            if number % 3 > 0 { script += "client fin\nserver fin\n" }
        }
        let one = try play(script, limit: 600, observer: Watcher())
        for threads in 1...3 {
            let several = try play(script, limit: 600, threads: threads)
            #expect(several.ended == one.ended)
            #expect(several.givenUp == one.givenUp)
        }
        #expect(one.ended.count == 700)
    }

    /// Connections of these clients, one after the other, each with two messages in a segment.
    private static func talks(_ clients: [String]) -> String {
        clients.map { client in
            let server = client.hasPrefix("[") ? "[2001:db8::2]:80" : "10.0.0.2:80"
            return
                "connection client=\(client) server=\(server)\nhandshake\nclient \"a\\nb\\n\"\nclient fin\nserver fin\n"
        }.joined()
    }

    @Test("behind the connections that are told of only sums are kept")
    func told() throws {
        let capture = try CaptureScript(Self.talks(["10.0.0.1:1", "10.0.0.1:2", "10.0.0.1:3"]))
        var options = PipelineOptions()
        options.codecs.add(try CodecRegistry.factory("line"), port: nil)
        options.limits.connections = 1
        options.diagnosed = 100
        options.told = 1
        var ended: [(hasNotes: Bool, messages: Int)] = []
        var pipeline = Pipeline(options) { _, analysis, _ in
            ended.append((analysis.client.notes != nil, analysis.client.summary.messages))
        }
        capture.play { pipeline.take($0) }
        pipeline.finish()
        // The second one begins before the first is handed out to make room for it.
        #expect(ended.map(\.hasNotes) == [true, true, false])
        #expect(ended.map(\.messages) == [2, 2, 2])
    }

    @Test(
        "each connection keeps the layers that it came in, whatever those had that were at its place before"
    )
    func paths() throws {
        let clients = [
            "10.0.0.1:1", "[2001:db8::1]:2", "[2001:db8::1]:3", "10.0.0.1:4", "10.0.0.1:5", "[2001:db8::1]:6",
        ]
        let capture = try CaptureScript(Self.talks(clients))
        var options = PipelineOptions()
        options.limits.connections = 1
        var paths: [Bool] = []
        var pipeline = Pipeline(options) { connection, _, context in
            let isIPv6 = context.path?.layers.contains(.ipv6) ?? false
            paths.append(isIPv6 == connection.client.description.hasPrefix("["))
        }
        capture.play { pipeline.take($0) }
        pipeline.finish()
        #expect(paths == [Bool](repeating: true, count: clients.count))
    }
}
