import Seam
import SeamReport
import Testing

@testable import SeamCLI

@Suite struct ScreenViewTests {
    private static let client = Endpoint(address: IPAddress(ipv4: 0x0A00_0001), port: 40_000)
    private static let server = Endpoint(address: IPAddress(ipv4: 0x0A00_0002), port: 9999)

    /// A board with so many connections, 10 bytes each.
    private static func board(_ count: Int) -> LiveBoard {
        var board = LiveBoard()
        for stream in 0..<count {
            let packet = TCPPacket(
                source: client,
                destination: server,
                sequence: 0,
                acknowledgment: 0,
                flags: .ack,
                window: 1,
                options: 0..<0,
                payload: 0..<0,
                payloadLength: 0
            )
            let time = Timestamp(seconds: 100 + stream, nanoseconds: 0)
            board.take(packet, bytes: 10, time: time, stream: stream, from: .client)
        }
        return board
    }

    private static func text(
        _ view: inout ScreenView,
        _ board: LiveBoard,
        rows: Int = 10,
        columns: Int = 80
    ) -> [String] {
        view.lines(board, status: "status", second: 100, rows: rows, columns: columns).map { line in
            // Without the escape sequences.
            var text = ""
            var isEscape = false
            for sign in String(decoding: line, as: UTF8.self).unicodeScalars {
                if sign == "\u{1b}" { isEscape = true }
                if !isEscape { text.unicodeScalars.append(sign) }
                if isEscape, sign == "m" { isEscape = false }
            }
            return text
        }
    }

    @Test(
        "a screen has as many lines as the terminal, none wider, however small",
        arguments: [
            (24, 80), (15, 60), (5, 20), (3, 10), (1, 1),
        ]
    )
    func fits(rows: Int, columns: Int) {
        var view = ScreenView(title: "lo", palette: Palette(isColored: false))
        for key in [Key.resize, .enter, .character(UInt8(ascii: "?"))] {
            _ = view.take(key, Self.board(3), rows: rows)
            let lines = Self.text(&view, Self.board(3), rows: rows, columns: columns)
            #expect(lines.count <= max(rows, 3))
            #expect(lines.allSatisfy { $0.count <= columns })
        }
    }

    @Test("keys move the cursor, and the list scrolls with it")
    func moves() {
        let board = Self.board(20)
        var view = ScreenView(title: "lo", palette: Palette(isColored: false))
        // 10 rows are 6 connections between title, status, heading and keys.
        #expect(Self.text(&view, board)[3].hasPrefix("     0 10.0.0.1:40000 > 10.0.0."))
        for _ in 0..<7 { _ = view.take(.down, board, rows: 10) }
        let lines = Self.text(&view, board)
        #expect(lines[3].hasPrefix("     2 "))
        #expect(lines[8].hasPrefix("     7 "))
        _ = view.take(.end, board, rows: 10)
        #expect(Self.text(&view, board)[8].hasPrefix("    19 "))
        _ = view.take(.enter, board, rows: 10)
        #expect(view.watched == 19)
        _ = view.take(.back, board, rows: 10)
        #expect(view.watched == nil)
    }

    @Test("a filter leaves the connections that have it in their row; escape removes it")
    func filters() {
        let board = Self.board(20)
        var view = ScreenView(title: "lo", palette: Palette(isColored: false))
        for sign in "/17 1".utf8 { _ = view.take(.character(sign), board, rows: 10) }
        #expect(Self.text(&view, board).last == "only connections with: 17 1_")
        _ = view.take(.enter, board, rows: 10)
        let lines = Self.text(&view, board)
        #expect(lines[3].hasPrefix("    17 "))
        #expect(lines[4].isEmpty)
        _ = view.take(.back, board, rows: 10)
        // The cursor stays on the connection.
        #expect(Self.text(&view, board)[8].hasPrefix("    17 "))
    }

    @Test("q on the list ends it, elsewhere it goes back")
    func quits() {
        let board = Self.board(1)
        var view = ScreenView(title: "lo", palette: Palette(isColored: false))
        let quit = Key.character(UInt8(ascii: "q"))
        _ = view.take(.enter, board, rows: 10)
        let goesOn = view.take(quit, board, rows: 10)
        #expect(goesOn)
        #expect(view.page == .list)
        let ends = !view.take(quit, board, rows: 10)
        #expect(ends)
    }

    @Test("old connections are forgotten when there are too many")
    func forgets() {
        let board = Self.board(LiveBoard.limit + 1)
        #expect(board.entries.count == LiveBoard.limit * 3 / 4 + 1)
        #expect(board.entry(0) == nil)
        #expect(board.entry(LiveBoard.limit)?.bytes == 10)
    }

    @Test("a spark line has a bar a second, as high as its share of the most")
    func spark() {
        var spark = Spark()
        spark.add(8, second: 100)
        spark.add(4, second: 101)
        spark.add(1, second: 103)
        #expect(spark.text(now: 104, count: 6) == " █▅ ▂ ")
        // What is older than is kept is gone.
        spark.add(1, second: 103 + Spark.seconds)
        #expect(spark.text(now: 103 + Spark.seconds, count: Spark.seconds).filter { $0 != " " } == "█")
    }

    @Test("numbers of bytes are short", arguments: [(812, "812"), (4100, "4.1k"), (23_000_000, "23.0M")])
    func sizes(bytes: Int, text: String) {
        #expect(ListPage.size(bytes) == text)
    }
}
