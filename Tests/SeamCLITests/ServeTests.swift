import Seam
import SeamReport
import Testing

@testable import SeamCLI

/// What a served report answers; Tests/Browser/served.py asks it over the loopback.
@Suite("seam report --serve")
struct ServeTests {
    static func request(_ target: String) throws -> HTTPRequest {
        try #require(HTTPRequest(Array("GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:80".utf8)))
    }

    /// A store with the rows of `ReportTests.capture`: three messages, the first joined, the last cut.
    static func store() throws -> RowStore {
        let capture = try ReportTests.capture()
        let arguments = ["--serve", "-c", "line", capture.path]
        let (options, files) = try Command.report.parse(arguments)
        let store = try RowStore()
        var report = try ReportWriter(files, options, ReportLimits(options.report), into: store)
        try report.write()
        store.finish()
        return store
    }

    static func text(_ store: RowStore, _ target: String) throws -> String {
        String(decoding: ReportSite(store).answer(try request(target)).body, as: UTF8.self)
    }

    @Test("a head is taken apart, white space around values left out")
    func head() throws {
        let text = "GET /data/lines?kind=a&first=7&kind=b HTTP/1.1\r\nHost: \t x:1 \r\nSEC-Fetch-Site:none"
        let request = try #require(HTTPRequest(Array(text.utf8)))
        #expect(request.method == "GET")
        #expect(request.path == "/data/lines")
        #expect(request.query == ["kind": "b", "first": "7"])
        #expect(request.fields == ["host": "x:1", "sec-fetch-site": "none"])
        #expect(request.number("first") == 7)
        #expect(request.number("kind") == nil)
    }

    @Test(
        "what is no head of HTTP/1 is none",
        arguments: [
            "", "GET /", "GET  / HTTP/1.1", "GET x HTTP/1.1", "GET / HTTP/2", "GET / HTTP/1.1\r\nno field",
        ]
    )
    func noHead(text: String) { #expect(HTTPRequest(Array(text.utf8)) == nil) }

    @Test("the port may be left out, and a number behind the option is taken for it")
    func port() throws {
        func parsed(_ words: String...) throws -> (UInt16?, [String]) {
            let (options, files) = try Command.report.parse(words)
            return (options.report.port?.number, files)
        }
        #expect(try parsed("a.pcap") == (nil, ["a.pcap"]))
        #expect(try parsed("--serve", "a.pcap") == (0, ["a.pcap"]))
        #expect(try parsed("a.pcap", "--serve") == (0, ["a.pcap"]))
        #expect(try parsed("--serve", "8080", "a.pcap") == (8080, ["a.pcap"]))
        #expect(try parsed("a.pcap", "--serve", "8080", "b.pcap") == (8080, ["a.pcap", "b.pcap"]))
        #expect(try parsed("--serve=8080", "a.pcap") == (8080, ["a.pcap"]))
        #expect(throws: CommandError.self) { try parsed("--serve", "65536", "a.pcap") }
    }

    @Test("lines are those that the page would hold, by range")
    func lines() throws {
        let store = try Self.store()
        let capture = try ReportTests.capture()
        let printed = try Spawn.seam(["messages", "--json", "-c", "line", capture.path]).output
        let range = "/data/lines?kind=messages&stream=0&from=client&layer=0"
        #expect(try Self.text(store, range + "&first=0&count=3") == printed)
        let lines = printed.split(separator: "\n")
        #expect(try Self.text(store, range + "&first=1&count=1") == "\(lines[1])\n")
        #expect(try Self.text(store, range + "&first=3&count=9") == "")
    }

    @Test("the tracks of a connection are counted")
    func tracks() throws {
        let tracks = try Self.text(Self.store(), "/data/tracks?stream=0").split(separator: "\n")
        #expect(tracks.contains(#"{"kind":"messages","from":"client","layer":0,"rows":3,"seams":2}"#))
        #expect(tracks.contains(#"{"kind":"reads","from":"client","layer":0,"rows":3,"seams":0}"#))
    }

    @Test("numbers stand in columns: doubles, then integers, little-endian")
    func numbers() throws {
        let store = try Self.store()
        let range = "/data/numbers?kind=messages&stream=0&from=client&first=0&count=2"
        let bytes = ReportSite(store).answer(try Self.request(range)).body
        #expect(bytes.count == 2 * (3 * 8 + 6 * 4))
        func double(_ place: Int) -> Double? {
            bytes.rawSpan.littleEndian(at: place, as: UInt64.self).map(Double.init(bitPattern:))
        }
        // Starts 0 and 2, ends 2 and 5: "a\n" and "=b\n".
        #expect([0, 8, 16, 24].map(double) == [0, 2, 2, 5])
        func integer(_ column: Int, _ row: Int) -> UInt32? {
            bytes.rawSpan.littleEndian(at: 48 + 8 * column + 4 * row, as: UInt32.self)
        }
        // Sizes, indices, first packets, pieces.
        #expect((0..<4).map { integer($0, 0) } == [2, 0, 4, 1])
        #expect((0..<4).map { integer($0, 1) } == [3, 1, 4, 1])
        let words = store.words.map { String(decoding: $0, as: UTF8.self) }
        #expect(integer(4, 0).map { words[Int($0)] } == "message")
        #expect(integer(5, 1).map { words[Int($0)] } == "coalesced")
    }

    @Test("a row's texts are not looked at, whatever they hold")
    func hostile() {
        var index = RowIndex()
        let line =
            #"{"stream":4,"from":"server","index":9,"kind":"message","layer":2,"start":1,"end":8,"packets":[5,6],"at":0.5,"#
            + #""verdict":"split","seams":[{"seam":"cut","offset":3,"packet":5,"cause":"write","stall":40,"evidence":"\"}],\"end\":7"}],"#
            + #""summary":"\",\"start\":99,","fields":{"start":77}}"#
        let entry = index.entry(Array(line.utf8).rawSpan, .messages)
        #expect(entry.key == TrackKey(kind: .messages, stream: 4, from: .server, layer: 2))
        #expect(entry.numbers.doubles == [1, 8, 0.5])
        #expect(entry.numbers.integers == [7, 9, 5, 2, 0, 1])
        #expect(entry.seams == [RowNumbers(doubles: [3], integers: [5, 3, 2, 40])])
    }

    @Test("rows of many blocks are found again, and so are their seams")
    func blocks() throws {
        let store = try RowStore()
        for number in 0..<1000 {
            let seam =
                number.isMultiple(of: 3)
                ? #"{"seam":"join","offset":\#(number),"packet":1,"cause":"batch"}"# : ""
            let line =
                #"{"stream":0,"from":"client","index":\#(number),"start":\#(number),"end":\#(number + 1),"packets":[1],"seams":[\#(seam)]}"#
            store.add(Array(line.utf8).rawSpan, .messages)
        }
        store.finish()
        let key = TrackKey(kind: .messages, stream: 0, from: .client)
        let lines = String(decoding: store.bytes(key, .lines, 250..<520), as: UTF8.self).split(
            separator: "\n"
        )
        #expect(lines.count == 270)
        #expect(lines.first?.contains(#""index":250,"#) == true)
        #expect(lines.last?.contains(#""index":519,"#) == true)
        let seams = store.bytes(key, .seams, 100..<300)
        #expect(seams.count == 200 * RowIndex.seamLayout.size)
        // The last column is the row: every third has a seam.
        #expect(seams.rawSpan.littleEndian(at: 200 * (8 + 4 * 4), as: UInt32.self) == 300)
    }

    @Test("the policy lets the page ask its own server only, and none but that one")
    func policy() {
        #expect(ReportPage(isServed: true).policy.contains("connect-src 'self'"))
        #expect(!ReportPage().policy.contains("connect-src"))
    }
}
