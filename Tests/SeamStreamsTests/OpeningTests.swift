import SeamBytes
import SeamPackets
import SeamStreams
import Testing

@Suite("How connections begin")
struct OpeningTests {
    @Test("the client is who sent the SYN, whatever the ports")
    func clientOfSYN() throws {
        let connection = try hear("connection client=10.0.0.1:80 server=10.0.0.2:40000\nhandshake")[0]
            .connection
        #expect(connection.client == "10.0.0.1:80")
        #expect(connection.opening == .syn)
    }

    @Test("without the SYN, the SYN-ACK tells who is who and where the client's stream starts")
    func missingSYN() throws {
        let script = """
            connection client=10.0.0.1:80 server=10.0.0.2:40000
            client lost syn
            server syn flags=SA ack=0
            client missed "abc"
            client "def"
            """
        let heard = try hear(script)[0]
        #expect(heard.connection.client == "10.0.0.1:80")
        #expect(heard.connection.opening == .syn)
        #expect(heard.client == "[3] (def)")
    }

    @Test("mid-stream the side with the lower port is the server, whoever speaks first")
    func midstream() throws {
        for first in ["client", "server"] {
            let connection = try hear("connection client=10.0.0.1:40000 server=10.0.0.2:80\n\(first) \"x\"")[
                0
            ].connection
            #expect(connection.client == "10.0.0.1:40000")
            #expect(connection.opening == .midstream)
        }
    }

    @Test("mid-stream with equal ports the first sender is the client")
    func equalPorts() throws {
        let connection = try hear("connection client=10.0.0.1:70 server=10.0.0.2:70\nserver \"x\"")[0]
            .connection
        #expect(connection.client == "10.0.0.2:70")
    }

    @Test("mid-stream offset 0 is the first byte seen; what lies before is left out and said")
    func midstreamStart() throws {
        let heard = try hear(
            "connection\nclient missed \"abc\"\nclient @5 \"fg\"\nclient @3 \"de\"\nclient \"hi\""
        )[0]
        #expect(heard.client == "fg hi")
        #expect(heard.anomalies == ["tcp.before-start"])
        #expect(heard.connection[.client].next == 4)
    }

    @Test("mid-stream a pure ACK does not say where the stream starts")
    func midstreamACK() throws {
        let script = "connection\nclient missed \"abc\"\nclient ack\nclient @1 \"bcdef\""
        #expect(try hear(script)[0].client == "bcdef")
    }

    @Test("mid-stream an ACK captured before its data does no harm")
    func midstreamEarlyACK() throws {
        let heard = try hear(
            "connection\nserver ack=3\nclient \"abc\"\nclient \"def\"",
            limits: GapTests.impatient
        )[0]
        #expect(heard.client == "abc def")
    }

    @Test("data captured before its SYN belongs to the same connection")
    func lateSYN() throws {
        let heard = try hear(
            "connection\nclient \"abc\"\nclient syn\nserver syn flags=SA ack=0\nclient \"def\""
        )
        try #require(heard.count == 1)
        #expect(heard[0].client == "abc def")
        #expect(heard[0].connection.opening == .syn)
    }

    @Test("a handshake captured from its end to its start is one connection")
    func reversedHandshake() throws {
        let heard = try hear(
            "connection\nclient ack\nserver syn flags=SA ack=0\nclient syn\nclient \"abc\"\nserver \"xyz\""
        )
        try #require(heard.count == 1)
        #expect(heard[0].client == "abc")
        #expect(heard[0].server == "xyz")
        #expect(heard[0].anomalies == [])
    }

    @Test("a reset and a FIN forged before the SYN-ACK do not say where the server's stream starts")
    func forgedEnd() throws {
        let script = """
            connection
            client syn
            server rst seq=70000
            server fin seq=70000
            server syn
            client ack
            server "xyz"
            """
        let heard = try hear(script)[0]
        #expect(heard.server == "xyz")
        #expect(heard.connection[.server].fin == nil)
        #expect(heard.anomalies == ["tcp.second-isn"])
    }

    @Test("a SYN-ACK captured before its SYN belongs to the same connection")
    func synAfterSYNACK() throws {
        let heard = try hear("connection\nserver syn flags=SA ack=0\nclient syn\nclient \"abc\"")
        try #require(heard.count == 1)
        #expect(heard[0].client == "abc")
        #expect(heard[0].anomalies == [])
    }

    @Test("both may open at once (RFC 9293 §3.5, figure 7)")
    func simultaneousOpen() throws {
        let script = """
            connection
            client dropped syn
            server dropped syn
            client syn flags=SA ack=0
            server syn flags=SA ack=0
            client "abc"
            server "xyz"
            """
        let heard = try hear(script)
        try #require(heard.count == 1)
        #expect(heard[0].client == "abc")
        #expect(heard[0].server == "xyz")
        #expect(heard[0].anomalies == [])
    }

    // RFC 7413: a SYN may bring data, which the server takes or not.
    @Test(
        "data of a SYN stands at offset 0, and is taken once when it comes again",
        arguments: [
            ("client syn \"tfo\"\nserver syn\nclient \"abc\"", "tfo abc", [] as [String]),
            ("client syn \"tfo\"\nserver syn ack=0\nclient @0 \"tfoabc\"", "tfo abc", []),
        ]
    )
    func fastOpen(_ script: String, _ stream: String, _ anomalies: [String]) throws {
        let heard = try hear("connection\n" + script)[0]
        #expect(heard.client == stream)
        #expect(heard.anomalies == anomalies)
    }

    @Test("a SYN sent again is no new connection")
    func repeatedSYN() throws {
        let heard = try hear("connection\nclient syn\n+1s client syn\nserver syn\nclient \"abc\"")
        try #require(heard.count == 1)
        #expect(heard[0].client == "abc")
        #expect(heard[0].anomalies == [])
    }

    @Test(
        "a second SYN-ACK with another number counts while there is no data, and never after",
        arguments: [
            ("server syn\nserver syn seq=70000\nserver seq=70001 \"xyz\"", "xyz"),
            ("server syn\nserver \"abc\"\nserver syn seq=70000\nserver \"def\"", "abc def"),
        ]
    )
    func secondISN(_ script: String, _ stream: String) throws {
        let heard = try hear("connection\nclient syn\n" + script)
        try #require(heard.count == 1)
        #expect(heard[0].server == stream)
        #expect(heard[0].anomalies == ["tcp.second-isn"])
    }

    @Test("a SYN with another number makes a new connection of the same ports")
    func portReuse() throws {
        let script = """
            connection
            handshake
            client "old"
            close client
            connection isn=90000
            handshake
            client "new"
            server "yes"
            """
        let heard = try hear(script)
        try #require(heard.count == 2)
        #expect(heard.map(\.client) == ["old", "new"])
        #expect(heard[1].server == "yes")
        #expect(heard[1].connection.index == 1)
        #expect(heard[1].connection.firstPacket == 8)
    }

    @Test("ports may be used again with the ends changed")
    func swappedReuse() throws {
        let script = """
            connection client=10.0.0.1:5000 server=10.0.0.2:6000
            handshake
            close client
            connection client=10.0.0.2:6000 server=10.0.0.1:5000 isn=90000
            handshake
            client "new"
            """
        let heard = try hear(script)
        try #require(heard.count == 2)
        #expect(heard[1].connection.client == "10.0.0.2:6000")
        #expect(heard[1].client == "new")
    }

    @Test("a SYN on ports that were met mid-stream makes a new connection")
    func reuseAfterMidstream() throws {
        let heard = try hear("connection\nclient \"old\"\nconnection isn=90000\nhandshake\nclient \"new\"")
        #expect(heard.map(\.client) == ["old", "new"])
    }

    @Test("one captured side is a stream, and what it acknowledged of the other is missing there")
    func oneSided() throws {
        let dialogue = "connection\nhandshake\nclient \"abc\"\nserver \"xy\"\nclient \"def\"\nserver ack"
        let client = try hear("capture only=client\n" + dialogue)[0]
        #expect(client.client == "abc def")
        #expect(client.server == "[2]")
        let server = try hear("capture only=server\n" + dialogue)[0]
        #expect(server.client == "[6]")
        #expect(server.server == "xy")
        #expect(server.connection.client == "10.0.0.1:40000")
    }

    @Test("one side captured from the middle counts what it acknowledged, beyond 2^31 bytes too")
    func oneSidedMidstream() throws {
        var script = "capture only=server\nconnection\nserver ack\n"
        for _ in 0..<5 { script += "client missed 1_000_000_000\nserver ack\n" }
        #expect(try hear(script)[0].client == "[5000000000]")
    }

    @Test("connections are found again however many there are")
    func manyConnections() throws {
        var script = ""
        for port in 1...1500 {
            script += "connection c\(port) client=10.0.0.1:\(port) server=10.0.0.2:\(9999 - port)\n"
        }
        for round in 0..<2 {
            for port in 1...1500 { script += "c\(port): \(round == 0 ? "client" : "server") \"\(port)\"\n" }
        }
        let heard = try hear(script)
        try #require(heard.count == 1500)
        for (index, one) in heard.enumerated() {
            // Below port 5000 the client's is lower, so the other end counts as the server: by port.
            #expect(Set([one.client, one.server]) == ["\(index + 1)"])
            #expect(one.connection.lastPacket == 1500 + index + 1)
        }
    }
}
