#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif
import SeamBytes
import SeamCapture
import SeamPackets
import SeamTesting

// seam-script: a capture script in, a pcap file out. A tool for who works on seam, no part of the product.

let usage = """
    usage: SeamScript SCRIPT [-o FILE]
    Writes the capture that SCRIPT describes to FILE, or to standard output. fixtures/README.md explains the format.
    """

func fail(_ text: String) -> Never {
    var bytes = Array("seam-script: \(text)\n".utf8)
    unsafe bytes.withUnsafeMutableBytes { _ = unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
    exit(2)
}

func contents(of path: String) -> [UInt8] {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { fail("\(path): \(unsafe String(cString: strerror(errno)))") }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
        let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(file, $0.baseAddress, $0.count) }
        guard count >= 0 else { fail("\(path): \(unsafe String(cString: strerror(errno)))") }
        guard count > 0 else { return bytes }
        bytes += buffer[..<count]
    }
}

func run(_ script: String, to output: String) throws {
    let capture = try CaptureScript(String(decoding: contents(of: script), as: UTF8.self))
    var file = try PcapFileWriter(path: output, linkType: capture.linkType.rawValue)
    for packet in capture.packets {
        try file.append(time: packet.time, bytes: packet.bytes.rawSpan, originalLength: packet.originalLength)
    }
    try file.flush()
}

let words = Array(CommandLine.arguments.dropFirst())
let isComplete = words.count == 1 || (words.count == 3 && words[1] == "-o")
guard isComplete, !words[0].hasPrefix("-") else { fail("\n" + usage) }
do {
    try run(words[0], to: words.count == 3 ? words[2] : "-")
} catch {
    fail("\(words[0]): \(error)")
}
