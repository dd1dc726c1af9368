import SeamAnalysis
import Testing

@Suite("Counts by case")
struct CountTableTests {
    @Test("a count goes on where its four bytes are full")
    func carry() {
        var counts = CountTable<Verdict, 4>()
        counts.add(0xFFFF_FFFF, to: .split)
        counts.add(2, to: .split)
        counts.add(1, to: .whole)
        #expect(counts[.split] == 0x1_0000_0001)
        #expect(counts[.whole] == 1)
        #expect(counts[.coalesced] == 0)
        #expect(counts.total == 0x1_0000_0002)
    }

    @Test("counts that are large at once are added whole")
    func large() {
        var counts = CountTable<Verdict, 4>()
        counts.add(5 << 32 | 7, to: .coalesced)
        var sum = counts
        sum.add(counts)
        #expect(sum[.coalesced] == 10 << 32 | 14)
        #expect(sum != counts)
    }
}
