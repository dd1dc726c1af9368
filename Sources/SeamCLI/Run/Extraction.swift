import Seam

/// Writes the bytes of each half to a file of its own: `DIR/0-client.bin`, `DIR/0-server.bin` and so on.
///
/// A half without bytes gets no file. Gaps are left out, or filled with zeros that take no room on the disk.
final class Extraction: Observer {
    /// Most files that are open at a time; the others are opened again when more bytes come.
    static let openLimit = 200
    /// Bytes of one file that are kept back until they are written together.
    static let bufferSize = 32 << 10

    private struct OpenFile {
        var path: String
        var descriptor: Descriptor
        var buffer: [UInt8] = []
        /// When it was used last, counted in uses of all files.
        var lastUse = 0
    }

    private let directory: String
    private let fillsGaps: Bool
    /// The open files by half.
    private var open: [Int: OpenFile] = [:]
    /// Which halves have a file, open or not.
    private var made: Set<Int> = []
    private var uses = 0
    /// What went wrong first; nothing is written from then on.
    private(set) var failure: CommandError?

    /// Makes `directory` unless it is there.
    ///
    /// - Throws: `output` when it cannot be made.
    init(into directory: String, fillsGaps: Bool) throws(CommandError) {
        self.directory = directory
        self.fillsGaps = fillsGaps
        try Descriptor.makeDirectory(directory)
    }

    func bytes(_ bytes: RawSpan, at offset: Int, stream: Int, from side: Side) {
        guard bytes.byteCount > 0 else { return }
        let half = Self.key(stream, side)
        attempt { () throws(CommandError) in
            try ready(half)
            open[half]?.buffer.append(contentsOf: bytes)
            if let count = open[half]?.buffer.count, count >= Self.bufferSize { try flush(half) }
        }
    }

    func gap(_ range: ByteRange, stream: Int, from side: Side) {
        guard fillsGaps, !range.isEmpty else { return }
        let half = Self.key(stream, side)
        attempt { () throws(CommandError) in
            try ready(half)
            try flush(half)
            guard let file = open[half], let error = file.descriptor.extend(by: range.count) else { return }
            throw Self.failed(file.path, error)
        }
    }

    /// Writes and closes all files.
    ///
    /// - Throws: `output` for what went wrong first, also while bytes were taken.
    func finish() throws(CommandError) {
        for half in Array(open.keys) { attempt { () throws(CommandError) in try close(half) } }
        if let failure { throw failure }
    }

    private func attempt(_ work: () throws(CommandError) -> Void) {
        guard failure == nil else { return }
        do throws(CommandError) { try work() } catch { failure = error }
    }

    /// Makes sure that the file of a half is open, for which another one may have to be closed.
    private func ready(_ half: Int) throws(CommandError) {
        uses += 1
        if open[half] == nil {
            if open.count >= Self.openLimit { try closeOldest() }
            let path = path(of: half)
            let isNew = made.insert(half).inserted
            let descriptor = try isNew ? Descriptor.create(path) : Descriptor.append(to: path)
            open[half] = OpenFile(path: path, descriptor: descriptor)
        }
        open[half]?.lastUse = uses
    }

    private func closeOldest() throws(CommandError) {
        guard let oldest = open.min(by: { $0.value.lastUse < $1.value.lastUse }) else { return }
        try close(oldest.key)
    }

    private func flush(_ half: Int) throws(CommandError) {
        guard let file = open[half], !file.buffer.isEmpty else { return }
        if let error = file.descriptor.write(file.buffer.rawSpan) { throw Self.failed(file.path, error) }
        open[half]?.buffer.removeAll(keepingCapacity: true)
    }

    private func close(_ half: Int) throws(CommandError) {
        try flush(half)
        guard let file = open.removeValue(forKey: half) else { return }
        if let error = file.descriptor.close() { throw Self.failed(file.path, error) }
    }

    private func path(of half: Int) -> String {
        let side = half & 1 == 0 ? Side.client : Side.server
        return "\(directory)/\(half / 2)-\(side.name).bin"
    }

    private static func key(_ stream: Int, _ side: Side) -> Int { 2 * stream + (side == .client ? 0 : 1) }

    private static func failed(_ path: String, _ error: Int32) -> CommandError {
        .output("cannot write \(path): \(Descriptor.describe(error))")
    }
}
