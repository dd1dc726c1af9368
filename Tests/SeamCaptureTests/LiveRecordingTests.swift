import SeamBytes
import Testing

@testable import SeamCapture

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite struct LiveRecordingTests {
    private static let interfaces = [CaptureInterface(linkType: 1, snapLength: 65535)]

    /// A directory of its own, without the last slash.
    private static func directory() throws -> String {
        var template = Array("/tmp/seam-recording.XXXXXX".utf8CString)
        try #require(unsafe mkdtemp(&template) != nil)
        return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    private static func append(
        _ recording: inout LiveRecording,
        _ bytes: [UInt8],
        second: Int = 0
    ) throws(CaptureError) {
        let time = Timestamp(seconds: second, nanoseconds: 7)
        try recording.append(
            CapturedPacket(number: 1, time: time, originalLength: 0, linkType: 1, bytes: bytes.rawSpan)
        )
    }

    private static func packets(_ path: String) throws -> [[UInt8]] {
        var reader = try CaptureReader(files: [path])
        var packets: [[UInt8]] = []
        while let packet = try reader.next() { packets.append([UInt8](copying: packet.bytes)) }
        return packets
    }

    @Test(
        "files of a rotation are numbered before the ending of the name",
        arguments: [
            ("w.pcapng", "w.00003.pcapng"), ("/a.b/w", "/a.b/w.00003"), ("dir/.hidden", "dir/.hidden.00003"),
        ]
    )
    func names(path: String, third: String) {
        var options = RecordingOptions(path: path)
        #expect(LiveRecording.path(3, options) == path)
        options.bytesPerFile = 1
        #expect(LiveRecording.path(3, options) == third)
        options.path = "-"
        #expect(LiveRecording.path(3, options) == "-")
    }

    @Test("a file that is full is followed by one that opens by itself, and only the last ones are kept")
    func rotation() throws {
        let folder = try Self.directory()
        defer { unsafe rmdir(folder) }
        var options = RecordingOptions(path: "\(folder)/w.pcapng")
        // Two packets of 32 + 68 bytes each.
        options.bytesPerFile = 200
        options.keptFiles = 2
        var recording = try LiveRecording(options, section: CaptureSection(), interfaces: Self.interfaces)
        for number in 0..<7 { try Self.append(&recording, [UInt8](repeating: UInt8(number), count: 68)) }
        try recording.finish([], at: Timestamp(nanoseconds: 0))
        let files = recording.files
        defer { files.forEach { unsafe unlink($0) } }
        #expect(files == ["\(folder)/w.00003.pcapng", "\(folder)/w.00004.pcapng"])
        #expect(unsafe access("\(folder)/w.00002.pcapng", F_OK) != 0)
        #expect(try Self.packets(files[0]).map(\.first) == [4, 5])
        #expect(try Self.packets(files[1]).map(\.first) == [6])
        #expect(recording.packets == 7)
    }

    @Test("a file is followed by another one when its time has passed")
    func time() throws {
        let folder = try Self.directory()
        defer { unsafe rmdir(folder) }
        var options = RecordingOptions(path: "\(folder)/w")
        options.secondsPerFile = 10
        var recording = try LiveRecording(options, section: CaptureSection(), interfaces: Self.interfaces)
        for second in [100, 109, 110, 119, 120] { try Self.append(&recording, [1], second: second) }
        try recording.flush()
        let files = recording.files
        defer { files.forEach { unsafe unlink($0) } }
        #expect(try files.map { try Self.packets($0).count } == [2, 2, 1])
    }

    @Test("what was counted stands at the end: delivered is what arrived without what was dropped")
    func counts() throws {
        let folder = try Self.directory()
        defer { unsafe rmdir(folder) }
        let path = "\(folder)/w"
        defer { unsafe unlink(path) }
        var recording = try LiveRecording(
            RecordingOptions(path: path),
            section: CaptureSection(),
            interfaces: Self.interfaces
        )
        var counts = LiveCounts()
        counts.received = 100
        counts.droppedByKernel = 7
        counts.droppedByInterface = 2
        counts.droppedByQueue = 3
        try recording.finish([counts], at: Timestamp(nanoseconds: 1))
        var reader = try CaptureReader(files: [path])
        while try reader.next() != nil {}
        let statistics = try #require(reader.facts.interfaces[0].statistics)
        #expect(statistics.received == 100)
        #expect(statistics.droppedBySystem == 7)
        #expect(statistics.dropped == 2)
        #expect(statistics.delivered == 90)
    }
}
