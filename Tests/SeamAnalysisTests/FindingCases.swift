import SeamAnalysis
import Testing

/// A capture in which a finding is true, and one much like it in which it is not.
struct FindingCase: Sendable, CustomTestStringConvertible {
    var kind: FindingKind
    var codec = "line"
    var script: String
    var near: String
    /// Packets that the file says were dropped, in each of the two.
    var dropped: (Int?, Int?) = (nil, nil)
    var testDescription: String { kind.id.description }

    init(_ kind: FindingKind, _ script: String, near: String, codec: String = "line") {
        self.kind = kind
        self.codec = codec
        self.script = script
        self.near = near
    }

    static let all: [FindingCase] = content + travel + ends + beats + captures

    private static let content = [
        FindingCase(
            .lengthOverflow,
            open + lines(["<01 02> \"ab\"", "<01 2c> \"a\"*300", "<01 02> \"cd\""]),
            near: open + lines(["<01 2c> \"a\"*44 <01 fe> \"b\"*254", "<01 02> \"cd\""]),
            codec: "tlc"
        ),
        FindingCase(
            .desynchronised,
            open + lines(["\"{}\\n\"", "\"}no\\n\""]) + "+1ms close client\n",
            near: open + lines(["\"{}\\n\"", "\"[1]\\n\""]) + "+1ms close client\n",
            codec: "json"
        ),
        FindingCase(
            .lengthByteOrder,
            open + lines(["<00 01 00 00 00 02> \"ab\"", "<00 01 42 00 00 00> \"x\"*66"]),
            near: open + lines(["<00 01 00 00 00 02> \"ab\"", "<00 01 00 00 00 42> \"x\"*66"]),
            codec: "tlc:type=2,length=4"
        ),
        FindingCase(
            .lengthCharacters,
            open + lines(["<00 05> \"abc\" <e4 b8 ad e6 96 87>", "<00 02> \"cd\""]),
            near: open + lines(["<00 09> \"abc\" <e4 b8 ad e6 96 87>", "<00 02> \"cd\""]),
            codec: "length:width=2"
        ),
        FindingCase(
            .lengthText,
            open + lines(["\" Server\\n\""]),
            near: open + lines(["<00 00 00 08> \" Server\\n\""]),
            codec: "length:width=4"
        ),
        FindingCase(
            .missingNUL,
            open + connect + lines(["\"SEND\\ndestination:/a\\n\\none\"", second])
                + "+1ms close client\n",
            near: open + connect + lines(["\"SEND\\ndestination:/a\\n\\none\" <00>", second])
                + "+1ms close client\n",
            codec: "stomp"
        ),
        FindingCase(
            .receiversDiffer,
            open + lines(["\"SEND\\ndestination:/a:b\\n\\none\" <00>"]),
            near: open + lines(["\"SEND\\ndestination:/ab\\n\\none\" <00>"]),
            codec: "stomp:version=1.2"
        ),
        FindingCase(
            .violation,
            open + lines(["\"{}\\n\"", "\"}no\\n\""]),
            near: open + lines(["\"{}\\n\"", "\"{ }\\n\""]),
            codec: "json"
        ),
        FindingCase(
            .frameOverLimit,
            open + "+1ms client cut=mss \"x\"*8193 \"\\n\"\n+40ms server ack\n",
            near: open + "+1ms client cut=mss \"x\"*8000 \"\\n\"\n+40ms server ack\n"
        ),
        FindingCase(
            .unterminated,
            open + lines(["<00 02> \"ab\"", "<00 05> \"abc\""]) + "+1ms close client\n",
            near: open + lines(["<00 02> \"ab\"", "<00 03> \"abc\""]) + "+1ms close client\n",
            codec: "length:width=2"
        ),
        FindingCase(
            .delimiterInContent,
            open + lines((0..<8).map { "\"message \($0)\" <ff>" } + ["\"bad\" <ff> \"one\" <ff>"]),
            near: open + lines((0..<9).map { "\"m \($0)\" <ff> \"n\" <ff>" }),
            codec: "delimiter:bytes=ff"
        ),
        FindingCase(
            .encrypted,
            open + lines(["<16 03 01 00 05 01 00 00 01 00>"]),
            near: open + lines(["<16 04 01 00 05 01 00 00 01 00>"])
        ),
        FindingCase(
            .limitByCoalescing,
            "connection mss=65000 rtt=20ms\n+0ms handshake\n+1ms client (\"x\"*99 \"\\n\")*83\n",
            near: "connection mss=65000 rtt=20ms\n+0ms handshake\n+1ms client (\"x\"*99 \"\\n\")*80\n"
        ),
    ]

    private static let connect = lines(["\"CONNECT\\naccept-version:1.2\\nhost:a\\n\\n\" <00>"])
    private static let second = "\"SEND\\ndestination:/b\\n\\ntwo\" <00>"

    private static let travel = [
        FindingCase(
            .heartbeatGlued,
            open + lines(["\"one\\n\"", "\"two\\n20\\n\""]),
            near: open + lines(["\"one\\n\"", "\"two\\n\"", "\"20\\n\""])
        ),
        FindingCase(
            .writeWriteRead,
            requests("+40ms server ack\n+0.05ms client \"hello\"\n"),
            near: requests("+0.1ms client \"hello\"\n+20ms server ack\n"),
            codec: "length:width=2"
        ),
        FindingCase(
            .splitWrite,
            open + "+1ms client \"GET \"\n+1ms client \"/\\n\"\n+20ms server ack\n",
            near: open + "+1ms client \"GET /\\n\"\n+20ms server ack\n"
        ),
        FindingCase(
            .partialWrite,
            open + "+1ms client \"x\"*1460\n+20ms server ack\n+30ms client \"y\\n\"\n+20ms server ack\n",
            near: open + "+1ms client \"x\"*1460\n+0.1ms client \"y\\n\"\n+20ms server ack\n"
        ),
        FindingCase(
            .nagleWait,
            open + "+1ms client \"one\\n\"\n+20ms server ack\n+0.03ms client \"two\\nthree\\n\"\n",
            near: open + "+1ms client \"one\\n\"\n+20ms server ack\n+9ms client \"two\\n\"\n"
        ),
        FindingCase(
            .zeroWindow,
            open + "+1ms client \"one\\n\"\n+20ms server ack win=0\n+300ms server ack win=65535\n",
            near: open + "+1ms client \"one\\n\"\n+20ms server ack win=1000\n+300ms server ack win=65535\n"
        ),
        FindingCase(
            .receiveWindow,
            "connection mss=1460 rtt=20ms server.win=100\n+0ms handshake\n+1ms client \"x\"*99 \"\\n\"\n",
            near:
                "connection mss=1460 rtt=20ms server.win=101\n+0ms handshake\n+1ms client \"x\"*99 \"\\n\"\n"
        ),
    ]

    /// Four requests, each a length and then what is given here.
    private static func requests(_ rest: String) -> String {
        let request = "+5ms client <00 05>\n\(rest)+1ms server <00 01> \"k\"\n+0.1ms client ack\n"
        return "connection mss=1460 rtt=1ms\n+0ms handshake\n" + String(repeating: request, count: 4)
    }

    private static let ends = [
        FindingCase(
            .serverFIN,
            open + lines(["\"one\\n\""]) + "+1ms close server\n",
            near: open + lines(["\"one\\n\""]) + "+1ms close client\n"
        ),
        FindingCase(
            .clientReset,
            open + lines(["\"one\\n\""]) + "+1ms client rst\n",
            near: open + lines(["\"one\\n\""]) + "+1ms close client\n"
        ),
        FindingCase(
            .serverReset,
            open + lines(["\"one\\n\""]) + "+1ms server rst\n",
            near: open + lines(["\"one\\n\""]) + "+1ms close server\n"
        ),
        FindingCase(
            .writeAfterClose,
            closedEarly + "+1ms client \"two\\n\"\n+20ms server rst\n",
            near: closedEarly + "+1ms client \"two\\n\"\n+20ms server ack\n+1ms client fin\n"
        ),
        FindingCase(
            .refused,
            "connection rtt=20ms\nclient syn\n+20ms server rst\n",
            near: open + lines(["\"one\\n\""]) + "+20ms server rst\n"
        ),
        FindingCase(
            .unanswered,
            "connection rtt=20ms\nclient syn\n",
            near: open
        ),
        FindingCase(
            .networkCut,
            open + lines(["\"one\\n\""]) + twice + "+1200ms client dropped @4 \"two\\n\"\n",
            near: open + lines(["\"one\\n\""]) + twice + "+1200ms client @4 \"two\\n\"\n+20ms server ack\n"
        ),
        FindingCase(
            .reconnect,
            again("a: close server"),
            near: again("a: close client")
        ),
        FindingCase(
            .carriedOver,
            again("a: client \"half\"\n+20ms a: server ack\n+1ms a: close server"),
            near: again("a: client \"all\\n\"\n+20ms a: server ack\n+1ms a: close server")
        ),
    ]

    private static let closedEarly = open + lines(["\"one\\n\""]) + "+1ms server fin\n+20ms client ack\n"
    private static let twice = """
        +100ms client dropped "two\\n"
        +300ms client dropped @4 "two\\n"
        +600ms client dropped @4 "two\\n"

        """

    /// A client that comes again 3 s after its first connection ended so.
    private static func again(_ end: String) -> String {
        """
        connection a client=10.0.0.1:1000 rtt=20ms
        connection b client=10.0.0.1:1001 rtt=20ms
        a: handshake
        +1ms a: client "one\\n"
        +20ms a: server ack
        +1ms \(end)
        +3s b: handshake
        +1ms b: client "one\\n"

        """
    }

    private static let beats = [
        FindingCase(
            .keepAlive,
            open + lines(["\"one\\n\""]) + "+45s client keepalive\n+20ms server ack\n",
            near: open + lines(["\"one\\n\""]) + "+45s client \"two\\n\"\n+20ms server ack\n"
        ),
        FindingCase(
            .heartbeatTimeout,
            open + beating([2, 2, 2, 2]) + "+5s close server\n",
            near: open + beating([2, 2, 2, 2]) + "+2s close server\n"
        ),
        FindingCase(
            .heartbeatLate,
            open + beating([2, 2, 2, 2, 7, 2, 2]),
            near: open + beating([2, 2, 2, 2, 2, 2, 2])
        ),
    ]

    /// Heart-beats of the client after so many seconds each.
    private static func beating(_ pauses: [Int]) -> String {
        pauses.map { "+\($0)s client \"20\\n\"\n+20ms server ack\n" }.joined()
    }

    private static let captures: [FindingCase] = {
        var drops = FindingCase(
            .captureDrops,
            open + lines(["\"one\\n\""]),
            near: open + lines(["\"one\\n\""])
        )
        drops.dropped = (7, 0)
        return [
            drops,
            FindingCase(
                .captureOffload,
                open + "+1ms client \"x\"*1460 \"\\n\"\n",
                near: open + "+1ms client \"x\"*1459 \"\\n\"\n"
            ),
            FindingCase(
                .captureSnapLength,
                "capture snap=90\n" + open + "+1ms client \"x\"*99 \"\\n\"\n+20ms server ack\n",
                near: "capture snap=200\n" + open + "+1ms client \"x\"*99 \"\\n\"\n+20ms server ack\n"
            ),
            FindingCase(
                .captureGaps,
                open + "+1ms client missed \"one\\n\"\n" + lines(["\"two\\n\"", "\"three\\n\""]),
                near: open + "+1ms client \"one\\n\"\n" + lines(["\"two\\n\"", "\"three\\n\""])
            ),
            FindingCase(
                .captureMidstream,
                "connection\n" + lines(["\"one\\n\""]),
                near: open + lines(["\"one\\n\""])
            ),
            FindingCase(
                .captureOneSided,
                "capture only=client\n" + open + lines(["\"one\\n\""]),
                near: open + lines(["\"one\\n\""])
            ),
            FindingCase(
                .captureSynthetic,
                "connection mss=1460 rtt=0ms\nhandshake\nclient \"one\\n\"\nclient \"two\\n\"\nclient \"three\\n\"\n",
                near: open + "client \"one\\n\"\nclient \"two\\n\"\nclient \"three\\n\"\n"
            ),
        ]
    }()
}
