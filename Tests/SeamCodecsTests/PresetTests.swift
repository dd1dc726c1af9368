import SeamBytes
import SeamCodecs
import SeamTesting
import Testing

/// Presets: bytes written by hand from the protocols' specifications, and what they are.
@Suite struct PresetTests {
    struct Vector: Sendable {
        var codec: String
        var side = Side.client
        var bytes: String
        var units: [String]
    }

    static let vectors: [Vector] = [
        // MQTT 3.1.1: CONNECT of figure 3.6 with an empty client id, PINGREQ, an empty SUBSCRIBE of two bytes.
        Vector(
            codec: "mqtt",
            bytes: "10 0c 0004 'MQTT' 04 02 003c 0000 c000 82 02 0001 00",
            units: [
                "0..<14 CONNECT, 14 bytes", "14..<16 heartbeat PINGREQ, 2 bytes",
                "16..<20 SUBSCRIBE, 4 bytes",
                "20..<21 undecoded mqtt.reserved-type",
            ]
        ),
        Vector(codec: "mqtt", bytes: "30 ffffffff 7f", units: ["0..<6 undecoded mqtt.malformed-length"]),
        Vector(codec: "mqtt", bytes: "30 8001 0001", units: ["0..<5 leftover"]),
        Vector(
            codec: "kafka",
            bytes: "00000011 0003 0002 000000d4 0007 'rdkafka'",
            units: ["0..<21 Metadata, 21 bytes"]
        ),
        Vector(
            codec: "kafka",
            side: .server,
            bytes: "00000006 000000d4 0000 00000003",
            units: ["0..<10 10 bytes", "10..<14 undecoded frame.too-short"]
        ),
        Vector(
            codec: "mongodb",
            bytes: "15000000 01000000 00000000 dd070000 00000000 00 0f000000 00000000 00000000 dd070000",
            units: ["0..<21 OP_MSG, 21 bytes", "21..<37 undecoded frame.too-short"]
        ),
        // Modbus Messaging on TCP/IP, 4.2.1: read one register, and an exception.
        Vector(
            codec: "modbus",
            bytes: "1501 0000 0006 ff 03 0004 0001 1502 0001 0006 ff 03 0004 0001",
            units: ["0..<12 read holding registers, 12 bytes", "12..<24 undecoded modbus.protocol"]
        ),
        Vector(
            codec: "modbus",
            side: .server,
            bytes: "1501 0000 0003 ff 83 02",
            units: ["0..<9 exception, 9 bytes"]
        ),
        Vector(
            codec: "dns",
            bytes: "0011 abcd 0100 0001 0000 0000 0000 00 0002 0001 000b 00",
            units: ["0..<19 query, 19 bytes", "19..<22 undecoded frame.too-short"]
        ),
        // RFC 8446 §5.1.
        Vector(
            codec: "tls",
            bytes: "16 0301 0002 0100 14 0303 0001 01 17 0303 0003 aabbcc 19 0303 0000",
            units: [
                "0..<7 handshake, 7 bytes", "7..<13 change cipher spec, 6 bytes",
                "13..<21 application data, encrypted, 8 bytes", "21..<26 undecoded tls.content-type",
            ]
        ),
        Vector(
            codec: "tls",
            bytes: "80 0a 01 0301 0001 0000 0000 04 15 0300 0002 0228",
            units: ["0..<12 SSL 2.0 client hello, 12 bytes", "12..<19 alert, 7 bytes"]
        ),
        Vector(
            codec: "bgp",
            bytes: "ffffffffffffffffffffffffffffffff 0013 04 ffffffffffffffffffffffffffffffff 0012 04 ff",
            units: ["0..<19 heartbeat KEEPALIVE, 19 bytes", "19..<39 undecoded frame.too-short"]
        ),
        Vector(codec: "bgp", bytes: "ffffff00", units: ["0..<4 undecoded bgp.marker"]),
        Vector(
            codec: "nbss",
            bytes: "00000004 ff 'SMB' 85000000 01000000",
            units: [
                "0..<8 session message, 8 bytes", "8..<12 heartbeat session keep-alive, 4 bytes",
                "12..<16 undecoded nbss.type",
            ]
        ),
        Vector(
            codec: "smpp",
            bytes: "00000010 00000015 00000000 00000001 00000011 00000004 00000000 00000002 00",
            units: ["0..<16 heartbeat enquire_link, 16 bytes", "16..<33 submit_sm, 17 bytes"]
        ),
        Vector(
            codec: "diameter",
            bytes: "01000014 80000101 00000000 00000001 00000002 01000015",
            units: ["0..<20 Capabilities-Exchange, 20 bytes", "20..<24 leftover"]
        ),
        // RFC 4511: bindRequest 3, "", simple "".
        Vector(
            codec: "ldap",
            bytes: "30 0c 020101 60 07 020103 0400 8000 30 81 05 020102 4200 30 80",
            units: [
                "0..<14 bindRequest, 14 bytes", "14..<22 unbindRequest, 8 bytes",
                "22..<24 undecoded ldap.length",
            ]
        ),
        Vector(
            codec: "ldap",
            bytes: "00000004 aabbccdd 31",
            units: ["0..<8 SASL buffer, protected, 8 bytes", "8..<9 undecoded ldap.sequence"]
        ),
        // AMQP 0-9-1: the header, an empty heartbeat, a frame with a wrong end.
        Vector(
            codec: "amqp",
            bytes: "'AMQP' 00000901 08 0000 00000000 ce 01 0000 00000004 000a000b ce 08 0000 00000000 cd",
            units: [
                "0..<8 protocol header, 8 bytes", "8..<16 heartbeat heartbeat, 8 bytes",
                "16..<28 connection.start-ok, 12 bytes", "28..<36 undecoded amqp.frame-end",
            ]
        ),
        Vector(
            codec: "thrift",
            bytes: "00000011 80010001 00000004 'ping' 00000000 00 0000 0002",
            units: ["0..<21 call, 21 bytes", "21..<25 undecoded frame.too-short"]
        ),
        Vector(
            codec: "dubbo",
            bytes: "dabb c2 00 0000000000000001 00000002 4e4e dabb e2 00 0000000000000002 00000001 4e dabc",
            units: [
                "0..<18 request, 18 bytes", "18..<35 heartbeat heart-beat, 17 bytes",
                "35..<37 undecoded dubbo.magic",
            ]
        ),
        Vector(
            codec: "postgres",
            bytes: "00000008 04d2162f 0000000f 00030000 'user' 00 61 00 51 00000006 41 00 01",
            units: [
                "0..<8 request for encryption, 8 bytes", "8..<23 startup, 15 bytes", "23..<30 Query, 7 bytes",
                "30..<31 undecoded postgres.type",
            ]
        ),
        Vector(
            codec: "postgres",
            side: .server,
            bytes: "4e 52 00000008 00000000 5a 00000005 49",
            units: [
                "0..<1 answer to the request for encryption, 1 byte", "1..<10 Authentication, 9 bytes",
                "10..<16 ReadyForQuery, 6 bytes",
            ]
        ),
        Vector(
            codec: "postgres",
            side: .server,
            bytes: "53 16 0303 0001 02 17 0303 0001 00",
            units: [
                "0..<1 answer to the request for encryption, 1 byte", "1..<7 TLS record, encrypted, 6 bytes",
                "7..<13 TLS record, encrypted, 6 bytes",
            ]
        ),
        Vector(
            codec: "mysql",
            bytes: "06000000 03 'BEGIN' 01000000 0e",
            units: ["0..<10 COM_QUERY, 10 bytes", "10..<15 COM_PING, 5 bytes"]
        ),
        Vector(
            codec: "mysql",
            bytes:
                "20000001 000a0000 00000001 21 0000000000000000000000000000000000000000000000 16 0301 0001 01",
            units: ["0..<36 request for TLS, 36 bytes", "36..<42 TLS record, encrypted, 6 bytes"]
        ),
        Vector(
            codec: "mysql",
            side: .server,
            bytes: "07000000 0a '8.0.1' 00 16 0303 0001 02",
            units: ["0..<11 greeting, 11 bytes", "11..<17 TLS record, encrypted, 6 bytes"]
        ),
        Vector(
            codec: "rhsocket",
            bytes: "ff00 0100 02000000 'hi' ff00 0200 00000000",
            units: ["0..<10 type 1, 10 bytes", "10..<18 type 2, 8 bytes"]
        ),
        Vector(
            codec: "protobuf",
            bytes: "03 0a0161 00 8080808080",
            units: ["0..<4 4 bytes", "4..<5 1 byte", "5..<10 undecoded protobuf.too-wide"]
        ),
        Vector(
            codec: "tpkt",
            bytes: "0300 0007 02f080 0300 000b 06e00000000100 04",
            units: [
                "0..<7 data, 7 bytes", "7..<18 connection request, 11 bytes",
                "18..<19 undecoded tpkt.version",
            ]
        ),
        Vector(
            codec: "rpc",
            bytes: "00000008 00000001 00000000 80000001 aa 80000008 00000002 00000001",
            units: [
                "0..<12 call, 12 bytes, first piece", "12..<17 5 bytes, last piece",
                "17..<29 reply, 12 bytes",
            ]
        ),
        Vector(
            codec: "iec104",
            bytes: "6804 43000000 680e 00000000 64010600 01000000 0014 67",
            units: [
                "0..<6 U, start, stop or test, 6 bytes", "6..<22 C_IC_NA_1, 16 bytes",
                "22..<23 undecoded iec104.start",
            ]
        ),
        Vector(
            codec: "http2",
            bytes:
                "'PRI' 20 2a 20 'HTTP/2.0' 0d0a0d0a 'SM' 0d0a0d0a 000000 04 00 00000000 000001 00 01 00000001 61",
            units: ["0..<24 preface, 24 bytes", "24..<33 SETTINGS, 9 bytes", "33..<43 DATA, 10 bytes"]
        ),
        Vector(
            codec: "ssh",
            bytes:
                "'SSH-2.0-x' 0d0a 0000000c 0a 14 00000000000000000000 0000000c 0a 15 00000000000000000000 a1b2",
            units: [
                "0..<11 identification, 11 bytes", "11..<27 KEXINIT, 16 bytes", "27..<43 NEWKEYS, 16 bytes",
                "43..<45 encrypted, up to the end",
            ]
        ),
        Vector(
            codec: "irc",
            side: .server,
            bytes: "3a 'irc.x' 20 '001' 20 'me' 0d0a 'PING' 20 3a 'x' 0a",
            units: ["0..<15 :irc.x 001 me", "15..<23 PING :x"]
        ),
        Vector(
            codec: "smtp",
            side: .server,
            bytes: "'220' 20 'x' 0d0a '250' 2d",
            units: ["0..<7 220 x", "7..<11 leftover"]
        ),
    ]

    @Test("bytes written from the specification are these messages", arguments: vectors.indices)
    func vector(index: Int) throws {
        let vector = Self.vectors[index]
        let units = try CodecProbe.units(vector.codec, CodecProbe.hex(vector.bytes), from: vector.side)
        #expect(units == vector.units, "\(vector.codec)")
    }

    @Test("RTMP: the handshake, then chunks; the chunk size changes where the sender says so")
    func rtmp() throws {
        var bytes: [UInt8] = [3] + [UInt8](repeating: 1, count: 1536 * 2)
        // A command of 130 bytes in chunks of 128 and 2, then Set Chunk Size 4096, then 130 bytes in one.
        bytes += CodecProbe.hex("03 000000 000082 14 00000000") + [UInt8](repeating: 7, count: 128)
        bytes += [0xc3] + [7, 7]
        bytes += CodecProbe.hex("02 000000 000004 01 00000000 00001000")
        bytes += CodecProbe.hex("43 000000 000082 14") + [UInt8](repeating: 7, count: 130)
        bytes += [0xc5]
        #expect(
            try CodecProbe.units("rtmp", bytes) == [
                "0..<1537 handshake 0 and 1, 1537 bytes", "1537..<3073 handshake 2, 1536 bytes",
                "3073..<3213 command, 140 bytes, first piece", "3213..<3216 command, 3 bytes, last piece",
                "3216..<3232 Set Chunk Size, 16 bytes", "3232..<3370 command, 138 bytes",
                "3370..<3371 undecoded rtmp.header",
            ]
        )
    }

    @Test("Bitcoin: version and verack without checksum, as before 2012, and with one")
    func bitcoin() throws {
        let verack = "f9beb4d9 'verack' 000000000000 00000000"
        let old = "f9beb4d9 'version' 0000000000 04000000 017d0000"
        #expect(
            try CodecProbe.units("bitcoin", CodecProbe.hex("\(old) \(verack)"))
                == ["0..<24 version, 24 bytes", "24..<44 verack, 20 bytes"]
        )
        let new = "f9beb4d9 'version' 0000000000 04000000 a1b2c3d4 7f110100"
        #expect(
            try CodecProbe.units("bitcoin", CodecProbe.hex("\(new) \(verack) 5df6e0e2"))
                == ["0..<28 version, 28 bytes", "28..<52 verack, 24 bytes"]
        )
    }

    @Test(
        "a length over the limit is judged by the header",
        arguments: ["mqtt:max=64k", "kafka:max=64k", "tls:max=64"]
    )
    func limits(spec: String) throws {
        let heads = ["mqtt": "30 808004", "kafka": "00010000 0003 0002 00000001", "tls": "17 0303 003c"]
        let name = String(spec.prefix { $0 != ":" })
        let units = try CodecProbe.units(spec, CodecProbe.hex(heads[name] ?? ""))
        #expect(units.count == 1 && units.first?.hasSuffix("undecoded frame.too-long") == true, "\(units)")
    }

    /// Types that each format knows, where the default of 1 is none.
    static let types: [String: [Int]] = [
        "mqtt": [1, 3, 8, 12, 15], "mongodb": [2013, 1], "tls": [20, 21, 22, 23], "ldap": [0x60, 0x63],
        "nbss": [0, 0x81], "amqp": [0x3c_0028, 3 << 32, 8 << 32], "postgres": [0x51, 0x31],
        "modbus": [3, 16],
        "smpp": [4, 0x8000_0004], "diameter": [257], "bitcoin": [0x696e_7600], "opcua": [0x4d5347],
        "rpc": [0], "tpkt": [0xf0], "tns": [6], "rtmp": [8, 20], "http2": [0, 1],
    ]

    static let encoded = CodecRegistry.all.filter { $0.encode != nil && $0.name != "ssh" }.map(\.name)

    @Test("what an encoder writes is read as that many messages, however it is cut", arguments: encoded)
    func random(name: String) throws {
        let codec = try #require(CodecRegistry.all.first { $0.name == name })
        let encode = try #require(codec.encode)
        var random = SplitMix(seed: 7)
        for _ in 0..<5 {
            var writer = ByteWriter()
            if name == "rtmp" { writer.write([3] + [UInt8](repeating: 0, count: 3072)) }
            let count = Int.random(in: 1...6, using: &random)
            for number in 0..<count {
                let size = 4 * Int.random(in: 0...30, using: &random)
                let content = (0..<size).map { _ in UInt8.random(in: .min ... .max, using: &random) }
                let type = Self.types[name, default: [1]].randomElement(using: &random) ?? 1
                try encode(FrameMessage(type: type, number: number + 2, content: content), &writer)
            }
            let units = try CodecProbe.units(name, writer.bytes)
            #expect(units.count == count + (name == "rtmp" ? 2 : 0), "\(units)")
            #expect(!units.contains { $0.contains("undecoded") || $0.contains("leftover") }, "\(units)")
        }
    }

    @Test("cuts do not matter to streams of any bytes", arguments: CodecRegistry.all.map(\.name))
    func hostile(name: String) throws {
        let codec = try #require(CodecRegistry.all.first { $0.name == name })
        guard let factory = try? CodecRegistry.factory(name) else { return }
        var random = SplitMix(seed: 3)
        for round in 0..<10 {
            var writer = ByteWriter()
            // Half of the streams begin well, so that more than a first header is read.
            if round % 2 == 0, let encode = codec.encode {
                let type = Self.types[name, default: [1]].first ?? 1
                try? encode(FrameMessage(type: type, number: 2, content: [1, 2, 3, 4]), &writer)
            }
            let alphabet: [UInt8] = [
                0, 1, 2, 3, 0x0a, 0x0d, 0x16, 0x30, 0x3a, 0x7b, 0x7d, 0x80, 0xff, 0x24, 0x2a,
            ]
            for _ in 0..<Int.random(in: 0...40, using: &random) {
                writer.write(alphabet.randomElement(using: &random) ?? 0)
            }
            for side in Side.allCases {
                let found = Rechunk.counterexample(writer.bytes, random: 4, everyPlace: 24) {
                    side == .client ? factory.make().client : factory.make().server
                }
                #expect(found == nil, "\(name) \(writer.bytes) \(found.map { "\($0)" } ?? "")")
            }
        }
    }
}
