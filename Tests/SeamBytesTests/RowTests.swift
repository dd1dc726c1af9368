import SeamBytes
import Testing

@Suite struct RowTests {
    @Test("values are appended, changed where they stand, and forgotten")
    func values() {
        var row = Row<Int>()
        for number in 0..<1000 { row.append(number * number) }
        row[7] += 1
        let seen = [row.count, row[7], row[999]]
        #expect(seen == [1000, 50, 998_001])
        row.removeAll()
        row.append(3)
        let rest = [row.count, row[0]]
        #expect(rest == [1, 3])
    }

    @Test("a row takes no more room than it is told to, and gives it back")
    func room() {
        var row = Row<Int>(room: 0)
        let none = [row.count, row.room]
        #expect(none == [0, 0])
        for number in 0..<9 { row.append(number) }
        row.removeFirst(2)
        row.removeSubrange(1..<4)
        #expect(row.copy(0..<row.count) == [2, 6, 7, 8])
        row.setRoom(2)
        #expect(row.room == 4)
        row.removeAll()
        row.setRoom(0)
        #expect(row.room == 0)
        row.append(5)
        #expect(row.copy(0..<1) == [5])
    }

    @Test("bytes are appended whole and overwritten in place")
    func bytes() {
        var row = Row<UInt8>()
        row.append(contentsOf: Array("abc".utf8).rawSpan)
        row.append(contentsOf: RawSpan())
        row.append(contentsOf: [UInt8](repeating: 0x2E, count: 40).rawSpan)
        row.replace(at: 1, with: Array("XY".utf8).rawSpan)
        let text = String(decoding: [UInt8](copying: row.bytes), as: UTF8.self)
        #expect(text == "aXY" + String(repeating: ".", count: 40))
    }
}
