import Foundation
import Testing

/// The rules of the house that a compiler does not check (DESIGN section 3, CONTRIBUTING).
@Suite struct HouseTests {
    /// What each target may import: its own line in DESIGN section 3, and the C library.
    ///
    /// SeamReport imports the targets whose values it prints; CGetopt is there because Glibc's Swift module lacks
    /// getopt_long, CPrefetch because Swift has no name for the instruction, CNcurses for the full-screen view.
    static let mayImport: [String: Set<String>] = [
        "SeamBytes": ["CPrefetch"],
        "SeamPackets": ["SeamBytes"],
        "SeamStreams": ["SeamBytes", "SeamPackets"],
        "SeamCodecs": ["SeamBytes", "CZlib"],
        "SeamAnalysis": ["SeamBytes", "SeamStreams", "SeamCodecs"],
        "SeamConnection": ["SeamBytes", "SeamPackets", "SeamCodecs", "COpenSSL"],
        "SeamCapture": ["SeamBytes", "CPcap", "CZlib", "CZstd"],
        "SeamReport": ["SeamBytes", "SeamPackets", "SeamStreams", "SeamCodecs", "SeamAnalysis"],
        "Seam": [
            "SeamBytes", "SeamPackets", "SeamStreams", "SeamCodecs", "SeamAnalysis", "SeamCapture",
            "SeamReport",
        ],
        "SeamCLI": ["Seam", "SeamConnection", "SeamReport", "SeamTesting", "CGetopt", "CNcurses"],
        "SeamTesting": [
            "SeamBytes", "SeamPackets", "SeamStreams", "SeamCodecs", "SeamAnalysis", "SeamCapture",
            "SeamReport",
            "Seam",
        ],
    ]
    static let system: Set<String> = ["Darwin", "Glibc", "Musl", "Synchronization"]

    static let root: String = {
        var url = URL(fileURLWithPath: #filePath)
        for _ in 0..<3 { url.deleteLastPathComponent() }
        return url.path
    }()

    static func files(below folder: String) -> [(path: String, lines: [Substring])] {
        let manager = FileManager.default
        guard let paths = manager.enumerator(atPath: "\(root)/\(folder)") else { return [] }
        return paths.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.sorted().map { path in
            let text = (try? String(contentsOfFile: "\(root)/\(folder)/\(path)", encoding: .utf8)) ?? ""
            return ("\(folder)/\(path)", text.split(separator: "\n", omittingEmptySubsequences: false))
        }
    }

    @Test("targets import only what lies below them", arguments: mayImport.keys.sorted())
    func imports(_ target: String) {
        let allowed = Self.mayImport[target, default: []].union(Self.system)
        let files = Self.files(below: "Sources/\(target)")
        #expect(!files.isEmpty)
        for file in files {
            for line in file.lines {
                let words = line.split(separator: " ").filter { !$0.hasPrefix("@") }
                guard let place = words.firstIndex(of: "import"), place <= 1, words.count > place + 1 else {
                    continue
                }
                guard place == 0 || ["public", "internal", "private"].contains(words[0]) else { continue }
                let module = String(words[place + 1].prefix { $0 != "." })
                #expect(allowed.contains(module), "\(file.path) imports \(module)")
            }
        }
    }

    @Test("no file is longer than 450 lines", arguments: ["Sources", "Tests"])
    func lengths(_ folder: String) {
        for file in Self.files(below: folder) {
            #expect(file.lines.count <= 451, "\(file.path) has \(file.lines.count) lines")
        }
    }

    @Test("half of the source files are shorter than about 130 lines")
    func median() {
        let lengths = Self.files(below: "Sources").map(\.lines.count).sorted()
        #expect(lengths[lengths.count / 2] <= 130)
    }

    @Test("libraries hold no try!, no fatalError, no Foundation and no note to do something later")
    func words() {
        let banned = ["try!", "fatalError(", "import Foundation", "TODO", "FIXME", "XXX"]
        for file in Self.files(below: "Sources") {
            for line in file.lines {
                for word in banned where line.contains(word) {
                    Issue.record("\(file.path): \(line)")
                }
            }
        }
    }
}
