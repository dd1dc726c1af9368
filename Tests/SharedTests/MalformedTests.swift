import Foundation
import Testing

/// Captures that crashed other programs: damaged files, lying lengths, link types that nobody reads.
@Suite(.enabled(if: Shared.isPresent), .serialized)
struct MalformedTests {
    struct Capture: Decodable {
        var name: String
        var file: String
        var tsharkExit: Int32
    }

    static let folder = "\(Shared.root)/corpus/malformed"
    static let captures: [Capture] = {
        let manifest = try? Data(contentsOf: URL(fileURLWithPath: "\(folder)/manifest.jsonl"))
        return manifest.flatMap { try? Shared.lines($0) } ?? []
    }()

    /// Where the exit status differs from tshark's on purpose, and the words that say what is so.
    ///
    /// A file of a link type that is not read is no damaged file.
    static let decided = ["tcpdump__kday6": "(182) is not supported"]

    static let commands = [
        ["inspect"], ["inspect", "--json", "-v"], ["messages", "-c", "line", "--json"],
        ["messages", "-c", "tlc", "--resync"],
        ["messages", "-c", "stomp", "-v"], ["segments", "--json"], ["streams"],
        ["streams", "-v", "--sort", "bytes"],
    ]

    @Test("no malformed capture crashes, takes 2 s or 200 MB, whatever the command", arguments: commands)
    func survives(_ command: [String]) throws {
        #expect(Self.captures.count == 49)
        for capture in Self.captures {
            let run = try MeasuredRun(command + ["\(Self.folder)/captures/\(capture.file)"])
            #expect(run.status == 0 || run.status == 2, "\(capture.name): \(run.errors)")
            #expect(run.seconds < 2, "\(capture.name)")
        }
    }

    @Test("what tshark cannot read to its end is exit 2 and a message with the file and what to do")
    func exits() throws {
        for capture in Self.captures {
            let path = "\(Self.folder)/captures/\(capture.file)"
            let run = try MeasuredRun(["messages", "-c", "line", path])
            let decision = Self.decided[capture.name]
            #expect(run.status == (capture.tsharkExit == 0 || decision != nil ? 0 : 2), "\(capture.name)")
            if let decision { #expect(run.errors.contains(decision), "\(capture.name): \(run.errors)") }
            guard run.status == 2 else { continue }
            let last = run.errors.split(separator: "\n").last ?? ""
            #expect(last.hasPrefix("seam: \(path): "), "\(capture.name): \(run.errors)")
            #expect(last.contains("; "), "\(capture.name): \(run.errors)")
        }
    }

    @Test("a link type that is not read is named with its number")
    func linkTypes() throws {
        let unread = [("tcpdump__unsupported-link-type-dbus", 231), ("tcpdump__pktap-heap-overflow", 149)]
        for (name, number) in unread {
            let run = try MeasuredRun(["messages", "\(Self.folder)/captures/\(name).pcap"])
            #expect(run.errors.contains("(\(number)) is not supported: 2 packets not read"), "\(run.errors)")
        }
    }
}
