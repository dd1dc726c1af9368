import SeamCodecs
import Testing

@testable import SeamConnection

@Suite struct STOMPOptionsTests {
    @Test(
        "heart-beats are what one side can and the other wants, the slower of both (STOMP 1.2)",
        arguments: [
            // This side's (sends, receives) in ms, the server's header, then: sent each, silent for.
            ((10_000, 10_000), "0,0", nil, nil), ((0, 0), "5000,5000", nil, nil),
            ((1000, 2000), "4000,4000", 3000, 8000), ((8000, 8000), "1000,1000", 6000, 16_000),
            ((1000, 0), "1000,1000", 750, nil), ((1000, 1000), "nonsense", nil, nil),
            ((1000, 1000), "-5,99999999999", nil, nil),
        ] as [((Int, Int), String, Int?, Int?)]
    )
    func agreed(_ own: (Int, Int), _ header: String, _ interval: Int?, _ silence: Int?) {
        var options = STOMPOptions()
        options.sends = .milliseconds(own.0)
        options.receives = .milliseconds(own.1)
        #expect(options.heartbeatHeader == "\(own.0),\(own.1)")
        let heartbeat = options.agreed(with: header)
        #expect(heartbeat?.interval == interval.map { .milliseconds($0) })
        #expect(heartbeat?.answerTimeout == silence.map { .milliseconds($0) })
    }

    @Test("a frame read from a message has its headers without escapes and its body")
    func frame() async throws {
        let frame = STOMPFrame(.send, ["destination": "/a:b\n"], body: [0, 1])
        let (client, server) = try await ConnectionTests.pair("stomp:version=1.2")
        try await client.send(encoded: frame.encoded())
        let message = try #require(try await server.receive())
        #expect((message.name, message.destination) == ("SEND", "/a\\cb\\n"))
        #expect(STOMPFrame(message) == frame)
    }
}
