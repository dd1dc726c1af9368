import SeamBytes
import Testing

@Suite("CRC-64")
struct CRC64Tests {
    private static func sum(_ bytes: [UInt8]) -> UInt64 {
        var sum = CRC64()
        sum.append(bytes)
        return sum.value
    }

    @Test("the check value of the catalogues: 123456789 gives 995dc9bbdf1939fa, in pieces too")
    func checkValue() {
        #expect(Self.sum(Array("123456789".utf8)) == 0x995D_C9BB_DF19_39FA)
        var pieces = CRC64()
        pieces.append(Array("1234".utf8))
        pieces.append(Array("56789".utf8))
        #expect(pieces.value == 0x995D_C9BB_DF19_39FA)
        #expect(CRC64().value == 0)
    }

    @Test("one byte that differs is found wherever it stands", arguments: [0, 1, 500, 998, 999])
    func oneByte(place: Int) {
        let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 * 7) }
        var other = bytes
        other[place] ^= 0x20
        let burst = CRC64.burst(Self.sum(bytes), Self.sum(other), count: 1000)
        #expect(burst == CRC64.Burst(offset: place, change: [0x20]))
    }

    @Test(
        "four bytes in a row are found, equal ones between them too; five are not, nor two far from each other"
    )
    func severalBytes() {
        let bytes = [UInt8](repeating: 0x61, count: 300)
        func burst(_ changes: [(Int, UInt8)]) -> CRC64.Burst? {
            var other = bytes
            for (place, change) in changes { other[place] ^= change }
            return CRC64.burst(Self.sum(bytes), Self.sum(other), count: 300)
        }
        #expect(burst([(10, 1), (13, 4)]) == CRC64.Burst(offset: 10, change: [1, 0, 0, 4]))
        #expect(burst([(296, 1), (299, 4)]) == CRC64.Burst(offset: 296, change: [1, 0, 0, 4]))
        #expect(burst([(10, 1), (14, 4)]) == nil)
        #expect(burst([(0, 1), (299, 1)]) == nil)
        #expect(burst([]) == nil)
    }
}
