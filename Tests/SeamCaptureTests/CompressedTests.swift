import SeamCapture
import Testing

/// Made with gzip -n9 and zstd -19 --no-check: the pcap file header of `ethernet` with `record("aabb")`, and `record("ccdd")`.
private let gzipFile = hex(
    "1f8b0800000000000203bb7278d342260616060460616004928c501e1314afda0d009786f6ec2a000000"
)
private let gzipRecord = hex("1f8b08000000000002036364800026283e731700b13e595e12000000")
private let zstdFile = hex(
    "28b52ffd0068150100d0d4c3b2a10200040004000100000001000200000002000000aabb020060f00d7001"
)
private let zstdRecord = hex("28b52ffd006891000001000000000000000200000002000000ccdd")

@Suite struct CompressedTests {
    @Test("gzip and zstd are seen through, whatever the file's name", arguments: [gzipFile, zstdFile])
    func packed(bytes: [UInt8]) {
        let reading = Reading(bytes: bytes)
        #expect(reading.error == nil)
        #expect(reading.records.map(\.bytes) == [[0xaa, 0xbb]])
    }

    @Test(
        "members and frames in a row are one file",
        arguments: [(gzipFile, gzipRecord), (zstdFile, zstdRecord)]
    )
    func concatenated(first: [UInt8], second: [UInt8]) {
        let reading = Reading(bytes: first + second + second)
        #expect(reading.error == nil)
        #expect(reading.records.map(\.bytes) == [[0xaa, 0xbb], [0xcc, 0xdd], [0xcc, 0xdd]])
    }

    @Test("a skippable frame of zstd, also as the first, and zeros behind gzip are ignored")
    func padding() {
        // RFC 8878 §3.1.2: magic 184d2a50, length 3.
        let skippable = hex("502a4d18 03000000 616263")
        #expect(Reading(bytes: skippable + zstdFile + skippable).records.count == 1)
        #expect(Reading(bytes: skippable + zstdFile + skippable).error == nil)
        #expect(Reading(bytes: gzipFile + [0, 0, 0, 0, 0]).error == nil)
    }

    @Test(
        "damage is told after the packets that were unpacked before it",
        arguments: [
            (
                Array(gzipFile.dropLast(8)) + hex("00000000 2a000000"),
                "the gzip-compressed data is damaged: incorrect data check"
            ),
            (gzipFile.dropLast(3), "the gzip-compressed data is cut off"),
            (gzipFile + hex("ffff"), "the gzip-compressed data is damaged: incorrect header check"),
            (zstdFile + zstdRecord.dropLast(1), "the zstd-compressed data is cut off"),
            (
                zstdFile + hex("ffffffff ffff"),
                "the zstd-compressed data is damaged: Unknown frame descriptor"
            ),
        ]
    )
    func damage(bytes: [UInt8], words: String) {
        let reading = Reading(bytes: bytes)
        #expect(reading.numbers == [1])
        #expect(reading.error?.kind == .damaged)
        #expect(reading.error?.packet == 1)
        #expect(reading.error?.reason == words)
    }

    @Test("nothing packed is an empty file, text packed is text, packed twice is packed data")
    func notCaptures() {
        #expect(Reading(bytes: hex("1f8b080000000000020303000000000000000000")).error?.kind == .emptyFile)
        #expect(Reading(bytes: hex("28b52ffd2000010000")).error?.kind == .emptyFile)
        let text = hex("1f8b08000000000002032b484cce4e2d29e602009636f63f08000000")
        #expect(Reading(bytes: text).error?.kind == .notACapture(.text))
        let twice = hex(
            """
            1f8b080000000000020393efe660000126e6dd4515979dd4d8c4d8581212135826f504c8098bacbfc5cb30bdeddb1b2d
            a01a00776ce2142a000000
            """
        )
        #expect(Reading(bytes: twice).error?.kind == .notACapture(.gzip))
    }

    @Test(
        "cut off at any byte, packed data is an error and no crash",
        arguments: [gzipFile, zstdFile + zstdRecord]
    )
    func everyTruncation(bytes: [UInt8]) {
        for count in 1..<bytes.count where bytes.count - count != zstdRecord.count {
            #expect(Reading(bytes: Array(bytes[..<count])).error != nil)
        }
    }

    @Test("standard input may be packed as well")
    func standardInput() {
        let reading = withStandardInput(gzipFile) { Reading("-") }
        #expect(reading.error == nil)
        #expect(reading.numbers == [1])
    }
}
