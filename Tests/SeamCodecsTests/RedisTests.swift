import SeamBytes
import SeamCodecs
import SeamTesting
import Testing

/// RESP: values of the protocol's specification.
@Suite struct RedisTests {
    @Test("commands, replies and nested values")
    func values() throws {
        #expect(
            try CodecProbe.units("redis", "*2\r\n$4\r\nECHO\r\n$5\r\nhello\r\n*1\r\n*2\r\n:1\r\n$-1\r\n") == [
                "0..<25 array of 2: ECHO, 25 bytes", "25..<42 array of 1: 1, 17 bytes",
            ]
        )
        #expect(
            try CodecProbe.units("redis", "+OK\r\n-ERR x\r\n:42\r\n$0\r\n\r\n*0\r\n*-1\r\n", from: .server)
                == [
                    "0..<5 simple string: OK, 5 bytes", "5..<13 error: ERR x, 8 bytes",
                    "13..<18 integer: 42, 5 bytes",
                    "18..<24 bulk string, 6 bytes", "24..<28 array, 4 bytes", "28..<33 array, 5 bytes",
                ]
        )
    }

    @Test("RESP 3: maps count pairs, an attribute belongs to the value behind it, streamed texts end in ;0")
    func version3() throws {
        #expect(
            try CodecProbe.units(
                "redis",
                "%1\r\n+a\r\n#t\r\n|1\r\n+x\r\n:1\r\n,1.5\r\n$?\r\n;2\r\nhi\r\n;0\r\n",
                from: .server
            )
            .map { $0.prefix { $0 != " " } } == ["0..<12", "12..<30", "30..<46"].map { $0[...] }
        )
    }

    @Test("inline commands come from clients only")
    func inline() throws {
        #expect(
            try CodecProbe.units("redis", "PING\r\n+x\r\n") == [
                "0..<6 inline command: PING, 6 bytes", "6..<10 simple string: x, 4 bytes",
            ]
        )
        #expect(try CodecProbe.units("redis", "PING\r\n", from: .server) == ["0..<6 undecoded redis.type"])
    }

    @Test(
        "what breaks a rule",
        arguments: [
            ("*1\r\n?\r\n", "redis.type"), ("$x\r\n", "redis.number"), ("$2\r\nabc\r\n", "redis.bulk-end"),
            ("$99999999999\r\n", "redis.too-long"), ("*1\r\n", "leftover"),
            (String(repeating: "*1\r\n", count: 130), "redis.too-deep"),
        ]
    )
    func broken(_ text: String, _ rule: String) throws {
        #expect(try CodecProbe.units("redis", text).first?.hasSuffix(rule) == true)
    }
}
