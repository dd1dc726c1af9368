import Seam
import SeamConnection
import SeamTesting
import Testing

@testable import SeamCLI

@Suite struct InputLineTests {
    @Test("a line is a text with escapes, a type, bytes, or an order")
    func lines() throws {
        #expect(try InputLine(#"a\tb\x00"#) == .message(FrameMessage(content: [0x61, 9, 0x62, 0])))
        #expect(try InputLine("//etc") == .message(FrameMessage(content: Array("/etc".utf8))))
        #expect(
            try InputLine("/type 3 hi there")
                == .message(FrameMessage(type: 3, content: Array("hi there".utf8)))
        )
        #expect(try InputLine("/hex 01 ff") == .message(FrameMessage(content: [1, 255])))
        #expect(try InputLine(#"/raw a\n"#) == .raw([0x61, 0x0a]))
        #expect(try InputLine("/raw-hex 0aFF") == .raw([0x0a, 0xff]))
        #expect(try InputLine("/wait") == .order(.wait(1)))
        #expect(try InputLine("/sleep 20ms") == .order(.sleep(Duration(nanoseconds: 20_000_000))))
        #expect(try InputLine("") == .nothing)
    }

    @Test(
        "a line that is none of these says what is wrong",
        arguments: [#"a\xzz"#, "/hex 0", "/type x y", "/bogus", "/wait x"]
    )
    func wrong(_ line: String) {
        #expect(throws: BadValue.self) { try InputLine(line) }
    }
}

@Suite struct ReadPictureTests {
    @Test("a read is told by the messages that it has bytes of, and which of them go on")
    func pictures() {
        func text(_ range: ByteRange, first: Int, start: Int, ends: [Int]) -> String {
            ReadPicture(range, first: first, start: start, ends: ends).text
        }
        #expect(text(ByteRange(0, 10), first: 0, start: 0, ends: [10]) == "0")
        #expect(text(ByteRange(0, 10), first: 0, start: 0, ends: [4, 8]) == "0 | 1 | 2…")
        #expect(text(ByteRange(10, 20), first: 2, start: 8, ends: [12, 20]) == "…2 | 3")
        #expect(text(ByteRange(10, 20), first: 2, start: 8, ends: []) == "…2…")
    }
}

@Suite struct TargetTests {
    @Test("only what is surely this machine counts as this machine")
    func loopback() {
        for text in ["127.0.0.1:1", "127.3.4.5:1", "[::1]:1", "localhost:1"] {
            #expect(HostPort(text)?.isLoopback == true, "\(text)")
        }
        for text in [
            "10.0.0.1:1", "example.org:1", "[fe80::1]:1", "0.0.0.0:1", "localhost.example.org:1", ":1",
        ] {
            #expect(HostPort(text)?.isLoopback == false, "\(text)")
        }
    }
}

#if os(Linux)
@Suite struct PeerQueueTests {
    @Test("what a peer on this machine has not read is known, and what it has")
    func unread() async throws {
        let listener = try await TCPListener.listen(on: HostPort("127.0.0.1", 0))
        let client = try await TCPSocket.connect(
            to: HostPort("127.0.0.1", listener.local.port),
            SocketOptions(),
            timeout: .seconds(10)
        )
        try await client.write([1, 2, 3], timeout: .seconds(10))
        // Nobody has accepted it yet.
        #expect(PeerQueue.unread(local: client.local, peer: client.peer) == 3)
        let server = try await listener.accept()
        _ = try await server.read(atMost: 2, timeout: .seconds(10))
        #expect(PeerQueue.unread(local: client.local, peer: client.peer) == 1)
        _ = try await server.read(atMost: 2, timeout: .seconds(10))
        #expect(PeerQueue.unread(local: client.local, peer: client.peer) == 0)
        server.close()
        client.close()
        listener.close()
    }

    @Test("of a peer on another machine nothing is known")
    func elsewhere() throws {
        let local = try #require(Endpoint("127.0.0.1:1"))
        let peer = try #require(Endpoint("192.0.2.1:9"))
        #expect(PeerQueue.unread(local: local, peer: peer) == nil)
    }
}
#endif
