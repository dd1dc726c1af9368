import SeamBytes
import SeamCapture

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The bytes of hex digits; blanks are for the eye.
func hex(_ text: String) -> [UInt8] {
    let digits = text.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

/// A directory that is there as long as the value is.
struct TemporaryDirectory: ~Copyable {
    let path: String

    init() {
        var template = Array("/tmp/seam-capture-XXXXXX".utf8CString)
        path = unsafe String(cString: mkdtemp(&template))
    }

    /// Writes a file and returns its path.
    func file(_ name: String, _ bytes: [UInt8]) -> String {
        let path = "\(self.path)/\(name)"
        let file = unsafe fopen(path, "w")
        unsafe fwrite(bytes, 1, bytes.count, file)
        unsafe fclose(file)
        return path
    }

    deinit { removeTree(path) }
}

private func removeTree(_ path: String) {
    if let directory = unsafe opendir(path) {
        while let entry = unsafe readdir(directory) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe String(cString: UnsafeRawPointer(pointer).assumingMemoryBound(to: CChar.self))
            }
            unsafe unlink("\(path)/\(name)")
        }
        unsafe closedir(directory)
    }
    unsafe rmdir(path)
}

/// The bytes of a file, empty when there is none.
func contents(_ path: String) -> [UInt8] {
    guard let file = unsafe fopen(path, "r") else { return [] }
    defer { unsafe fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = unsafe fread(&bytes, 1, bytes.count, file)
    return Array(bytes[..<count])
}

/// Runs `body` while standard input is a pipe that holds `bytes` and then ends.
func withStandardInput<Result>(_ bytes: [UInt8], _ body: () -> Result) -> Result {
    var ends: [Int32] = [0, 0]
    unsafe pipe(&ends)
    let saved = dup(STDIN_FILENO)
    dup2(ends[0], STDIN_FILENO)
    unsafe write(ends[1], bytes, bytes.count)
    close(ends[1])
    defer {
        dup2(saved, STDIN_FILENO)
        close(saved)
        close(ends[0])
    }
    return body()
}

/// A copy of what a reader gave.
struct Record: Equatable {
    var number: Int
    var nanoseconds: Int
    var originalLength: Int
    var linkType: Int32
    var bytes: [UInt8]
}

/// What a whole capture gives: its packets, what is said besides them, and the error that ended it.
struct Reading {
    var records: [Record] = []
    /// The comments and the interface of each packet.
    var comments: [[String]] = []
    var interfaces: [Int] = []
    var facts = CaptureFacts()
    /// The last record's number, were it a packet or not.
    var count = 0
    var error: CaptureError?
    var files: [CaptureReader.File] = []

    init(_ paths: String..., filter: String? = nil) {
        do throws(CaptureError) {
            var reader = try CaptureReader(files: paths, filter: filter)
            do throws(CaptureError) {
                while let packet = try reader.next() {
                    records.append(Record(copying: packet))
                    comments.append(packet.comments)
                    interfaces.append(packet.interface)
                }
            } catch {
                self.error = error
            }
            files = reader.files
            facts = reader.facts
            count = reader.packetsRead
        } catch {
            self.error = error
        }
    }

    /// Reads a file of these bytes.
    init(bytes: [UInt8], filter: String? = nil) {
        let directory = TemporaryDirectory()
        self.init(directory.file("a", bytes), filter: filter)
    }

    var numbers: [Int] { records.map(\.number) }
}

extension Record {
    init(copying packet: borrowing CapturedPacket) {
        self.init(
            number: packet.number,
            nanoseconds: packet.time.nanoseconds,
            originalLength: packet.originalLength,
            linkType: packet.linkType,
            bytes: [UInt8](copying: packet.bytes)
        )
    }
}
