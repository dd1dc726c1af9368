#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What `check` asks the file system.
enum Directory {
    /// Larger expectations are refused.
    static let largestFile = 256 << 20

    /// The names in a directory; nil when the path is none.
    static func entries(_ path: String) -> [String]? {
        guard let folder = unsafe opendir(path) else { return nil }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafePointer(to: entry.pointee.d_name) { field in
                unsafe field.withMemoryRebound(
                    to: CChar.self,
                    capacity: MemoryLayout.size(ofValue: field.pointee)
                ) {
                    unsafe String(cString: $0)
                }
            }
            names.append(name)
        }
        return names
    }

    /// Whether a path is one of a file that can be read.
    static func hasFile(_ path: String) -> Bool { unsafe access(path, R_OK) == 0 }

    /// Removes a file, if it is there.
    static func remove(_ path: String) { unsafe unlink(path) }

    /// All bytes of a file.
    ///
    /// - Throws: `input` that names the file.
    static func contents(_ path: String) throws(CommandError) -> [UInt8] {
        guard let file = unsafe fopen(path, "rb") else {
            throw .input("\(path): \(Descriptor.describe(errno))")
        }
        defer { unsafe fclose(file) }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe block.withUnsafeMutableBytes {
                unsafe fread($0.baseAddress, 1, $0.count, file)
            }
            guard count > 0 else { return bytes }
            bytes.append(contentsOf: block[..<count])
            guard bytes.count <= largestFile else { throw .input("\(path): is larger than 256 MiB") }
        }
    }

    /// Replaces a file by lines.
    ///
    /// - Throws: `output` that names the file.
    static func replace(_ path: String, with lines: [[UInt8]]) throws(CommandError) {
        try OutputFile.with(path) { output in
            for line in lines { output.write(line + [UInt8(ascii: "\n")]) }
        }
    }
}
