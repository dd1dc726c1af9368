import SeamTesting
import Testing

@Suite("Errors of capture scripts")
struct CaptureScriptErrorTests {
    /// A script after a line that declares a connection, and what is said of its second line.
    static let cases: [(String, String)] = [
        (
            "clent \"x\"",
            "'clent' starts no line; meant is one of capture, connection, handshake, client, server,"
        ),
        ("+1 client \"x\"", "'+1' is no time: +1ms is meant"),
        ("+1.5.2ms client \"x\"", "'+1.5.2ms' is no time"),
        ("\"x\"", "who does it, client or server, must stand before the data"),
        ("client \"x", "a text is not closed: its second \" is missing"),
        ("client \"\\q\"", "an unknown escape: those known are \\n \\r \\t \\0 \\\\ \\\" and \\x41"),
        ("client \"\\x4\"", "an unknown escape"),
        ("client <0>", "hex bytes are pairs of 0-9 and a-f: <01 ff>"),
        ("client <00", "hex bytes are not closed: the > is missing"),
        ("client (\"x\" fin)", "(\"text\" <01 ff>) is meant: data of one packet in parentheses"),
        ("client (\"x\"", "(\"text\" <01 ff>) is meant"),
        ("client )", "a ) without a ( before it"),
        ("client \"x\"*", "'*': behind * stands how often, up to 65535"),
        ("client \"xx\"*40000", "more than 65535 bytes fit into no packet"),
        ("client \"x\"*65535", "65535 bytes of data: 65495 fit into a packet"),
        ("client", "what is sent is missing: data, or one of syn, fin, rst, ack and keepalive"),
        ("client lots \"x\"", "'lots' is unknown; meant is data such as \"text\" or <01 ff>, @OFFSET,"),
        ("client \"x\" win=70000", "win=70000: a number from 0 to 65535 is meant"),
        (
            "client \"x\" wind=1",
            "wind=1: known are seq=, ack=, sack=, win=, ttl=, flags=, captured=, cut= and pad="
        ),
        ("client \"x\" flags=PX", "flags=PX: letters of F S R P A U E C are meant"),
        ("client ack sack=3..3", "sack=3..3: offsets are meant: 20..30,40..50"),
        (
            "client @x \"x\"",
            "'@x' is no place: @8 is an offset, @+4 and @-4 count from the end of what was sent"
        ),
        ("client @-1 \"x\"", "offset -1 lies before the stream; seq= can say any number"),
        ("client 100", "a number of bytes stands for data only where they are lost or missed"),
        ("client keepalive \"xx\"", "a keep-alive has one byte at most"),
        ("client probe", "a window probe carries the next byte: probe \"x\""),
        ("close", "who closes: 'close client' or 'close server'"),
        ("handshake now", "'now' is one word too many"),
        ("duplicate", "there is no packet yet to be duplicated"),
        ("capture snap=60", "capture stands before all other lines"),
        ("b: client \"x\"", "no connection 'b': declare it before, with a line such as connection client="),
        ("connection client=10.0.0.1", "client=10.0.0.1: an endpoint is meant: 10.0.0.1:40000"),
        ("connection mtu=1500", "mtu=1500: mss=, wscale=, win= and isn= are meant"),
        ("connection peer.mss=1", "peer.mss=1: a connection takes sack, timestamps, client=,"),
        ("frame", "the bytes of a frame are meant: frame <ff ff ...>"),
    ]

    @Test("each names the line and says what is meant", arguments: cases)
    func error(_ line: String, _ text: String) throws {
        let error = try #require(throws: CaptureScriptError.self) { try CaptureScript("connection\n" + line) }
        #expect(error.line == 2)
        #expect(error.description.hasPrefix("line 2: " + text), "\(error)")
    }

    @Test("bytes that are sent again must be those that were sent before, unless `other` says so")
    func otherBytes() throws {
        let start = "connection\nclient \"abc\"\n"
        let missing = try #require(throws: CaptureScriptError.self) {
            try CaptureScript(start + "client @1 \"bX\"")
        }
        #expect(
            missing.description
                == "line 3: the byte at offset 2 was another before; write `other` if that is meant"
        )
        let needless = try #require(throws: CaptureScriptError.self) {
            try CaptureScript(start + "client @1 other \"bc\"")
        }
        #expect(needless.description == "line 3: these are no other bytes than before; leave `other` out")
        #expect(try CaptureScript(start + "client @1 other \"bX\"").packets.count == 2)
    }

    @Test("a connection that was closed is not closed again")
    func closedTwice() throws {
        let error = try #require(throws: CaptureScriptError.self) {
            try CaptureScript("connection\nclient fin\nclose server")
        }
        #expect(
            error.description
                == "line 3: the client has sent its FIN already: write 'server fin' and 'client ack'"
        )
    }

    @Test("a packet that the link type cannot carry is refused")
    func wrongFamily() throws {
        let error = try #require(throws: CaptureScriptError.self) {
            try CaptureScript("capture link=ipv6\nconnection\nclient \"x\"")
        }
        #expect(error.line == 3)
    }

    @Test("a comment may stand anywhere but in a text")
    func comments() throws {
        let packets = try CaptureScript("# all\nconnection # ends\n\nclient \"#\"# sent\n").packets
        #expect(packets.count == 1)
        #expect(packets[0].bytes.last == UInt8(ascii: "#"))
    }
}
