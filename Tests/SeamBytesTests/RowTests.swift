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
