import Foundation
import Seam
import Testing

@testable import SeamCLI

extension ScratchFolder {
    /// The lines of an expectation behind the first.
    func units(_ name: String) throws -> [String] {
        try text("\(name).expect.jsonl").split(separator: "\n").dropFirst().map { String($0) }
    }

    /// The same without words: "summary" is the first member that has any.
    func shape(_ name: String) throws -> [String] {
        try units(name).map { line in
            line.range(of: "\"summary\"").map { String(line[..<$0.lowerBound]) } ?? line
        }
    }
}

@Suite("record")
struct RecordTests {
    /// Two connections of lines; the second has a line in two segments.
    private func capture() throws -> Scratch {
        var capture = TestCapture()
        for connection: UInt16 in [0, 1] { try capture.open(connection: connection) }
        try capture.add(.client, "Alice 17\n")
        try capture.add(.client, "Bob 4", connection: 1)
        try capture.add(.client, "2\nCarol\n", at: 5, connection: 1)
        try capture.add(.server, "ok\n", acknowledges: 13, connection: 1)
        return try capture.file()
    }

    @Test("record and check round trip; only the chosen connection is in the fixture, with number 0")
    func roundTrip() throws {
        let folder = try ScratchFolder()
        let capture = try capture()
        let outcome = try Spawn.seam([
            "record", "-c", "line", "-s", "1", "-o", "\(folder.path)/x", capture.path,
        ])
        #expect(outcome.output == "\(folder.path)/x: 6 packets, 3 units\n", "\(outcome.errors)")
        #expect(outcome.status == 0)
        let lines = try folder.text("x.expect.jsonl").split(separator: "\n")
        // 16 digits of checksum follow.
        #expect(lines[0].hasPrefix(#"{"codec":"line","crc64":""#))
        #expect(lines.count == 4)
        #expect(
            lines[1].hasPrefix(
                #"{"stream":0,"from":"client","index":0,"kind":"message","codec":"line","layer":0,"start":0,"end":7,"packets":[4,5],"verdict":"split+coalesced""#
            )
        )
        #expect(
            try Spawn.seam(["check", folder.path]).output == "ok       \(folder.path)/x\n1 passed, 0 failed\n"
        )
    }

    @Test("a fixture that is there is not replaced without --force")
    func force() throws {
        let folder = try ScratchFolder()
        let capture = try capture()
        let arguments = ["record", "-c", "line", "-o", "\(folder.path)/x.pcap", capture.path]
        #expect(try Spawn.seam(arguments).status == 0)
        let again = try Spawn.seam(arguments)
        #expect(again.errors == "seam: record: \(folder.path)/x.pcap is there; --force replaces it\n")
        #expect(again.status == 2)
        #expect(try Spawn.seam(arguments + ["--force"]).status == 0)
    }

    @Test("the capture itself is never overwritten, not even with --force")
    func overInput() throws {
        let folder = try ScratchFolder()
        try folder.write("x.pcap", capture().text(as: [UInt8].self))
        let path = "\(folder.path)/x.pcap"
        let outcome = try Spawn.seam(["record", "--force", "-c", "line", "-o", path, path])
        #expect(outcome.errors.contains("is also an input"))
        #expect(outcome.status == 2)
    }

    @Test(
        "what cannot be done is said",
        arguments: [
            (["record", "x.pcap"], "record: needs -o NAME, the path of the fixture"),
            (["record", "-o", "x", "-"], "record: reads a capture more than once: give a file, not -"),
        ]
    )
    func usage(arguments: [String], message: String) throws {
        #expect(try Spawn.seam(arguments).errors == "seam: \(message)\n")
    }

    @Test("codecs for ports are kept, with the ports that the fixture has")
    func ports() throws {
        let folder = try ScratchFolder()
        let capture = try capture()
        let path = capture.path
        _ = try Spawn.seam(["record", "-c", "9999=line", "-o", "\(folder.path)/x", path])
        #expect(
            try folder.text("x.expect.jsonl").hasPrefix(#"{"codec":"auto","codec:9999":"line","crc64":""#)
        )
        _ = try Spawn.seam(["record", "--anonymise", "-c", "9999=line", "-o", "\(folder.path)/y", path])
        // 9999, 40000 and 40001 become 10000 to 10002.
        #expect(
            try folder.text("y.expect.jsonl").hasPrefix(#"{"codec":"auto","codec:10000":"line","crc64":""#)
        )
        #expect(try Spawn.seam(["check", "-q", folder.path]).output == "2 passed, 0 failed\n")
    }

    @Test("what was recognised of some connections is not said of all")
    func recognised() throws {
        let folder = try ScratchFolder()
        var capture = TestCapture()
        for connection: UInt16 in [0, 1] { try capture.open(connection: connection) }
        let request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
        try capture.add(.client, request)
        let answer = "HTTP/1.1 204 No Content\r\nServer: b\r\n\r\n"
        try capture.add(.server, answer, acknowledges: request.utf8.count)
        try capture.add(.client, bytes: [0x9C, 0x07, 0xEE, 0x31, 0x55, 0x02], connection: 1)
        let file = try capture.file()
        let path = file.path
        let alone = try Spawn.seam(["record", "-s", "0", "-o", "\(folder.path)/alone", path])
        #expect(alone.status == 0, "\(alone.errors)")
        #expect(try folder.text("alone.expect.jsonl").hasPrefix(#"{"codec":"http","crc64""#))
        for (name, more) in [("plain", []), ("anonymous", ["--anonymise"])] {
            let outcome = try Spawn.seam(["record", "-o", "\(folder.path)/\(name)", path] + more)
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(try folder.text("\(name).expect.jsonl").hasPrefix(#"{"codec":"auto","crc64""#))
        }
        #expect(try folder.shape("anonymous") == folder.shape("plain"))
        #expect(try folder.units("plain").filter { $0.contains(#""codec":"http""#) }.count == 2)
    }

    /// Whether the bytes stand anywhere in the file.
    private func holds(_ file: [UInt8], _ bytes: [UInt8]) -> Bool {
        guard let first = bytes.first, file.count >= bytes.count else { return false }
        return (0...(file.count - bytes.count)).contains {
            file[$0] == first && file[$0..<($0 + bytes.count)].elementsEqual(bytes)
        }
    }

    @Test("--anonymise leaves no address and no card of the original, keeps what was said, and the units")
    func anonymise() throws {
        let folder = try ScratchFolder()
        let original = try capture()
        _ = try Spawn.seam(["record", "-c", "line", "-o", "\(folder.path)/x", original.path])
        let outcome = try Spawn.seam([
            "record", "--anonymise", "-c", "line", "-o", "\(folder.path)/y", original.path,
        ])
        #expect(outcome.status == 0, "\(outcome.errors)")
        let file = try folder.bytes("y.pcap")
        for host: [UInt8] in [[10, 0, 0, 1], [10, 0, 0, 2]] {
            #expect(holds(try folder.bytes("x.pcap"), host))
            #expect(!holds(file, host))
            #expect(!holds(file, [2, 0] + host))
        }
        #expect(holds(file, Array("Alice 17\n".utf8)))
        #expect(try folder.units("y") == folder.units("x"))
        let streams = try Spawn.seam(["streams", "--json", "\(folder.path)/y.pcap"]).output
        #expect(streams.contains(#""client":"198.18.0.1:10001","server":"198.18.0.2:10000""#))
    }

    @Test("--scramble leaves no word of the original either, also when --anonymise follows")
    func scramble() throws {
        let folder = try ScratchFolder()
        let original = try capture()
        _ = try Spawn.seam(["record", "-c", "line", "-o", "\(folder.path)/x", original.path])
        let outcome = try Spawn.seam([
            "record", "--scramble", "--anonymise", "-c", "line", "-o", "\(folder.path)/y", original.path,
        ])
        #expect(outcome.status == 0, "\(outcome.errors)")
        let file = try folder.bytes("y.pcap")
        for word in ["Alice", "Bob", "Carol", "17", "ok\n"] {
            #expect(!holds(file, Array(word.utf8)), "\(word)")
        }
        // All but the words: "summary" is the first member that has any.
        #expect(try folder.shape("y") == folder.shape("x"))
        #expect(try Spawn.seam(["check", "-q", folder.path]).output == "2 passed, 0 failed\n")
    }

    @Test("comments, names, interfaces and secrets of a pcapng file are left behind")
    func pcapng() throws {
        let folder = try ScratchFolder()
        var section = CaptureSection()
        section.hardware = "Secret machine"
        section.comments = ["Secret comment"]
        var writer = PcapngWriter(section)
        var interface = CaptureInterface(linkType: 1)
        interface.name = "secret0"
        writer.append(interface)
        writer.append(DecryptionSecrets(bytes: Array("SECRET_RANDOM 01".utf8)))
        let capture = try capture()
        var source = try CaptureReader(files: [capture.path])
        while let packet = try source.next() {
            writer.append(time: packet.time, bytes: packet.bytes, comments: ["a secret"])
        }
        try folder.write("in.pcapng", writer.bytes)
        let outcome = try Spawn.seam([
            "record", "-c", "line", "-o", "\(folder.path)/x", "\(folder.path)/in.pcapng",
        ])
        #expect(outcome.status == 0, "\(outcome.errors)")
        let file = try folder.bytes("x.pcap")
        for word in ["Secret", "secret", "SECRET"] { #expect(!holds(file, Array(word.utf8))) }
    }

    @Test("of a damaged capture what stands before the damage is recorded, then the damage is told")
    func damaged() throws {
        let folder = try ScratchFolder()
        var capture = TestCapture()
        try capture.open()
        try capture.add(.client, "one\n")
        try capture.add(.client, "two\n", at: 4)
        let file = try capture.file(cut: 3)
        let outcome = try Spawn.seam(["record", "-c", "line", "-o", "\(folder.path)/x", file.path])
        #expect(outcome.output == "\(folder.path)/x: 4 packets, 1 unit\n")
        #expect(outcome.errors.contains("damaged after packet 4"))
        #expect(outcome.status == 2)
    }

    @Test(
        "units whose letters frame them keep those: decimal lengths, words that end a message, STOMP's commands"
    )
    func framing() throws {
        for (spec, text) in [
            ("length:width=3,text=true", "003abc012hello, world"),
            ("delimiter:text=END", "lotENDmoreENDofENDit"),
            ("stomp", "SEND\ndestination:/q\ncontent-length:5\n\na\0b\0c\0SEND\ndestination:/q\n\nd\0"),
        ] where (try? CodecRegistry.factory(spec)) != nil {
            let folder = try ScratchFolder()
            var capture = TestCapture()
            try capture.open()
            try capture.add(.client, text)
            let file = try capture.file()
            let path = file.path
            let plain = try Spawn.seam(["record", "-c", spec, "-o", "\(folder.path)/x", path])
            let outcome = try Spawn.seam(["record", "--scramble", "-c", spec, "-o", "\(folder.path)/y", path])
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(
                plain.output.dropFirst(folder.path.count + 2)
                    == outcome.output.dropFirst(folder.path.count + 2)
            )
            #expect(!holds(try folder.bytes("y.pcap"), Array("hello".utf8)))
            #expect(!holds(try folder.bytes("y.pcap"), Array("more".utf8)))
        }
    }
}
