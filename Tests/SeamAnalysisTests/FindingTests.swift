import SeamAnalysis
import SeamBytes
import Testing

@Suite("Every finding")
struct EveryFindingTests {
    @Test("it is found where it is true, with its evidence", arguments: FindingCase.all)
    func isFound(_ example: FindingCase) throws {
        let findings = try diagnose(example.script, example.codec, dropped: example.dropped.0)
            .flatMap(\.findings)
        let finding = try #require(findings.first { $0.kind == example.kind }, "\(findings.map(\.kind.id))")
        let hasPlace = finding.packets != nil || finding.range != nil || finding.from != nil
        #expect(hasPlace || !finding.evidence.isEmpty)
    }

    @Test("it is not found where it is nearly true", arguments: FindingCase.all)
    func isNotFound(_ example: FindingCase) throws {
        let findings = try diagnose(example.near, example.codec, dropped: example.dropped.1)
            .flatMap(\.findings)
        #expect(!findings.contains { $0.kind == example.kind })
    }

    @Test("none is left out here")
    func areAll() {
        #expect(Set(FindingCase.all.map(\.kind)) == Set(FindingKind.allCases))
    }
}

@Suite("Findings in content")
struct ContentFindingTests {
    @Test("a content of 300 bytes in a length byte of 44 is an overflow, and the decoder is lost behind it")
    func overflow() throws {
        // Type 1, length 300 mod 256 = 44 = 0x2c; the content's bytes are 0x61.
        let script = open + lines(["<01 02> \"ab\"", "<01 2c> \"a\"*300", "<01 02> \"cd\""])
        let finding = try #require(try find(.lengthOverflow, script, "tlc"))
        #expect(finding.range == ByteRange(4, 50))
        #expect(finding[.declared] == 44 && finding[.likely] == 300 && finding[.lostFrom] == 50)
        #expect(finding.packets?.lowerBound == 6)
        let lost = try #require(try find(.desynchronised, script, "tlc"))
        #expect(lost.range?.start == 50 && lost.bytes == [UInt8](repeating: 0x61, count: 16))
    }

    @Test("coalesced messages of 256 bytes together are no overflow: the next segment is in step")
    func healthy() throws {
        // 46 and 256 bytes in one segment, as above, but the second part is a message too.
        let script = open + lines(["<01 2c> \"a\"*44 <01 fe> \"b\"*254", "<01 02> \"cd\""])
        #expect(try find(.lengthOverflow, script, "tlc") == nil)
        #expect(try find(.desynchronised, script, "tlc") == nil)
    }

    @Test("a little-endian length of 66 read as big-endian is 1107296256")
    func byteOrder() throws {
        let script = open + lines(["<00 01 00 00 00 02> \"ab\"", "<00 01 42 00 00 00> \"x\"*66"])
        let finding = try #require(try find(.lengthByteOrder, script, "tlc:type=2,length=4"))
        #expect(finding.range?.start == 8)
        #expect(finding[.declared] == 1_107_296_256 && finding[.likely] == 66)
    }

    @Test("a little-endian length of two bytes is told from its segment, though it is within the limit")
    func shortByteOrder() throws {
        // 5 little-endian is 05 00, which is 1280 big-endian: the segment holds 5.
        let script =
            open + lines(["<00 02> \"ab\"", "<05 00> \"hello\"", "<00 02> \"cd\""]) + "+1ms close client\n"
        let finding = try #require(try find(.lengthByteOrder, script, "length:width=2"))
        #expect(finding.range?.start == 4)
        #expect(finding[.declared] == 1280 && finding[.likely] == 5)
    }

    @Test("a length that counts characters is short by the bytes that the characters have more")
    func characters() throws {
        // "中文" is e4 b8 ad e6 96 87 in UTF-8: 2 characters, 6 bytes.
        let script =
            open
            + lines(["<00 02> \"ab\"", "<00 05> \"abc\" <e4 b8 ad e6 96 87>", "<00 02> \"cd\""])
        let finding = try #require(try find(.lengthCharacters, script, "length:width=2"))
        #expect(finding.range?.start == 4)
        #expect(finding[.declared] == 5 && finding[.likely] == 9)
    }

    @Test(
        "characters are counted in texts of nothing else, and not in the length itself",
        arguments: [
            ("<00 04> <e7 b2 98 e5 8c 85 e5 8d 8a e5 8c 85>", 4, 12),
            ("<00 02> <f0 9f 98 80>", 2, 4),
            ("<00 82> \"x\"*127 <e7 b2 98 e5 8c 85 e5 8d 8a>", 130, 136),
        ]
    )
    func charactersAlone(_ message: String, _ declared: Int, _ likely: Int) throws {
        let script = open + lines(["<00 02> \"ab\"", message, "<00 02> \"cd\""])
        let finding = try #require(try find(.lengthCharacters, script, "length:width=2"))
        #expect(finding[.declared] == declared && finding[.likely] == likely)
    }

    @Test("a length that is text: 542336370 is 0x20536572, \" Ser\"")
    func text() throws {
        let script = open + lines(["\" Server\\n\""])
        let finding = try #require(try find(.lengthText, script, "length:width=4"))
        #expect(finding.range?.start == 0 && finding[.declared] == 542_336_370)
        #expect(finding.bytes.starts(with: [0x20, 0x53, 0x65, 0x72]))
    }

    @Test("a delimiter in the content of one message of nine is suspected at its place")
    func delimiter() throws {
        let script = open + lines((0..<8).map { "\"message \($0)\" <ff>" } + ["\"bad\" <ff> \"one\" <ff>"])
        let finding = try #require(try find(.delimiterInContent, script, "delimiter:bytes=ff"))
        // Eight messages of 10 bytes, then "bad".
        #expect(finding.range == ByteRange(83, 84))
        #expect(finding.severity == .note)
    }

    @Test("a stream that ends inside a message: 2 of 7 bytes came")
    func unterminated() throws {
        let script = open + lines(["<00 02> \"ab\"", "<00 05> "]) + "+1ms close client\n"
        let finding = try #require(try find(.unterminated, script, "length:width=2"))
        #expect(finding.range == ByteRange(4, 6))
        #expect(finding[.bytes] == 2 && finding[.expected] == 7)
    }

    @Test("a frame over the limit is told with its size; short ones together in a segment are a note")
    func limits() throws {
        let long = open + "+1ms client cut=mss \"x\"*9000 \"\\n\"\n+40ms server ack\n"
        let finding = try #require(try find(.frameOverLimit, long, "line"))
        #expect(finding[.bytes] == 9001 && finding[.limit] == 8192)
        let many =
            "connection mss=65000 rtt=20ms\n+0ms handshake\n+1ms client (\"x\"*99 \"\\n\")*90\n+40ms server ack\n"
        let together = try #require(try find(.limitByCoalescing, many, "line"))
        #expect(together[.bytes] == 9000)
        #expect(try find(.frameOverLimit, many, "line") == nil)
    }

    @Test("a TLS record in place of lines is encrypted content")
    func encrypted() throws {
        let script = open + lines(["<16 03 01 00 05 01 00 00 01 00>"])
        #expect(try find(.encrypted, script, "length:width=1")?.from == .client)
    }
}

@Suite("Findings in how messages travelled")
struct TravelFindingTests {
    @Test("a body that waits 40 ms for the ACK of its header, four times")
    func writeWriteRead() throws {
        var script = "connection mss=1460 rtt=1ms\n+0ms handshake\n"
        for _ in 0..<4 {
            script +=
                "+5ms client <00 05>\n+40ms server ack\n+0.05ms client \"hello\"\n+1ms server <00 01> \"k\"\n"
            script += "+0.1ms client ack\n"
        }
        let finding = try #require(try find(.writeWriteRead, script, "length:width=2"))
        #expect(finding.from == .client && finding.severity == .warning)
        #expect(finding[.count] == 4)
        #expect((150_000_000...170_000_000).contains(finding[.total] ?? 0))
        #expect(finding.range?.start == 2 && finding.packets?.lowerBound == 4)
    }

    @Test("a reader that is closed for 300 ms")
    func zeroWindow() throws {
        let script =
            open + """
                +1ms client "one\\n"
                +20ms server ack win=0
                +300ms server ack win=65535
                +1ms client "two\\n"
                +20ms server ack
                """
        let finding = try #require(try find(.zeroWindow, script, "line"))
        #expect(finding.from == .server && finding[.count] == 1 && finding[.total] == 300_000_000)
        #expect(finding.packets == 5...6)
    }

    @Test(
        "neither a probe of a closed window nor a byte sent again is a keep-alive, though Wireshark labels it so",
        arguments: [
            "+20ms server ack win=0\n+300ms client keepalive\n+20ms server ack win=0\n+40ms server ack win=65535\n",
            "+20ms server ack\n+1ms client \"x\"\n+300ms client @4 \"x\"\n+20ms server ack\n",
        ]
    )
    func noKeepAlive(_ script: String) throws {
        #expect(try find(.keepAlive, open + "+1ms client \"one\\n\"\n" + script, "line") == nil)
    }

    @Test("no finding at all on lines that come one a segment and a close by the client")
    func healthy() throws {
        let script = open + lines((0..<9).map { "\"line \($0)\\n\"" }) + "+1ms close client\n"
        #expect(try diagnose(script, "line")[0].findings.isEmpty)
    }
}

@Suite("Stories of connections")
struct StoryTests {
    @Test("heart-beats of 20 and LF every 2 s that stop before the server closes")
    func heartbeats() throws {
        var script = open + "+1ms client \"login\\n\"\n+20ms server ack\n"
        for _ in 0..<5 { script += "+1980ms client \"20\\n\"\n+20ms server ack\n" }
        script += "+5s close server\n"
        let diagnosis = try diagnose(script, "line")[0]
        let beat = try #require(diagnosis.heartbeats.first)
        #expect(beat.content == Array("20\n".utf8) && beat.count == 5 && beat.isStopped)
        #expect(beat.period == 2_000_000_000 && beat.jitter == 0)
        let finding = try #require(diagnosis.findings.first { $0.kind == .heartbeatTimeout })
        #expect(finding.from == .client && finding[.count] == 5)
    }

    @Test("heart-beats that count up are one kind")
    func counter() throws {
        var script = open
        for number in 1...6 { script += "+980ms client \"\(number)\\n\"\n+20ms server ack\n" }
        let beat = try #require(try diagnose(script, "line")[0].heartbeats.first)
        #expect(beat.isCounter && beat.count == 6 && beat.period == 1_000_000_000)
    }

    @Test("WebSocket pings of the server and the client's pongs, each masked in its own way, that stop")
    func pings() throws {
        var script =
            open + """
                +1ms client "GET / HTTP/1.1\\r\\nHost: a\\r\\nUpgrade: websocket\\r\\nConnection: Upgrade\\r\\n\\r\\n"
                +20ms server "HTTP/1.1 101 OK\\r\\nUpgrade: websocket\\r\\nConnection: Upgrade\\r\\n\\r\\n"
                +1ms client ack

                """
        // RFC 6455 §5.2: 89 is a ping and 8a a pong; 80 in the second byte a mask of four bytes.
        for mask in 1...4 {
            script += "+2960ms server <89 00>\n+20ms client <8a 80 0\(mask) 02 03 04>\n+20ms server ack\n"
        }
        script += "+3s server <89 00>\n+20ms client ack\n+3s close server\n"
        let diagnosis = try diagnose(script, "websocket")[0]
        let ping = try #require(diagnosis.heartbeats.first { $0.from == .server })
        let pong = try #require(diagnosis.heartbeats.first { $0.from == .client })
        #expect(ping.codec == "websocket" && ping.count == 5 && ping.content.first == 0x89)
        #expect(pong.count == 4 && pong.period == 3_000_000_000 && pong.isStopped)
        #expect(diagnosis.findings.contains { $0.kind == .heartbeatTimeout && $0.from == .client })
    }

    @Test("what a STOMP client and server agree on: the larger of what one sends and the other wants")
    func agreed() throws {
        var script =
            open + """
                +1ms client "CONNECT\\naccept-version:1.2\\nheart-beat:1000,500\\n\\n" <00>
                +20ms server "CONNECTED\\nversion:1.2\\nheart-beat:700,2000\\n\\n" <00>
                +20ms client ack

                """
        for _ in 0..<4 { script += "+1980ms client \"\\n\"\n+20ms server ack\n" }
        let beat = try #require(try diagnose(script, "stomp")[0].heartbeats.first { $0.from == .client })
        #expect(beat.agreed == 2_000_000_000)
    }

    @Test("data sent three times again without an answer are lost with a cut network")
    func cut() throws {
        let script =
            open + """
                +1ms client "one\\n"
                +20ms server ack
                +100ms client dropped "two\\n"
                +300ms client dropped @4 "two\\n"
                +600ms client dropped @4 "two\\n"
                +1200ms client dropped @4 "two\\n"
                """
        let diagnosis = try diagnose(script, "line")[0]
        #expect(diagnosis.ending.kind == .cut && diagnosis.ending.by == .server)
        #expect(diagnosis.ending.lostByClient == 4)
        #expect(diagnosis.findings.first { $0.kind == .networkCut }?.packets == 7...9)
    }

    @Test("a client that comes back after the server closed reconnects; one that closed itself does not")
    func reconnects() throws {
        func script(_ side: String) -> String {
            """
            connection a client=10.0.0.1:1000 rtt=20ms
            connection b client=10.0.0.1:1001 rtt=20ms
            a: handshake
            +1ms a: client "half"
            +20ms a: server ack
            +1ms a: close \(side)
            +3s b: handshake
            +1ms b: client "one\\n"
            """
        }
        let after = try diagnose(script("server"), "line")
        #expect(after[1].reconnection?.attempt == 1 && after[1].reconnection?.previous == 0)
        #expect(after[1].findings.contains { $0.kind == .carriedOver && $0[.bytes] == 4 })
        #expect(try diagnose(script("client"), "line")[1].reconnection == nil)
    }
}
