import Foundation
import Seam
import Testing

@testable import SeamCLI

/// A folder that is gone when it is no longer used.
final class ScratchFolder {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "seam-test-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ name: String, _ bytes: [UInt8]) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
    }

    func text(_ name: String) throws -> String {
        try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
    }

    func bytes(_ name: String) throws -> [UInt8] {
        try Array(Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)")))
    }

    /// The fixture `name`: packets 4 and 5 are `one\ntw`, `o\n`.
    func fixture(_ name: String) throws {
        var capture = TestCapture()
        try capture.open()
        try capture.add(.client, "one\ntw")
        try capture.add(.client, "o\n", at: 6)
        try write("\(name).pcap", Array(capture.file().text(as: [UInt8].self)))
        try write("\(name).expect.jsonl", Array("{\"codec\":\"line\"}\n".utf8))
        _ = try Spawn.seam(["check", "--update", "\(path)/\(name).pcap"])
    }
}

extension Scratch {
    /// What the file holds now, as bytes.
    func text(as type: [UInt8].Type) throws -> [UInt8] {
        try Array(Data(contentsOf: URL(fileURLWithPath: path)))
    }
}

@Suite("check")
struct CheckTests {
    @Test("a byte changed in a fixture is found, and shown with its unit, its values and the bytes around it")
    func changedByte() throws {
        let folder = try ScratchFolder()
        try folder.fixture("lines")
        var bytes = try folder.bytes("lines.pcap")
        // The LF behind "one" becomes a blank: the two lines become one.
        let place = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("one\n".utf8)) })
        bytes[place + 3] = 0x20
        try folder.write("lines.pcap", bytes)
        let outcome = try Spawn.seam(["check", folder.path])
        let text = outcome.output
        #expect(text.hasPrefix("differs  \(folder.path)/lines\n"))
        #expect(text.contains("  line 2 of 3: unit 0 of the client of stream 0; 2 lines are printed\n"))
        #expect(text.contains("    end       expected 4, got 8\n"))
        #expect(text.contains("    summary   expected \"one\", got \"one two\"\n"))
        #expect(text.contains("  bytes of the client of stream 0 around 4; | is where a segment ends\n"))
        #expect(text.contains("         0  6f 6e 65 20 74 77|6f 0a|"))
        #expect(text.contains("  one tw|o.|\n"))
        #expect(text.contains("    byte \(place + 3) of the file is 20, was 0a\n"))
        #expect(text.contains("    that is byte 3 of the client of stream 0, in packet 4\n"))
        #expect(text.hasSuffix("0 passed, 1 failed\n"))
        #expect(outcome.status == 1)
    }

    @Test("a byte that no unit tells of is found all the same, and shown: content, headers, times")
    func silentByte() throws {
        let folder = try ScratchFolder()
        try folder.fixture("lines")
        try folder.write("lines.expect.jsonl", Array("{\"codec\":\"fixed:size=4\"}\n".utf8))
        _ = try Spawn.seam(["check", "--update", folder.path])
        let bytes = try folder.bytes("lines.pcap")
        let place = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("one\n".utf8)) })
        func check(_ place: Int) throws -> String {
            var other = bytes
            other[place] ^= 0x01
            try folder.write("lines.pcap", other)
            return try Spawn.seam(["check", folder.path]).output
        }
        let content = try check(place + 1)
        #expect(content.contains("  the capture is not the one that was recorded\n"))
        #expect(content.contains("    byte \(place + 1) of the file is 6f 'o', was 6e 'n'\n"))
        #expect(content.contains("    that is byte 1 of the client of stream 0, in packet 4\n"))
        #expect(content.contains("         0  6f 6f 65 0a 74 77|6f 0a|"))
        // An Ethernet frame starts with the receiver's card; 16 bytes in front of it is the packet's time.
        let frame = place - 54
        #expect(try check(frame).contains("    that is byte 0 of packet 4, which is no payload of TCP\n"))
        #expect(try check(frame - 12).contains("    that is the time or a length of packet 4\n"))
        #expect(try check(20).contains("differs"))
        try folder.write("lines.pcap", bytes)
        #expect(try Spawn.seam(["check", folder.path]).status == 0)
    }

    @Test("any other capture is found, and an expectation that has no checksum takes any")
    func otherCapture() throws {
        let folder = try ScratchFolder()
        try folder.fixture("lines")
        var bytes = try folder.bytes("lines.pcap")
        // Cards of the first and of the last packet, which has 2 bytes of payload.
        bytes[40] ^= 1
        bytes[bytes.count - 56] ^= 1
        try folder.write("lines.pcap", bytes)
        let outcome = try Spawn.seam(["check", folder.path])
        #expect(outcome.output.contains("    it differs in more than 4 bytes in a row;"))
        #expect(outcome.status == 1)
        let lines = try folder.text("lines.expect.jsonl").split(separator: "\n").dropFirst()
        let old = (["{\"codec\":\"line\"}"] + lines).joined(separator: "\n") + "\n"
        try folder.write("lines.expect.jsonl", Array(old.utf8))
        #expect(try Spawn.seam(["check", folder.path]).status == 0)
    }

    @Test("the output is the same whatever the number of threads")
    func jobs() throws {
        let folder = try ScratchFolder()
        for name in ["a", "b", "c", "d", "e"] { try folder.fixture(name) }
        try folder.write("c.expect.jsonl", Array("{\"codec\":\"line\"}\n".utf8))
        let one = try Spawn.seam(["check", "-j", "1", folder.path])
        let many = try Spawn.seam(["check", "-j", "8", folder.path])
        #expect(one.output == many.output)
        let words = one.output.split(separator: "\n").filter { !$0.hasPrefix(" ") }
        #expect(
            words.map { String($0.prefix(8)) } == [
                "ok      ", "ok      ", "differs ", "ok      ", "ok      ", "4 passed",
            ]
        )
    }

    @Test("--update writes what is printed now, after which nothing differs")
    func update() throws {
        let folder = try ScratchFolder()
        try folder.fixture("a")
        let before = try folder.text("a.expect.jsonl")
        try folder.write("a.expect.jsonl", Array("{\"codec\":\"line\"}\n{}\n".utf8))
        #expect(try Spawn.seam(["check", folder.path]).status == 1)
        #expect(try Spawn.seam(["check", "--update", folder.path]).status == 0)
        #expect(try folder.text("a.expect.jsonl") == before)
    }

    @Test("--junit writes XML with counts, the failure and its text")
    func junit() throws {
        let folder = try ScratchFolder()
        try folder.fixture("good")
        try folder.fixture("wrong")
        try folder.write("wrong.expect.jsonl", Array("{\"codec\":\"tlc\"}\n".utf8))
        let report = folder.path + "/report.xml"
        let outcome = try Spawn.seam(["check", "--junit", report, folder.path])
        #expect(outcome.status == 1)
        let xml = try folder.text("report.xml")
        #expect(
            xml.hasPrefix(
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites tests=\"2\" failures=\"1\" errors=\"0\" "
            )
        )
        #expect(xml.contains("<testcase classname=\"seam check\" name=\"\(folder.path)/good\" time=\""))
        #expect(xml.contains("<failure message=\"line 2 of 1"))
        #expect(xml.contains("&quot;codec&quot;"))
        #expect(
            try Spawn(["python3", "-c", "import sys, xml.dom.minidom as x; x.parse(sys.argv[1])", report])
                .finish().status == 0
        )
    }

    @Test("--tap prints the Test Anything Protocol")
    func tap() throws {
        let folder = try ScratchFolder()
        try folder.fixture("good")
        try folder.fixture("wrong")
        try folder.write("wrong.expect.jsonl", Array("{\"codec\":\"line\"}\n".utf8))
        let text = try Spawn.seam(["check", "--tap", folder.path]).output
        #expect(
            text.hasPrefix(
                "TAP version 13\n1..2\nok 1 - \(folder.path)/good\nnot ok 2 - \(folder.path)/wrong\n  ---\n  message: |\n"
            )
        )
        #expect(text.hasSuffix("  ...\n"))
    }

    @Test("--json prints an object a result, --color colours the first word")
    func json() throws {
        let folder = try ScratchFolder()
        try folder.fixture("good")
        try folder.fixture("wrong")
        try folder.write("wrong.expect.jsonl", Array("{\"codec\":\"line\"}\n".utf8))
        let lines = try Spawn.seam(["check", "--json", folder.path]).output.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first == "{\"name\":\"\(folder.path)/good\",\"verdict\":\"passed\",\"text\":\"\"}")
        let wrong = lines.last.flatMap { JSONValue($0.utf8) }
        #expect(wrong?["verdict"]?.text == "failed")
        #expect(wrong?["text"]?.text?.hasPrefix("  line 2 of 1: unit 0 of the client of stream 0;") == true)
        let text = try Spawn.seam(["check", "--color", "always", folder.path]).output
        #expect(text.contains("\u{1b}[36mok\u{1b}[0m       \(folder.path)/good\n"))
        #expect(text.contains("\u{1b}[1;31mdiffers\u{1b}[0m  \(folder.path)/wrong\n"))
    }

    @Test("--only takes the fixtures of a codec, whatever its keys")
    func only() throws {
        let folder = try ScratchFolder()
        try folder.fixture("a")
        try folder.fixture("b")
        try folder.write("b.expect.jsonl", Array("{\"codec\":\"delimiter:bytes=0a\"}\n".utf8))
        #expect(
            try Spawn.seam(["check", "--only", "line", folder.path]).output.hasSuffix("1 passed, 0 failed\n")
        )
        let other = try Spawn.seam(["check", "-q", "--only", "delimiter", folder.path])
        #expect(other.output.hasSuffix("0 passed, 1 failed\n"))
        let none = try Spawn.seam(["check", "--only", "stomp", folder.path])
        #expect(none.errors == "seam: check: --only stomp: no fixture has that codec\n")
    }

    @Test("a fixture that cannot be read does not hide the others, and the exit status is 2")
    func broken() throws {
        let folder = try ScratchFolder()
        try folder.fixture("a")
        try folder.write("b.pcap", [1, 2, 3])
        try folder.write("b.expect.jsonl", Array("{\"codec\":\"line\"}\n".utf8))
        try folder.fixture("c")
        let outcome = try Spawn.seam(["check", folder.path])
        #expect(outcome.output.hasSuffix("2 passed, 1 failed\n"))
        #expect(outcome.output.contains("\nbroken   \(folder.path)/b\n"))
        #expect(outcome.errors.contains("b.pcap"))
        #expect(outcome.status == 2)
    }

    @Test("--rechunk also asks the re-chunk verifier")
    func rechunk() throws {
        let folder = try ScratchFolder()
        try folder.fixture("a")
        let outcome = try Spawn.seam(["check", "--rechunk", "20", folder.path])
        #expect(outcome.output == "ok       \(folder.path)/a\n1 passed, 0 failed\n")
    }

    @Test("a thousand fixtures are one check")
    func thousand() throws {
        let folder = try ScratchFolder()
        try folder.fixture("a")
        let capture = try folder.bytes("a.pcap")
        let expectation = Array(try folder.text("a.expect.jsonl").utf8)
        for index in 1...999 {
            try folder.write("f\(index).pcap", capture)
            try folder.write("f\(index).expect.jsonl", expectation)
        }
        let outcome = try Spawn.seam(["check", "-q", folder.path])
        #expect(outcome.output == "1000 passed, 0 failed\n")
    }

    @Test("the first line of an expectation takes codecs for ports, and is written as it is read")
    func header() throws {
        let line =
            #"{"codec":"delimiter:text=\\r\\n","codec:9000":"tlc:type=2","carriers":"deliveries","filter":"tcp port \"9\"","crc64":"995dc9bbdf1939fa"}"#
        let options = try #require(FixtureOptions(Array(line.utf8)))
        #expect(options.specs == [#"delimiter:text=\r\n"#, "9000=tlc:type=2"])
        #expect(String(decoding: options.line, as: UTF8.self) == line)
        #expect(FixtureOptions(Array(#"{"codec":1}"#.utf8)) == nil)
        #expect(FixtureOptions(Array(#"{"colour":"red"}"#.utf8)) == nil)
    }
}
