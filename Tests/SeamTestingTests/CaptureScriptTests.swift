import SeamBytes
import SeamPackets
import SeamTesting
import Testing

@Suite("Capture scripts")
struct CaptureScriptTests {
    @Test("a SYN is these 58 bytes")
    func synBytes() throws {
        let script = try CaptureScript(
            """
            connection client=10.0.0.1:40000 server=10.0.0.2:9999 mss=1460
            client syn
            """
        )
        // By hand from IEEE 802.3, RFC 791 §3.1 and RFC 9293 §3.1; tshark calls both checksums good.
        let expected: [UInt8] = [
            0x02, 0x00, 0x0A, 0x00, 0x00, 0x02, 0x02, 0x00, 0x0A, 0x00, 0x00, 0x01, 0x08, 0x00,
            0x45, 0x00, 0x00, 0x2C, 0x03, 0xE8, 0x40, 0x00, 0x40, 0x06, 0x22, 0xE2,
            0x0A, 0x00, 0x00, 0x01, 0x0A, 0x00, 0x00, 0x02,
            0x9C, 0x40, 0x27, 0x0F, 0x00, 0x00, 0x03, 0xE8, 0x00, 0x00, 0x00, 0x00,
            0x60, 0x02, 0xFA, 0xF0, 0xC1, 0xFB, 0x00, 0x00, 0x02, 0x04, 0x05, 0xB4,
        ]
        try #require(script.packets.count == 1)
        #expect(hex(script.packets[0].bytes) == hex(expected))
    }

    @Test("who says nothing of numbers gets those that TCP would give")
    func numbers() throws {
        let lines = try story(
            """
            connection
            handshake
            client "one\\n" "two\\n"
            server ack
            server "ok"
            close client
            """
        )
        #expect(
            lines == [
                "client S -1", "server SA -1 ack 0", "client A 0 ack 0",
                "client PA 0 ack 0 \"one\ntwo\n\"", "server A 0 ack 8", "server PA 0 ack 8 \"ok\"",
                "client FA 8 ack 2", "server FA 2 ack 9", "client A 9 ack 3",
            ]
        )
    }

    @Test(
        "lost data is neither captured nor acknowledged, missed data only not captured, dropped data only not acknowledged"
    )
    func fates() throws {
        func acknowledged(_ fate: String) throws -> [String] {
            Array(
                try story(
                    """
                    connection
                    handshake
                    client "ab"
                    client \(fate) "cd"
                    client "ef"
                    server ack
                    """
                ).dropFirst(4)
            )
        }
        #expect(try acknowledged("lost") == ["client PA 4 ack 0 \"ef\"", "server A 0 ack 2"])
        #expect(try acknowledged("missed") == ["client PA 4 ack 0 \"ef\"", "server A 0 ack 6"])
        #expect(
            try acknowledged("dropped") == [
                "client PA 2 ack 0 \"cd\"", "client PA 4 ack 0 \"ef\"", "server A 0 ack 2",
            ]
        )
    }

    @Test("an offset stands from the stream's start, or from the end of what was sent")
    func places() throws {
        let lines = try story(
            """
            connection
            handshake
            client @+3 "def"
            client @0 "abc"
            client @-3 "def"
            client "g"
            """
        )
        #expect(
            lines.dropFirst(3) == [
                "client PA 3 ack 0 \"def\"", "client PA 0 ack 0 \"abc\"", "client PA 3 ack 0 \"def\"",
                "client PA 6 ack 0 \"g\"",
            ]
        )
    }

    @Test("data is cut at the peer's MSS, less what timestamps take")
    func cutAtMSS() throws {
        func sizes(_ options: String) throws -> [Int] {
            try CaptureScript("connection mss=100 \(options)\nclient syn\nclient \"x\"*250 cut=mss").packets
                .dropFirst().map { $0.bytes.count - 54 }
        }
        #expect(try sizes("") == [100, 100, 50])
        #expect(try sizes("timestamps") == [88 + 12, 88 + 12, 74 + 12])
    }

    @Test("keep-alives repeat the last byte's number, probes show the next byte without sending it")
    func probes() throws {
        let lines = try story(
            """
            connection
            handshake
            client "abc"
            client keepalive
            client keepalive <00>
            server ack win=0
            client probe "d"
            server ack
            client "def"
            """
        )
        #expect(
            lines.dropFirst(3) == [
                "client PA 0 ack 0 \"abc\"", "client A 2 ack 0", "client A 2 ack 0 \"\0\"",
                "server A 0 ack 3", "client A 3 ack 0 \"d\"", "server A 0 ack 3", "client PA 3 ack 0 \"def\"",
            ]
        )
    }

    @Test("what is captured ends at the line's or the capture's snap length")
    func snapLength() throws {
        #expect(
            try story("connection\nclient syn\nclient \"abcdef\" captured=2").last
                == "client PA 0 ack 0 \"ab\" cut 4"
        )
        #expect(
            try story("capture snap=57\nconnection\nclient syn\nclient \"abcdef\"").last
                == "client PA 0 ack 0 \"abc\" cut 3"
        )
    }

    @Test("sequence numbers wrap")
    func wrap() throws {
        let script = "connection client.isn=4294967293\nclient syn\nclient \"abcd\"\nclient \"e\""
        #expect(try story(script).dropFirst() == ["client PA 0 ack 0 \"abcd\"", "client PA 4 ack 0 \"e\""])
        // ISN + 1 + 4, modulo 2^32 (RFC 9293 §3.4).
        #expect(try CaptureScript(script).packets[2].bytes[38..<42] == [0, 0, 0, 2])
    }

    @Test("times count from the line before, or from the start")
    func moments() throws {
        let script = """
            connection rtt=20ms
            +5ms handshake
            +1.5ms client "a"
            -0.5ms client "b"
            =1s client "c"
            client "d"
            """
        #expect(try times(script) == [0, 20_000, 20_000, 21_500, 21_000, 995_000, 995_000])
    }

    @Test("a name before a colon says which connection is meant, without one it is the one declared last")
    func connections() throws {
        let script = try CaptureScript(
            """
            connection a client=10.0.0.1:1000
            connection b client=10.0.0.1:2000
            a: client syn
            client syn
            a: client "x"
            """
        )
        let ports = script.packets.map { Int($0.bytes[34]) << 8 | Int($0.bytes[35]) }
        #expect(ports == [1000, 2000, 1000])
    }

    @Test("only one side is recorded where the capture says so, and its numbers know of the other")
    func oneSided() throws {
        let script = "capture only=client\nconnection\nhandshake\nserver \"abc\"\nclient ack"
        let lines = try story(script)
        #expect(lines == ["client S -1", "client A 0 ack 0", "client A 0 ack 3"])
    }

    @Test("timestamps tell the time in milliseconds and echo the peer's last")
    func timestamps() throws {
        let script = try CaptureScript("connection timestamps rtt=20ms\nhandshake\n+5ms client \"a\"")
        let stamps = script.packets.map { Array($0.bytes[58..<66]) }
        // 100000 is 0x000186A0, 500000 is 0x0007A120; the padding is 1, 1, 8, 10 before them.
        #expect(stamps[0] == [0x00, 0x01, 0x86, 0xA0, 0, 0, 0, 0])
        #expect(stamps[1] == [0x00, 0x07, 0xA1, 0x34, 0x00, 0x01, 0x86, 0xA0])
        #expect(stamps[3] == [0x00, 0x01, 0x86, 0xB9, 0x00, 0x07, 0xA1, 0x34])
    }

    @Test("a packet can be captured twice, and a frame can be no TCP at all")
    func otherPackets() throws {
        let script = try CaptureScript("connection\nclient syn\n+1us duplicate\nframe <ff>*60")
        #expect(script.packets[1].bytes == script.packets[0].bytes)
        #expect(script.packets[2].bytes == [UInt8](repeating: 0xFF, count: 60))
    }

    @Test(
        "link types and VLAN tags stand before the same packet",
        arguments: [
            ("link=raw", [] as [UInt8]), ("link=null", [2, 0, 0, 0]), ("link=loop", [0, 0, 0, 2]),
            ("vlan=7", [0x81, 0, 0, 7, 8, 0]), ("vlan=100/7", [0x88, 0xA8, 0, 100, 0x81, 0, 0, 7, 8, 0]),
        ]
    )
    func linkLayers(_ options: String, _ header: [UInt8]) throws {
        let plain = try CaptureScript("connection\nclient \"x\"").packets[0].bytes.dropFirst(14)
        let packet = try CaptureScript("capture \(options)\nconnection\nclient \"x\"").packets[0].bytes
        #expect(hex(packet).hasSuffix(hex(header + Array(plain))))
    }
}

func hex(_ bytes: [UInt8]) -> String {
    bytes.map { byte in
        let digits = String(byte, radix: 16)
        return digits.count < 2 ? "0" + digits : digits
    }.joined(separator: " ")
}
