// Lines that end with LF or CR LF, behind an adapter of a few lines: swiftc line_decoder.swift, then
// seam check --suite line --exec ./line_decoder
//
// A decoder written in Swift need not be run in another process: SeamTesting does the same inside a test.

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

struct LineDecoder {
    private var offset = 0
    private var start = 0

    /// The places of the lines that a piece completes.
    mutating func feed(_ piece: [UInt8]) -> [Range<Int>] {
        var lines: [Range<Int>] = []
        for byte in piece {
            offset += 1
            guard byte == UInt8(ascii: "\n") else { continue }
            lines.append(start..<offset)
            start = offset
        }
        return lines
    }
}

/// Exactly `count` bytes of standard input; nil at its end.
func read(_ count: Int) -> [UInt8]? {
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, size in
        var got = 0
        while got < count {
            let more = read(STDIN_FILENO, buffer.baseAddress.map { $0 + got }, count - got)
            guard more > 0 else { break }
            got += more
        }
        size = got
    }
    return bytes.count == count ? bytes : nil
}

var decoder = LineDecoder()
var answer = ""
while let head = read(4) {
    let count = head.reduce(0) { $0 << 8 | Int($1) }
    if count == 0 {
        print(answer + "{\"end\":true}")
        // stdout is block buffered when it is a pipe.
        fflush(nil)
        answer = ""
        decoder = LineDecoder()
    } else if let piece = read(count) {
        for line in decoder.feed(piece) {
            answer += "{\"start\":\(line.lowerBound),\"end\":\(line.upperBound)}\n"
        }
    }
}
