#if os(Linux)
import Foundation
import Testing

/// What the release binary of `make` loads before it does anything: each library costs every start.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: Shared.binary)))
struct StartTests {
    @Test("of libraries only the C library and the compiler's are loaded at the start, not libpcap's dozen")
    func libraries() throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["readelf", "-d", Shared.binary]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let needed = text.split(separator: "\n").filter { $0.contains("(NEEDED)") }.compactMap { line in
            line.split(separator: "[").last?.prefix { $0 != "]" && $0 != "." }
        }
        #expect(needed.contains("libc"))
        let expected: Set<Substring> = ["libc", "libm", "libgcc_s", "ld-linux-x86-64", "ld-linux-aarch64"]
        #expect(Set(needed).subtracting(expected) == [])
    }
}
#endif
