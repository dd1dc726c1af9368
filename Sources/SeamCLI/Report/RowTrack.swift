import Seam

/// The rows of one kind of a half: where their blocks lie, and what waits to become one.
///
///     block: numbers of its rows | numbers of its seams | its lines
struct RowTrack {
    /// A layer above these is not shown.
    static let mostLayers = 16

    /// Rows that lie together.
    struct Block {
        /// Where it begins in the file.
        let offset: Int
        /// The number of its first row, and of its first seam.
        let firstRow: Int
        let firstSeam: Int
        let rows: Int32
        let seams: Int32
        let numberBytes: Int32
        let lineBytes: Int32

        /// The place of the lines in the file.
        var lines: Range<Int> {
            let start = offset + Int(numberBytes) + Int(seams) * RowIndex.seamLayout.size
            return start..<(start + Int(lineBytes))
        }

        /// The place of the numbers of some rows, counted from the block's first.
        func numbers(_ rows: Range<Int>, ofSize size: Int) -> Range<Int> {
            (offset + rows.lowerBound * size)..<(offset + rows.upperBound * size)
        }

        /// The place of the numbers of some seams, counted from the block's first.
        func seamNumbers(_ seams: Range<Int>) -> Range<Int> {
            let start = offset + Int(numberBytes)
            return
                (start + seams.lowerBound * RowIndex.seamLayout.size)..<(start + seams.upperBound
                * RowIndex.seamLayout.size)
        }
    }

    var blocks: [Block] = []
    private(set) var rows = 0
    private(set) var seams = 0
    private var lines: [UInt8] = []
    private var numbers: [UInt8] = []
    private var seamNumbers: [UInt8] = []
    private(set) var waitingRows = 0
    private var waitingSeams = 0

    var waitingBytes: Int { lines.count + numbers.count + seamNumbers.count }

    /// Adds a row; tells how many bytes that takes.
    mutating func add(_ line: RawSpan, _ entry: RowIndex.Entry) -> Int {
        let before = waitingBytes
        lines.append(contentsOf: line)
        lines.append(UInt8(ascii: "\n"))
        entry.numbers.append(to: &numbers)
        for var seam in entry.seams {
            seam.integers.append(Double(rows))
            seam.append(to: &seamNumbers)
        }
        waitingSeams += entry.seams.count
        rows += 1
        waitingRows += 1
        return waitingBytes - before
    }

    /// Takes what waits as a block that will begin at `offset`.
    mutating func takeBlock(at offset: Int) -> (Block, [UInt8])? {
        guard waitingRows > 0 else { return nil }
        let block = Block(
            offset: offset,
            firstRow: rows - waitingRows,
            firstSeam: seams,
            rows: Int32(clamping: waitingRows),
            seams: Int32(clamping: waitingSeams),
            numberBytes: Int32(clamping: numbers.count),
            lineBytes: Int32(clamping: lines.count)
        )
        let bytes = numbers + seamNumbers + lines
        seams += waitingSeams
        (lines, numbers, seamNumbers, waitingRows, waitingSeams) = ([], [], [], 0, 0)
        return (block, bytes)
    }

    /// The blocks with rows, or seams, of a range, each with those of it, counted from its first.
    func blocks(of part: RowStore.Part, in range: Range<Int>) -> [(Block, Range<Int>)] {
        let first: (Block) -> Int = { part == .seams ? $0.firstSeam : $0.firstRow }
        let count: (Block) -> Int = { Int(part == .seams ? $0.seams : $0.rows) }
        var low = 0
        var high = blocks.count
        while low < high {
            let middle = (low + high) / 2
            if first(blocks[middle]) + count(blocks[middle]) > range.lowerBound {
                high = middle
            } else {
                low = middle + 1
            }
        }
        var found: [(Block, Range<Int>)] = []
        for block in blocks[low...] {
            let own = (first(block)..<(first(block) + count(block))).clamped(to: range)
            guard first(block) < range.upperBound else { break }
            if own.isEmpty { continue }
            found.append((block, (own.lowerBound - first(block))..<(own.upperBound - first(block))))
        }
        return found
    }
}
