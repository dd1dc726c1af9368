#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Ends with a line on standard error.
func fail(_ text: String) -> Never {
    var bytes = Array("seam-script: \(text)\n".utf8)
    unsafe bytes.withUnsafeMutableBytes { _ = unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
    exit(2)
}

/// All bytes of a file.
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
