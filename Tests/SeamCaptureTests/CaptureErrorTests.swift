import Testing

@testable import SeamCapture

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

@Suite struct CaptureErrorTests {
    @Test("a record cut off: its predecessors are read, then the damage is told")
    func truncatedRecord() throws {
        let directory = TemporaryDirectory()
        let whole = ethernet + record("aaaa") + record("bbbb")
        let path = directory.file("a.pcap", whole.dropLast())
        let reading = Reading(path)
        #expect(reading.numbers == [1])
        let error = try #require(reading.error)
        #expect(error.kind == .damaged)
        #expect(error.packet == 1)
        let words = "the next record is cut off: 17 of 18 bytes at byte 42"
        #expect(error.description == "\(path): damaged after packet 1: \(words)")
    }

    @Test("damage in the second file is placed by the number in that file")
    func damageInSecondFile() throws {
        let directory = TemporaryDirectory()
        let first = directory.file("1.pcap", ethernet + record("aa") + record("bb"))
        let second = directory.file("2.pcap", ethernet + record("cc") + hex("01000000"))
        let reading = Reading(first, second)
        #expect(reading.numbers == [1, 2, 3])
        #expect(reading.error?.file == second)
        #expect(reading.error?.packet == 1)
    }

    @Test("after the damage there is nothing more, not even the next file")
    func nothingMore() throws {
        let directory = TemporaryDirectory()
        let damaged = directory.file("1.pcap", ethernet + hex("01000000"))
        var reader = try CaptureReader(files: [damaged, directory.file("2.pcap", ethernet + record("aa"))])
        #expect(throws: CaptureError.self) { while try reader.next() != nil {} }
        let isAtEnd = try reader.next() == nil
        #expect(isAtEnd)
    }

    @Test("a record that says it has 4 GB is damage, not a crash")
    func absurdLength() throws {
        let directory = TemporaryDirectory()
        let path = directory.file("a.pcap", ethernet + hex("01000000 00000000 ffffffff ffffffff 00"))
        let error = try #require(Reading(path).error)
        #expect(error.description.hasPrefix("\(path): damaged before the first packet: "))
        #expect(error.reason.contains("4294967295"))
    }

    @Test("the file header cut off is damage, nothing at all an empty file", arguments: [0, 4, 23])
    func truncatedHeader(length: Int) throws {
        let directory = TemporaryDirectory()
        let error = try #require(Reading(directory.file("a.pcap", Array(ethernet[..<length]))).error)
        #expect(error.kind == (length == 0 ? .emptyFile : .damaged))
    }

    @Test(
        "what is not a capture is named by its first bytes",
        arguments: [
            ("fd377a58 5a00 0004 e6", "xz-compressed data", "xz -dc"),
            ("736e6f6f 70000000 00000002", "a snoop capture", "editcap"),
            ("0a7b226c 6f67223a 7b7d7d", "JSON (a HAR file?)", "tcpdump -w"),
            ("31323a30 303a3030 2e30", "text", "tcpdump -w"),
        ]
    )
    func foreign(bytes: String, name: String, advice: String) throws {
        let directory = TemporaryDirectory()
        let path = directory.file("a.pcap", hex(bytes))
        let error = try #require(Reading(path).error)
        #expect(error.description == "\(path): not a capture but \(name)")
        #expect(error.advice.contains(advice))
    }

    @Test("bytes that nobody knows are not a capture")
    func unknown() throws {
        let directory = TemporaryDirectory()
        let path = directory.file("a.pcap", hex("00010203 04050607 08"))
        #expect(Reading(path).error?.description == "\(path): not a capture")
    }

    @Test("a wrong filter is told in libpcap's words before any packet")
    func filterSyntax() throws {
        let directory = TemporaryDirectory()
        let path = directory.file("a.pcap", ethernet + record("aa"))
        let reading = Reading(path, filter: "tcp prot 80")
        #expect(reading.records.isEmpty)
        let error = try #require(reading.error)
        #expect(error.kind == .filter("tcp prot 80"))
        #expect(error.description.hasPrefix("\(path): filter 'tcp prot 80': "))
        #expect(error.reason.contains("syntax error"))
    }
}

@Suite("Names of files that cannot be opened") struct FileNameTests {
    @Test("a missing second file is told before the first packet")
    func missingSecond() {
        let directory = TemporaryDirectory()
        let first = directory.file("1.pcap", ethernet + record("aa"))
        let reading = Reading(first, "\(directory.path)/2.pcap")
        #expect(reading.records.isEmpty)
        #expect(reading.error?.description == "\(directory.path)/2.pcap: no such file")
    }

    @Test("a second file that is no capture is told after the packets of the first")
    func foreignSecond() {
        let directory = TemporaryDirectory()
        let first = directory.file("1.pcap", ethernet + record("aa"))
        let second = directory.file("2.pcap", Array("packets\n".utf8))
        let reading = Reading(first, second)
        #expect(reading.numbers == [1])
        #expect(reading.error == CaptureError(.notACapture(.text), file: second))
    }

    @Test("a directory is called one")
    func directory() {
        let directory = TemporaryDirectory()
        #expect(Reading(directory.path).error?.kind == .isDirectory)
    }

    @Test("standard input is taken once")
    func standardInputTwice() {
        #expect(Reading("-", "-").error?.description == "standard input: named twice")
    }

    @Test(
        "the system's error numbers have their kinds",
        arguments: [
            (ENOENT, CaptureError.Kind.noSuchFile), (ENOTDIR, .noSuchFile), (EACCES, .permissionDenied),
            (EPERM, .permissionDenied), (EISDIR, .isDirectory), (EIO, .unreadable),
        ]
    )
    func errorNumbers(code: Int32, kind: CaptureError.Kind) {
        #expect(System.error(code, reading: "a.pcap").kind == kind)
    }
}
