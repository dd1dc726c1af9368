import Foundation

/// The folder `../shared` beside the checkout, and the release binary that is tested over it.
///
/// `SEAM_SHARED` and `SEAM_BINARY` name them elsewhere. `make test` builds the binary first.
enum Shared {
    static let root = ProcessInfo.processInfo.environment["SEAM_SHARED"] ?? checkout + "/../shared"
    static let binary =
        ProcessInfo.processInfo.environment["SEAM_BINARY"] ?? checkout + "/.build/release/seam"
    static let isPresent = FileManager.default.fileExists(atPath: root + "/truth/README.md")

    static let checkout: String = {
        var url = URL(fileURLWithPath: #filePath)
        for _ in 0..<3 { url.deleteLastPathComponent() }
        return url.path
    }()

    struct Outcome {
        var output: Data
        var errors: String
        var status: Int32
    }

    /// Runs seam and waits for it.
    static func seam(_ arguments: [String]) throws -> Outcome {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: binary)
        process.arguments = arguments
        let output = Pipe()
        let errors = temporary()
        _ = FileManager.default.createFile(atPath: errors, contents: nil)
        process.standardOutput = output
        process.standardError = FileHandle(forWritingAtPath: errors)
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let text = (try? String(contentsOfFile: errors, encoding: .utf8)) ?? ""
        try? FileManager.default.removeItem(atPath: errors)
        return Outcome(output: data, errors: text, status: process.terminationStatus)
    }

    static func temporary() -> String { NSTemporaryDirectory() + "seam-" + UUID().uuidString }

    /// Parses JSON Lines.
    static func lines<Line: Decodable>(_ data: Data, as type: Line.Type = Line.self) throws -> [Line] {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try data.split(separator: 10).map { try decoder.decode(Line.self, from: Data($0)) }
    }

    static func json<Value: Decodable>(_ path: String, as type: Value.Type = Value.self) throws -> Value {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(Value.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
    }
}
