import Foundation
import Seam
import Testing

@testable import SeamCLI

/// What `record` replaces in payload: words under masks and in layers, and addresses where they are spelled out.
@Suite("record: payload")
struct RecordPayloadTests {
    static let fixtures = Checkout.root + "/fixtures"

    /// Runs `record` and answers the bytes of the capture that it wrote.
    private static func record(_ folder: ScratchFolder, _ arguments: [String]) throws -> [UInt8] {
        let outcome = try Spawn.seam(["record", "-q", "-o", "\(folder.path)/x"] + arguments)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try Spawn.seam(["check", "-q", folder.path]).output == "1 passed, 0 failed\n")
        return try folder.bytes("x.pcap")
    }

    private static func holds(_ bytes: [UInt8], _ word: String) -> Bool {
        Data(bytes).range(of: Data(word.utf8)) != nil
    }

    @Test(
        "of every fixture the scrambled recording has the same units in all layers",
        arguments: try FileManager.default.contentsOfDirectory(atPath: fixtures)
            .filter { $0.hasSuffix(Fixture.ending) }.sorted()
    )
    func everyFixture(name: String) throws {
        let fixture = try Fixture("\(Self.fixtures)/\(name.dropLast(Fixture.ending.count))")
        let (header, lines) = try fixture.expected()
        // Reads are an option of messages that record takes, too.
        let seams =
            ["--carriers", header.carriers.rawValue] + (header.reader.text.map { ["--reader", $0] } ?? [])
        let codec = header.specs.flatMap { ["-c", $0] }
        let folder = try ScratchFolder()
        _ = try Self.record(folder, ["--scramble"] + codec + seams + [fixture.capture])
        // What breaks a rule is shown with the bytes that do, so only places and kinds are compared.
        let places = { (line: String) in
            let value = JSONValue(line.utf8)
            return ["stream", "from", "index", "kind", "codec", "layer", "start", "end", "verdict"].map {
                value?[$0]?.description ?? ""
            }
        }
        #expect(
            try folder.units("x").map(places) == lines.map { places(String(decoding: $0, as: UTF8.self)) }
        )
    }

    /// A connection whose client sends, behind an upgrade, text that is masked by 01 02 03 04.
    private static func webSocket(_ texts: [String]) throws -> Scratch {
        var capture = TestCapture()
        try capture.open()
        let request =
            "GET /chat HTTP/1.1\r\nHost: 10.0.0.2:9999\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        let answer =
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n"
        try capture.add(.client, request)
        try capture.add(.server, answer, acknowledges: request.utf8.count)
        var offset = request.utf8.count
        for text in texts {
            let masked = text.utf8.enumerated().map { $1 ^ [1, 2, 3, 4][$0 % 4] }
            let frame = [0x81, 0x80 | UInt8(text.utf8.count), 1, 2, 3, 4] + masked
            try capture.add(.client, bytes: frame, at: offset, acknowledges: answer.utf8.count)
            offset += frame.count
        }
        return try capture.file()
    }

    @Test("words under a mask are replaced, what frames STOMP and JSON in them is kept")
    func masked() throws {
        let body = #"{"user":"Alice","paid":true,"sum":105}"#
        let frame = "SEND\ndestination:/queue/secret\ncontent-length:38\n\n\(body)\0"
        let capture = try Self.webSocket(["CONNECT\nhost:internal\nlogin:bob\n\n\0", frame])
        let folder = try ScratchFolder()
        _ = try Self.record(folder, ["--scramble", "-c", "websocket/stomp", capture.path])
        let plain = try ScratchFolder()
        _ = try Self.record(plain, ["-c", "websocket/stomp", capture.path])
        #expect(try folder.shape("x") == plain.shape("x"))
        // The messages themselves, without masks.
        let stomp = try folder.units("x").filter { $0.contains(#""codec":"stomp""#) }
        #expect(stomp.count == 2)
        #expect(stomp.last?.contains(#""command":"SEND""#) == true)
        let all = try folder.text("x.expect.jsonl")
        let before = try plain.text("x.expect.jsonl")
        for word in ["secret", "/chat"] {
            #expect(before.contains(word), "\(word)")
            #expect(!all.contains(word), "\(word)")
        }
        #expect(all.contains(#""upgrade":"websocket""#))
    }

    @Test("--anonymise replaces addresses, cards and names that payload spells out, and keeps the rest of it")
    func spelledOut() throws {
        let folder = try ScratchFolder()
        let text =
            "from 10.0.0.1 to 10.0.0.2 (02:00:0a:00:00:02, 02-00-0A-00-00-02) at db.example; 10.1.2.3 stays"
        var capture = TestCapture()
        try capture.open()
        try capture.add(.client, text + "\n")
        var writer = PcapngWriter()
        writer.append(CaptureInterface(linkType: 1))
        writer.append(ResolvedName(address: [10, 0, 0, 2], names: ["db.example"]))
        let source = try capture.file()
        var reader = try CaptureReader(files: [source.path])
        while let packet = try reader.next() { writer.append(time: packet.time, bytes: packet.bytes) }
        try folder.write("in.pcapng", writer.bytes)
        let made = try ScratchFolder()
        let file = try Self.record(made, ["--anonymise", "-c", "line", "\(folder.path)/in.pcapng"])
        for word in ["10.0.0.1", "10.0.0.2", "02:00:0a:00:00:02", "02-00-0A-00-00-02", "db.example"] {
            #expect(!Self.holds(file, word), "\(word)")
        }
        #expect(Self.holds(file, "10.1.2.3 stays\n"))
        #expect(Self.holds(file, "from "))
        let line = try #require(try made.units("x").first)
        #expect(line.contains(#""end":\#(text.utf8.count + 1),"#))
    }

    @Test("an address in binary is replaced, and nothing beside it; one of other packets, too")
    func binary() throws {
        var capture = TestCapture()
        try capture.open()
        try capture.add(.client, bytes: [0x61, 0x0A, 0, 0, 2, 0x62, 0x0A, 0, 0, 3, 0x63, 0xFF])
        var writer = PcapWriter(linkType: LinkType.ethernet.rawValue)
        let source = try capture.file()
        var reader = try CaptureReader(files: [source.path])
        while let packet = try reader.next() {
            writer.append(time: packet.time, bytes: packet.bytes, originalLength: packet.originalLength)
        }
        // A datagram of UDP from 10.0.0.3.
        let header: [UInt8] = [0x45, 0, 0, 28, 0, 0, 0, 0, 64, 17, 0, 0, 10, 0, 0, 3, 10, 0, 0, 1]
        let datagram = Array(repeating: 2, count: 12) + [0x08, 0x00] + header + [0, 53, 0, 53, 0, 8, 0, 0]
        writer.append(time: Timestamp(nanoseconds: 0), bytes: datagram.map { UInt8($0) }, originalLength: 42)
        let folder = try ScratchFolder()
        try folder.write("in.pcap", writer.bytes)
        let made = try ScratchFolder()
        let file = Data(
            try Self.record(made, ["--anonymise", "-c", "delimiter:bytes=ff", "\(folder.path)/in.pcap"])
        )
        #expect(file.range(of: Data([10, 0, 0, 2])) == nil)
        #expect(file.range(of: Data([10, 0, 0, 3])) == nil)
        let payload = file.suffix(12).map { $0 }
        #expect(payload[0] == 0x61 && payload[5] == 0x62 && payload[10...] == [0x63, 0xFF])
        #expect(payload[1...2] == [198, 18] && payload[6...7] == [198, 18])
    }

    @Test("an address under a mask is replaced as well")
    func maskedAddress() throws {
        let capture = try Self.webSocket([#"{"peer":"10.0.0.2","n":1}"#])
        let folder = try ScratchFolder()
        let file = try Self.record(folder, ["--anonymise", "-c", "websocket", capture.path])
        #expect(!Self.holds(file, "10.0.0.2"))
        let masked = "10.0.0.2".utf8.enumerated().map { $1 ^ [1, 2, 3, 4][(9 + $0) % 4] }
        let before = try Data(capture.text(as: [UInt8].self))
        #expect(before.range(of: Data(masked)) != nil)
        #expect(Data(file).range(of: Data(masked)) == nil)
        // "peer" is payload, and stays.
        let word = "peer".utf8.enumerated().map { $1 ^ [1, 2, 3, 4][(2 + $0) % 4] }
        #expect(Data(file).range(of: Data(word)) != nil)
    }
}
