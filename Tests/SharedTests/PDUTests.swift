import Foundation
import Testing

/// Messages found by recognition against the PDUs that tshark dissected, packet by packet.
@Suite(.enabled(if: Shared.isPresent), .serialized)
struct PDUTests {
    struct PDU: Decodable {
        var proto: String
        var frame: Int
        var stream: Int
        var pdus: Int
        var fields: [String: [String]]
    }

    struct Message: Decodable {
        struct Fields: Decodable {
            var type: Int?
            var isLastPiece: Bool?

            private enum Key: String, CodingKey { case type, isLastPiece }

            /// A type that is a word, as of an HTTP body, is none here.
            init(from decoder: any Swift.Decoder) throws {
                let values = try decoder.container(keyedBy: Key.self)
                type = try? values.decode(Int.self, forKey: .type)
                isLastPiece = try? values.decode(Bool.self, forKey: .isLastPiece)
            }
        }

        var stream: Int
        var kind: String
        var codec: String?
        var layer: Int?
        var start: Int
        var end: Int
        var packets: [Int]?
        var fields: Fields?
    }

    struct Segment: Decodable {
        var packet: Int
        var arrival: String?
    }

    /// The codecs that have another name than the list.
    static let names = [
        "mbtcp": "modbus", "pgsql": "postgres", "resp": "redis", "rtmpt": "rtmp", "iec60870_104": "iec104",
    ]
    /// Lists that count packets.
    static let countedByPacket: Set<String> = ["ftp", "irc", "imap", "smtp", "resp", "ssh"]
    /// Lists of one connection whose messages are one codec's for seam.
    static let together: Set<String> = ["http", "websocket"]
    /// The field with a length, and what the message has besides.
    static let lengths: [String: (field: String, more: Int)] = [
        "kafka": ("kafka.len", 4), "tls": ("tls.record.length", 5), "mbtcp": ("mbtcp.len", 6),
        "bgp": ("bgp.length", 0), "mysql": ("mysql.packet_length", 4), "nbss": ("nbss.length", 4),
        "dns": ("dns.length", 2), "smpp": ("smpp.command_length", 0), "amqp": ("amqp.length", 8),
        "tds": ("tds.length", 0), "diameter": ("diameter.length", 0), "enip": ("enip.length", 24),
        "opcua": ("opcua.transport.size", 0), "openwire": ("openwire.length", 4), "tpkt": ("tpkt.length", 0),
        "iec60870_104": ("iec60870_104.apdulen", 2), "rpc": ("rpc.fraglen", 4),
        "memcache": ("memcache.total_body_length", 24), "tns": ("tns.length", 0),
    ]
    /// An SSL 2.0 hello has three bytes of header less than tshark's length is counted from.
    static let otherLengths: Set<String> = ["moloch__pppoe tls 4", "zeek__ssl.v3 tls 4"]

    /// `capture stream list` of the rows of Documentation/pdus.md.
    static func documented() throws -> Set<String> {
        let page = try String(contentsOfFile: Shared.checkout + "/Documentation/pdus.md", encoding: .utf8)
        var rows: Set<String> = []
        for line in page.split(separator: "\n") where line.hasPrefix("| ") {
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 4, cells[0].contains("__") else { continue }
            for part in cells[1].split(separator: ",") {
                let ends = part.split(separator: "-").compactMap { Int($0) }
                guard let first = ends.first, let last = ends.last else { continue }
                for stream in first...last { rows.insert("\(cells[0]) \(stream) \(cells[2])") }
            }
        }
        return rows
    }

    @Test("in each packet as many messages end as tshark counts, with the lengths that it lists")
    func pdus() throws {
        let corpus = "\(Shared.root)/corpus"
        let manifest = try Data(contentsOf: URL(fileURLWithPath: "\(corpus)/manifest.jsonl"))
        var equal = 0
        var lengths = 0
        var others: Set<String> = []
        for capture in try Shared.lines(manifest, as: CorpusTests.Capture.self) {
            let list = "\(corpus)/pdus/\(capture.name).jsonl"
            guard let data = FileManager.default.contents(atPath: list) else { continue }
            let file = "\(corpus)/captures/\(capture.file)"
            let found = try Found(file)
            var compared: [String: Bool] = [:]
            for pdu in Self.added(try Shared.lines(data, as: PDU.self)) {
                let key = "\(capture.name) \(pdu.stream) \(pdu.proto)"
                let codec = found.codecs[pdu.stream] ?? ""
                let isNamed =
                    codec == Self.names[pdu.proto] ?? pdu.proto
                    || Self.together.isSuperset(of: [codec, pdu.proto])
                compared[key] = compared[key, default: true] && isNamed && found.agrees(with: pdu)
                guard isNamed, let sizes = found.sizes(of: pdu) else { continue }
                if sizes.expected == sizes.got || pdu.proto == "pgsql" {
                    lengths += 1
                } else if !Self.otherLengths.contains("\(capture.name) \(pdu.proto) \(pdu.frame)") {
                    others.insert(key + " lengths \(sizes)")
                }
            }
            equal += compared.values.count { $0 }
            others.formUnion(compared.filter { !$0.value }.keys)
        }
        let documented = try Self.documented()
        #expect(others.subtracting(documented) == [], "not documented in Documentation/pdus.md")
        #expect(documented.subtracting(others).filter { !$0.hasSuffix("xmpp") } == [], "no longer different")
        #expect(equal >= 1340 && lengths >= 2500, "\(equal) streams, \(lengths) packets with lengths")
    }

    /// The PDUs, with those of a packet added up whose lists belong together.
    static func added(_ pdus: [PDU]) -> [PDU] {
        var sums: [[Int]: Int] = [:]
        for pdu in pdus where together.contains(pdu.proto) {
            sums[[pdu.stream, pdu.frame], default: 0] += pdu.pdus
        }
        return pdus.map { pdu in
            guard together.contains(pdu.proto), let sum = sums[[pdu.stream, pdu.frame]] else { return pdu }
            var whole = pdu
            whole.pdus = sum
            return whole
        }
    }

    /// What seam says of a capture, by stream and packet.
    struct Found {
        var codecs: [Int: String] = [:]
        /// Packets that bring nothing new.
        private var old: Set<Int> = []
        private var ends: [[Int]: [Int]] = [:]

        init(_ file: String) throws {
            let segments = try Shared.seam(["segments", "--json", "-q", file]).output
            for segment in try Shared.lines(segments, as: Segment.self)
            where ["retransmission", "duplicate", "probe"].contains(segment.arrival ?? "") {
                old.insert(segment.packet)
            }
            let messages = try Shared.seam(["messages", "--json", "-q", file]).output
            for unit in try Shared.lines(messages, as: Message.self) where unit.layer ?? 0 == 0 {
                if let codec = unit.codec { codecs[unit.stream] = codec }
                guard ["message", "heartbeat"].contains(unit.kind), let last = unit.packets?.max() else {
                    continue
                }
                if unit.codec == "http", unit.kind == "heartbeat" { continue }
                if unit.codec == "rtmp", unit.fields?.isLastPiece == false || unit.fields?.type ?? 0 > 255 {
                    continue
                }
                ends[[unit.stream, last], default: []].append(unit.end - unit.start)
            }
        }

        func agrees(with pdu: PDU) -> Bool {
            if old.contains(pdu.frame) { return true }
            let count = ends[[pdu.stream, pdu.frame]]?.count ?? 0
            return PDUTests.countedByPacket.contains(pdu.proto) ? count > 0 : count == pdu.pdus
        }

        /// The lengths of tshark and of seam, where both have as many; nil elsewhere.
        func sizes(of pdu: PDU) -> (expected: [Int], got: [Int])? {
            guard let rule = PDUTests.lengths[pdu.proto], let texts = pdu.fields[rule.field],
                texts.count == pdu.pdus, let got = ends[[pdu.stream, pdu.frame]], got.count == pdu.pdus
            else { return nil }
            return (texts.compactMap { Int($0) }.map { $0 + rule.more }, got)
        }
    }
}
