import Seam
import Testing

@testable import SeamCLI

/// What `seam infer` does with its answer.
@Suite("infer")
struct InferTests {
    /// Twenty lines, each in a packet of its own.
    private static func capture() throws -> Scratch {
        var capture = TestCapture()
        try capture.open()
        var offset = 0
        for number in 0..<20 {
            let line = String(repeating: "word ", count: 1 + number % 7) + "\(number)\n"
            try capture.add(.client, line, at: offset)
            offset += line.utf8.count
        }
        return try capture.file()
    }

    @Test("of a capture with more than is looked at the framing is found all the same")
    func sampled() throws {
        var capture = TestCapture()
        let line = String(repeating: "x", count: 51_999) + "\n"
        // 18 halves of a million bytes: more than the 16 MiB that are kept.
        for connection in 0..<18 as Range<UInt16> {
            try capture.open(connection: connection)
            for number in 0..<20 {
                let text = String(line.dropFirst(number % 7 + 1))
                let before = (0..<number).reduce(0) { $0 + line.utf8.count - $1 % 7 - 1 }
                try capture.add(.client, text, at: before, connection: connection)
            }
        }
        let file = try capture.file()
        let found = try Spawn.seam(["infer", "--json", file.path]).output
        #expect(found.contains("\"spec\":\"delimiter:bytes=0a"))
    }

    @Test("--save writes the framing into seam.json, where the next run finds it for the port")
    func save() throws {
        let folder = try ScratchFolder()
        let capture = try Self.capture()
        let seam = "cd \(folder.path) && \(Spawn.productsDirectory)/seam"
        func run(_ arguments: String) throws -> Outcome {
            try Spawn(["/bin/sh", "-c", "\(seam) \(arguments)"]).finish()
        }
        #expect(try run("infer --save mine \(capture.path)").status == 0)
        #expect(try folder.text("seam.json").contains("\"delimiter:bytes=0a\""))
        let messages = try run("messages -q \(capture.path)")
        #expect(messages.output.split(separator: "\n").count == 20)
        // A name that is taken is not written over.
        let again = try run("infer --save mine \(capture.path)")
        #expect(again.status == 2)
        #expect(again.errors.contains("has \"mine\" already"))
    }
}
