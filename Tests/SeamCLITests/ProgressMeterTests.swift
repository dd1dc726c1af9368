import Seam
import Testing

@testable import SeamCLI

@Suite("progress")
struct ProgressMeterTests {
    @Test("it tells the part, the rate and the time left; of a pipe what is read")
    func text() {
        #expect(
            ProgressMeter.text(500_000_000, of: 2_000_000_000, after: 1_000_000_000)
                == "[#####...............] 25 % of 2.0 GB, 500 MB/s, 3 s left"
        )
        #expect(ProgressMeter.text(1500, of: nil, after: 500_000_000) == "1.5 kB read, 3.0 kB/s")
    }

    @Test("nothing is told where standard error is no terminal")
    func piped() throws {
        let file = try TestCapture().file()
        let outcome = try Spawn.seam(["streams", file.path])
        #expect(!outcome.errors.contains("\r"))
    }

    @Test("no line of inspect is wider than 40, 80 or 120 columns, but for a word", arguments: [40, 80, 120])
    func widths(columns: Int) throws {
        var capture = TestCapture()
        try capture.open()
        try capture.add(.client, "粘包拆包粘包\nsecond message of the client\nth")
        try capture.add(.client, "ird\n", at: 52)
        let file = try capture.file()
        let text = try Spawn.seam(["inspect", "-c", "line", "--width", "\(columns)", file.path]).output
        #expect(text.contains("┴"))
        for line in text.split(separator: "\n") {
            let width = line.unicodeScalars.reduce(0) { $0 + ($1.value < 0x2e80 ? 1 : 2) }
            #expect(width <= columns, "\(line)")
        }
        let ascii = try Spawn.seam(["inspect", "-c", "line", "--ascii", "--width", "\(columns)", file.path])
            .output
        #expect(ascii.utf8.allSatisfy { $0 < 0x80 })
        #expect(ascii.contains("^"))
    }
}
