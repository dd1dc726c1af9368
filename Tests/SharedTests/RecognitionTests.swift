import Foundation
import Testing

/// What `auto` names the codecs of all captures: the right ones, or none.
@Suite(.enabled(if: Shared.isPresent), .serialized)
struct RecognitionTests {
    struct Capture: Decodable {
        var name: String
        var file: String
        var app: String?
    }

    struct Line: Decodable {
        struct Half: Decodable {
            var codec: String?
            var bytes: Int
        }

        struct Halves: Decodable {
            var client: Half
            var server: Half
        }

        var stream: Int
        var halves: Halves
    }

    /// What the manifest calls an application, and its codec.
    static let codecs = [
        "mqtt": "mqtt", "resp": "redis", "tls": "tls", "mysql": "mysql", "dns": "dns", "stomp": "stomp",
        "kafka": "kafka", "amqp": "amqp", "pgsql": "postgres", "smb": "nbss", "ldap": "ldap",
        "dubbo": "dubbo",
        "mbtcp": "modbus", "irc": "irc", "mongo": "mongodb", "smtp": "smtp", "bgp": "bgp", "ftp": "ftp",
        "diameter": "diameter", "grpc": "http2", "openwire": "openwire", "http2": "http2", "iec104": "iec104",
        "bitcoin": "bitcoin", "cql": "cql", "dnp3": "dnp3", "json": "json", "tds": "tds", "opcua": "opcua",
        "rtmp": "rtmp", "rtsp": "rtsp", "s7": "tpkt", "smpp": "smpp", "memcache": "memcache",
        "dcerpc": "dcerpc",
        "sip": "sip", "nbss": "nbss", "rpc": "rpc", "ssh": "ssh", "http": "http", "websocket": "websocket",
    ]
    /// Captures without a connection from which the codec can be told, each for its reason.
    static let untold = [
        "packetbeat__thrift_integration": "the transport without lengths",
        "deepflow__partial-packet-compressed": "MySQL's compressed packets",
    ]
    /// Streams that no list and no application of the manifest tells of, read by eye: each is what it is called.
    static let byEye: Set<String> = [
        "arkime__arkime_synthetic ssh", "arkime__arkime_synthetic ldap", "arkime__arkime_synthetic postgres",
        "arkime__arkime_synthetic tls", "arkime__arkime_synthetic http2", "arkime__arkime_synthetic bitcoin",
        "ndpi__anydesk tls", "zeek__ssh.server-side-half-duplex ssh",
        "pcpp__650HttpResponses websocket",
    ]

    private static func lines(_ file: String) throws -> [Line] {
        try Shared.lines(Shared.seam(["inspect", "--json", "-q", file]).output, as: Line.self)
            .filter { $0.halves.client.bytes + $0.halves.server.bytes > 0 }
    }

    @Test("of the public captures none is called what it is not, and those with a codec are called it")
    func corpus() throws {
        let corpus = "\(Shared.root)/corpus"
        let manifest = try Data(contentsOf: URL(fileURLWithPath: "\(corpus)/manifest.jsonl"))
        for capture in try Shared.lines(manifest, as: Capture.self) {
            var listed: [Int: Set<String>] = [:]
            if let data = FileManager.default.contents(atPath: "\(corpus)/pdus/\(capture.name).jsonl") {
                for pdu in try Shared.lines(data, as: PDUTests.PDU.self) {
                    listed[pdu.stream, default: []].insert(PDUTests.names[pdu.proto] ?? pdu.proto)
                }
            }
            let expected = capture.app.flatMap { Self.codecs[$0] }
            var isMet = false
            for line in try Self.lines("\(corpus)/captures/\(capture.file)") {
                guard let codec = line.halves.client.codec else { continue }
                isMet = isMet || codec == expected
                // HTTP is websocket's first part.
                let right = listed[line.stream, default: []].contains(codec) || codec == expected
                let isSeen = right || Self.byEye.contains("\(capture.name) \(codec)") || codec == "http"
                #expect(isSeen, "\(capture.name) \(line.stream) is called \(codec)")
            }
            guard let expected, Self.untold[capture.name] == nil, !["http", "websocket"].contains(expected)
            else {
                continue
            }
            #expect(isMet, "\(capture.name): nothing is called \(expected)")
        }
    }

    @Test("of the logged captures none is called what it is not, and those with a codec are called it")
    func truth() throws {
        struct Logged: Decodable {
            struct Codec: Decodable { var name: String }
            var codec: Codec?
        }
        let folder = "\(Shared.root)/truth"
        let named = [
            "stomp-1.2": "stomp", "resp": "redis", "mqtt-3.1.1": "mqtt", "json-concatenated": "json",
            "json-lines-with-heartbeat-20": "json",
        ]
        for file in try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        where file.hasSuffix(".pcap") || file.hasSuffix(".pcapng") {
            let name = file.replacingOccurrences(of: ".pcapng", with: "").replacingOccurrences(
                of: ".pcap",
                with: ""
            )
            let logged = try? Shared.json("\(folder)/\(name).truth.json", as: Logged.self)
            guard let codec = logged?.codec?.name else { continue }
            for line in try Self.lines("\(folder)/\(file)") {
                let found = line.halves.client.codec
                if codec.contains("http") || codec.contains("websocket") {
                    #expect(["http", "websocket", nil].contains(found), "\(file)")
                } else {
                    #expect(found == named[codec], "\(file) is \(codec)")
                }
            }
        }
    }
}
