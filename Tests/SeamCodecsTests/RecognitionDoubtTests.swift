import SeamBytes
import SeamCodecs
import Testing

/// Bytes that passed for a preset once: binary formats of one's own, blank bytes, compressed ones.
@Suite struct RecognitionDoubtTests {
    private func name(_ client: String, _ server: String = "", port: UInt16 = 0) -> String {
        let (client, server) = (CodecProbe.hex(client), CodecProbe.hex(server))
        let found = Recognition(client: client.rawSpan, server: server.rawSpan, serverPort: port)
        return found.isSure ? found.factory?.name ?? "" : "none"
    }

    @Test(
        "a type of two bytes and a length of four are no Modbus, no Kafka, no MySQL",
        arguments: [
            ("0002 00000011 e0961 6ea08ba3b3b0d9542d0ed28ad24", ""),
            ("0003 00000006 020289a63464", ""),
            ("0004 00000000 0004 0000002e 066fea5c56888d8d9adf2e2248", "0005 00000002 b527 0004 00000015"),
            ("0002 0000003b 55b484 01aff8550f69b5fda68e934dc40f9ab01fe4", ""),
            ("0004 00000005 719fdfdcd7 0001 0000002c 6afe8228c06dbd4844b58082", ""),
        ]
    )
    func typeLengthContent(_ client: String, _ server: String) {
        for port: UInt16 in [0, 9000] { #expect(name(client, server, port: port) == "none") }
    }

    @Test("zeros are no EtherNet/IP, on whichever port")
    func zeros() {
        let zeros = String(repeating: "00", count: 144)
        for port: UInt16 in [0, 1433, 44818, 27017] {
            #expect(name(zeros, zeros, port: port) == "none")
        }
    }

    @Test("text that says hello is no IEC 60870-5-104, though it starts with 68 and a length")
    func hello() {
        // Lines of 103 bytes: 68 starts an APDU, 65 is a length of 101, so that one follows the other.
        let line = String(repeating: "68656c6c6f20", count: 17) + "0a"
        #expect(name(line + line) == "none")
    }

    @Test("gzip on MySQL's port is no MySQL, buffers with lengths on LDAP's port no LDAP")
    func ports() {
        #expect(name("1f8b0800000000000203ed903d6e02410c857b", port: 3306) == "none")
        #expect(name("00000003 aabbcc 00000001 ff", "00000002 aabb", port: 389) == "none")
    }

    @Test("small numbers in a row are no MongoDB, AMQP, TNS or TDS")
    func numbers() {
        #expect(name("26170000 000e0000 000000 22 1d010000 00002701 00000017") == "none")
        #expect(name("08000000 24000e0d 0000000b 15000000 23150000 0000") == "none")
        #expect(name("17001d0d 04001e00 00000f00 23160000", port: 1521) == "none")
        #expect(name("1000001d 00250000 0015 0300 00000b1e", "11050100 00000a00") == "none")
    }

    @Test(
        "what is one is recognised as before: with its port, or by both sides",
        arguments: [
            ("1501 0000 0006 ff 03 0004 0001", "1501 0000 0005 ff 03 02 0000", UInt16(0), "modbus"),
            ("1501 0000 0006 ff 03 0004 0001", "", 502, "modbus"),
            ("00000011 0003 0002 000000d4 0007 'rdkafka'", "00000006 000000d4 0000", 9092, "kafka"),
            ("65000400 00000000 00000000 0000000000000000 00000000 01000000", "", 44818, "enip"),
            // A NOP, which is zeros, before the session is registered.
            (
                "000000000000000000000000000000000000000000000000 65000400 00000000 00000000 0000000000000000 00000000 01000000",
                "65000400 78563412 00000000 0000000000000000 00000000 01000000", 0, "enip"
            ),
            ("'AMQP' 00000901", "", 0, "amqp"),
        ]
    )
    func still(_ client: String, _ server: String, _ port: UInt16, _ expected: String) {
        #expect(name(client, server, port: port) == expected)
    }
}
