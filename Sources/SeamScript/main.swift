import SeamBytes
import SeamCapture
import SeamPackets
import SeamTesting

// seam-script: a capture script in, a pcap file out. A tool for who works on seam, no part of the product.

let usage = """
    usage: SeamScript SCRIPT [-o FILE]
    Writes the capture that SCRIPT describes to FILE, or to standard output. fixtures/README.md explains the format.
    """

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
