import SeamBytes
import SeamCodecs
import Testing

/// What the first bytes of a connection say about its codec; the bytes are those of real programs.
@Suite struct RecognitionTests {
    private static func name(
        _ client: [UInt8],
        _ server: [UInt8] = [],
        port: UInt16 = 0,
        isFromStart: Bool = true
    )
        -> String?
    {
        let found = Recognition(
            client: client.rawSpan,
            server: server.rawSpan,
            serverPort: port,
            isFromStart: isFromStart
        )
        return found.isSure ? found.factory?.name : nil
    }

    @Test(
        "a signature tells without the other half and without a port",
        arguments: [
            ("10 0c 0004 'MQTT' 04 02 003c 0000", "mqtt"),
            ("16 0301 0200 01 0001fc 0303", "tls"), ("'AMQP' 00000901", "amqp"),
            ("dabb c2 00 0000000000000001 00000002 4e4e", "dubbo"), ("'SSH-2.0-OpenSSH_9.6' 0d0a", "ssh"),
            ("'{' 22 'cmd' 22 ':' 22 'login' 22 '}' 0a", "json"), ("'EHLO' 20 'x' 0d0a", "smtp"),
            ("2a 33 0d0a 24 33 0d0a 'SET' 0d0a 24 31 0d0a 'k' 0d0a 24 31 0d0a 'v' 0d0a", "redis"),
            ("'Content-Length:' 20 32 0d0a0d0a '{}'", "content-length"),
            ("00000029 00030000 'user' 00 'postgres' 00", "postgres"),
            ("ffffffffffffffffffffffffffffffff 001d 01", "bgp"),
            ("00000090 fe 'SMB' 4000", "nbss"), ("'CONNECT' 0a", "stomp"),
            ("'5:hello,'", "netstring"), ("'hello'", nil), ("'OPTIONS' 20 'sip:a' 20 'SIP/2.0' 0d0a", "sip"),
        ] as [(String, String?)]
    )
    func signature(_ bytes: String, _ name: String?) {
        #expect(Self.name(CodecProbe.hex(bytes)) == name)
    }

    @Test("a weak header is not enough, with the answer or the port it is")
    func weak() {
        let request = CodecProbe.hex("1501 0000 0006 ff 03 0004 0001")
        let answer = CodecProbe.hex("1501 0000 0005 ff 03 02 0005")
        let both = Recognition(client: request.rawSpan, server: answer.rawSpan, serverPort: 0)
        #expect(both.isSure && both.factory?.name == "modbus")
        #expect(both.evidence.reason == "the client's first message, the server's first message")
        let withPort = Recognition(client: request.rawSpan, server: RawSpan(), serverPort: 502)
        #expect(withPort.isSure && withPort.evidence.reason == "the client's first message, its usual port")
        let nothing = CodecProbe.hex("0002 0001 0000 0005 00")
        #expect(Self.name(nothing) == nil)
    }

    @Test(
        "a port alone names nothing, and rubbish on it neither",
        arguments: [1883, 6379, 5432, 3306, 9092, 443, 53, 61613, 25] as [UInt16]
    )
    func rubbish(port: UInt16) {
        #expect(Self.name([], port: port) == nil)
        #expect(Self.name(Array("The quick brown fox jumps over the lazy dog".utf8), port: port) == nil)
        var random = SplitMix(seed: UInt64(port))
        for _ in 0..<300 {
            let bytes = (0..<64).map { _ in UInt8.random(in: .min ... .max, using: &random) }
            #expect(Self.name(bytes, port: port) == nil, "\(bytes)")
        }
    }

    @Test("random bytes, and the messages of framings without a signature, name nothing")
    func unknown() {
        var random = SplitMix(seed: 11)
        for round in 0..<2000 {
            var bytes = (0..<48).map { _ in UInt8.random(in: .min ... .max, using: &random) }
            // Type and length in front, as the framings of small programs have them.
            if round % 2 == 0 { bytes.replaceSubrange(0..<4, with: [0, UInt8(round % 4), 0, 44]) }
            #expect(Self.name(bytes) == nil, "\(bytes)")
        }
    }

    @Test("a half that begins inside a message does not count where the capture begins later")
    func midstream() {
        let records = CodecProbe.hex("17 0303 0001 aa 17 0303 0001 bb 17 0303 0001 cc")
        let rubbish: [UInt8] = [0xcc, 0x1c, 0x30, 0x41]
        #expect(Self.name(rubbish, records) == nil)
        #expect(Self.name(rubbish, records, isFromStart: false) == "tls")
    }
}
