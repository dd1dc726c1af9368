import SeamBytes
import SeamCodecs
import SeamTesting
import Testing

/// HTTP/1.1 as RFC 9112 frames it.
@Suite struct HTTPTests {
    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    /// The units of both halves in one line each.
    private func read(
        _ client: String = "",
        _ server: String = "",
        spec: String = "http",
        end: StreamEnd = .cut,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> (client: [String], server: [String]) {
        let reading = try StackReading(
            spec,
            client: bytes(client),
            server: bytes(server),
            end: end,
            sourceLocation: sourceLocation
        )
        return (reading.client, reading.server)
    }

    private let get = "GET /a HTTP/1.1\r\nHost: h\r\n\r\n"

    @Test("pipelined requests and responses with their lengths")
    func pipelined() throws {
        let post = "POST /b HTTP/1.1\r\nHost: h\r\ncontent-length: 4\r\n\r\nabcd"
        let ok = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nxyz"
        let (client, server) = try read(get + post + get, ok + "HTTP/1.1 204 No Content\r\n\r\n" + ok)
        #expect(
            client == [
                "0 message 0..<28 GET /a HTTP/1.1", "0 message 28..<80 POST /b HTTP/1.1, 4 bytes",
                "0 message 80..<108 GET /a HTTP/1.1",
            ]
        )
        #expect(
            server == [
                "0 message 0..<41 HTTP/1.1 200 OK, 3 bytes", "0 message 41..<68 HTTP/1.1 204 No Content",
                "0 message 68..<109 HTTP/1.1 200 OK, 3 bytes",
            ]
        )
    }

    @Test("a chunked body ends with the chunk of size 0 and its trailers")
    func chunked() throws {
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        let body = "4\r\nWiki\r\n7;name=value\r\npedia i\r\nB\r\nn \r\nchunks.\r\n0\r\nExpires: 0\r\n\r\n"
        let (_, server) = try read(
            get,
            head + body + "HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n"
        )
        #expect(
            server == [
                "0 message 0..<112 HTTP/1.1 200 OK, 22 bytes in 3 chunks",
                "0 message 112..<160 HTTP/1.1 304 Not Modified",
            ]
        )
    }

    @Test(
        "a chunk without a size, or without an end of line behind its data, is a violation",
        arguments: ["x\r\n", "-1\r\n", "4\r\nWikiX", "fffffffffffffffff\r\n", "\r\n"]
    )
    func badChunk(_ body: String) throws {
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        let (_, server) = try read(get, head + body)
        #expect(server == ["0 undecoded 0..<\(47 + body.utf8.count) http.bad-chunk"])
    }

    @Test("what answers HEAD has no body, whatever its Content-Length says")
    func head() throws {
        let ok = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n"
        let (_, server) = try read("HEAD / HTTP/1.1\r\nHost: h\r\n\r\n" + get, ok + ok + "abc")
        #expect(
            server == ["0 message 0..<38 HTTP/1.1 200 OK", "0 message 38..<79 HTTP/1.1 200 OK, 3 bytes"]
        )
    }

    @Test("a response answers the other side's requests, not one of its own half (fuzz target layers)")
    func ownRequest() throws {
        // With the client's own HEAD taken for its request the body was there or not by which half came first.
        let ok = "HTTP/1.1 404 Not Found\r\nContent-Length: 3\r\n\r\nno\n"
        let (client, server) = try read("HEAD / HTTP/1.1\r\nHost: h\r\n\r\n" + ok, get + ok)
        #expect(
            client == [
                "0 message 0..<28 HEAD / HTTP/1.1", "0 message 28..<76 HTTP/1.1 404 Not Found, 3 bytes",
            ]
        )
        // The server's answers the client's HEAD.
        #expect(
            server.contains("0 message \(get.utf8.count)..<\(get.utf8.count + 45) HTTP/1.1 404 Not Found")
        )
    }

    @Test("a 100 is not the answer yet")
    func interim() throws {
        let post = "POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\na"
        let (_, server) = try read(
            post + "HEAD / HTTP/1.1\r\nHost: h\r\n\r\n",
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nb"
                + "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"
        )
        #expect(
            server == [
                "0 message 0..<25 HTTP/1.1 100 Continue", "0 message 25..<64 HTTP/1.1 200 OK, 1 byte",
                "0 message 64..<102 HTTP/1.1 200 OK",
            ]
        )
    }

    @Test("without a length the body lasts until the connection closes")
    func untilClose() throws {
        let (_, server) = try read(get, "HTTP/1.0 200 OK\r\n\r\nall of it", end: .closed)
        #expect(server == ["0 message 0..<28 HTTP/1.0 200 OK, until the connection closes"])
    }

    @Test("what CONNECT opens, and what follows a 101, is another protocol's")
    func tunnel() throws {
        let (client, server) = try read(
            "CONNECT h:443 HTTP/1.1\r\nHost: h\r\n\r\n\u{16}\u{3}\u{1}",
            "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n\u{16}\u{3}"
        )
        #expect(
            client == [
                "0 message 0..<35 CONNECT h:443 HTTP/1.1",
                "0 undecoded 35..<38 another protocol, as agreed upon",
            ]
        )
        #expect(
            server == [
                "0 message 0..<38 HTTP/1.1 200 OK", "0 undecoded 38..<40 another protocol, as agreed upon",
            ]
        )
        let refused = try read(
            "CONNECT h:443 HTTP/1.1\r\nHost: h\r\n\r\n" + get,
            "HTTP/1.1 403 Forbidden\r\nContent-Length: 1\r\n\r\nx"
        )
        #expect(
            refused.client.count == 2 && refused.server == ["0 message 0..<46 HTTP/1.1 403 Forbidden, 1 byte"]
        )
    }

    @Test(
        "what is wrong with a head whose borders are clear",
        arguments: [
            ("GET / HTTP/1.1\r\n\r\n", "http.no-host"),
            ("GET / HTTP/1.1\r\nHost : h\r\n\r\n", "http.space-before-colon"),
            ("GET / HTTP/1.1\r\nHost: h\r\nA: b\r\n c\r\n\r\n", "http.folded"),
            ("GET / HTTP/1.1\r\nHost: h\r\nnonsense\r\n\r\n", "http.bad-header"),
            (
                "GET / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "http.length-and-chunked"
            ),
        ]
    )
    func faults(_ request: String, _ rule: String) throws {
        let client = try read(request + get).client
        #expect(client.count == 2 && client[0].hasPrefix("0 message") && client[0].hasSuffix(" " + rule))
    }

    @Test(
        "what leaves the borders unclear is not decoded up to the next start line",
        arguments: [
            ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1, 2\r\n\r\n", "http.bad-length"),
            ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: -1\r\n\r\n", "http.bad-length"),
            ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 99999999999999999999\r\n\r\n", "http.bad-length"),
            ("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: gzip\r\n\r\n", "http.bad-coding"),
            ("PRI * HTTP/2.0\r\n\r\n", "http.no-start-line"),
            ("\u{16}\u{3}\u{1}\u{2}\r\n", "http.no-start-line"),
        ]
    )
    func violations(_ request: String, _ rule: String) throws {
        let count = request.utf8.count
        #expect(
            try read(request + get).client == [
                "0 undecoded 0..<\(count) \(rule)", "0 message \(count)..<\(count + 28) GET /a HTTP/1.1",
            ]
        )
    }

    @Test("the same length twice is that length, and lines may end with LF alone")
    func tolerance() throws {
        let client = try read("\r\nPOST / HTTP/1.0\ncontent-length: 2, 2\nContent-Length:2\n\nab").client
        #expect(
            client == ["0 heartbeat 0..<2 empty line", "0 message 2..<59 POST / HTTP/1.0, 2 bytes"]
        )
    }

    @Test("head and header lines have limits, judged before they have ended")
    func limits() throws {
        let long = "GET /\(String(repeating: "a", count: 100)) HTTP/1.1\r\n"
        #expect(try read(long, spec: "http:max-head=64").client == ["0 undecoded 0..<116 http.head-too-long"])
        let many = "GET / HTTP/1.0\r\nA: 1\r\nB: 2\r\nC: 3\r\n"
        #expect(
            try read(many, spec: "http:max-headers=2").client
                == ["0 undecoded 0..<34 http.too-many-headers"]
        )
    }

    @Test("behind a gap decoding goes on with the next start line; a hole in a body is a hole in its message")
    func gaps() throws {
        let decoder = try CodecRegistry.factory("http").make().client
        var batch = UnitBatch(wantsDetails: false)
        decoder.feed(bytes("POST / HTTP/1.0\r\nContent-Length: 10\r\n\r\nab").rawSpan, into: &batch)
        decoder.gap(6, into: &batch)
        decoder.feed(bytes("ijGET / HTTP/1.0\r\nA:").rawSpan, into: &batch)
        decoder.gap(3, into: &batch)
        decoder.feed(bytes("2\r\n\r\nGET /b HTTP/1.0\r\n\r\n").rawSpan, into: &batch)
        let units = batch.units.map { "\($0.kind.name) \($0.range) \($0.missing)" }
        #expect(
            units == [
                "message 0..<49 6", "undecoded 49..<67 0", "gap 67..<70 3", "undecoded 70..<75 0",
                "message 75..<94 0",
            ]
        )
    }

    @Test("what the encoder writes is read back, however it is cut")
    func encoder() throws {
        var random = SplitMix(seed: 7)
        for _ in 0..<20 {
            var writer = ByteWriter()
            var expected: [String] = []
            for number in 0..<Int.random(in: 1...5, using: &random) {
                let start = writer.count
                let line = "PUT /\(number) HTTP/1.1"
                let size = Int.random(in: 0...40, using: &random)
                let data = (0..<size).map { _ in UInt8.random(in: 0...255, using: &random) }
                let chunks = [data, Array("0\r\n\r\n".utf8)].filter { !$0.isEmpty }
                let body: HTTPEncoder.Body = number.isMultiple(of: 2) ? .length(data) : .chunks(chunks)
                try HTTPEncoder().encode(.init(line, ["Host": "h"], body: body), into: &writer)
                let said =
                    number.isMultiple(of: 2)
                    ? size == 0 ? "" : ", \(size) \(size == 1 ? "byte" : "bytes")"
                    : ", \(size + 5) bytes in \(chunks.count) chunk\(chunks.count == 1 ? "" : "s")"
                expected.append("0 message \(start)..<\(writer.count) \(line)\(said)")
            }
            #expect(try StackReading("http", client: writer.bytes).client == expected)
        }
    }

    @Test(
        "the encoder refuses what would be read otherwise",
        arguments: [
            HTTPEncoder.Message("GET /"), .init("GET / HTTP/1.1\r\n"), .init("GET / HTTP/1.1", ["a b": "c"]),
            .init("GET / HTTP/1.1", ["a": "b\r\nc: d"]), .init("GET / HTTP/1.1", ["Content-Length": "1"]),
            .init("GET / HTTP/1.1", body: .chunks([[]])),
        ]
    )
    func refusals(_ message: HTTPEncoder.Message) {
        var writer = ByteWriter()
        #expect(throws: EncodingError.self) { try HTTPEncoder().encode(message, into: &writer) }
        #expect(writer.bytes.isEmpty)
    }
}
