import SeamBytes
import Testing

@Suite struct StreamMapTests {
    @Test("an inner range resolves through two layers to the bytes of the half")
    func twoLayers() {
        var frames = StreamMap()
        frames.append(parent: ByteRange(6, 11), childCount: 5)
        frames.append(parent: ByteRange(13, 16), childCount: 3)
        #expect(frames.resolve(ByteRange(3, 7)) == [ByteRange(9, 11), ByteRange(13, 15)])
        var segments = StreamMap()
        segments.append(parent: ByteRange(1000, 1010), childCount: 10)
        segments.append(parent: ByteRange(5000, 5010), childCount: 10)
        #expect(
            segments.resolve(frames.resolve(ByteRange(3, 7))) == [
                ByteRange(1009, 1010), ByteRange(5000, 5001), ByteRange(5003, 5005),
            ]
        )
    }

    @Test("an inflated piece answers with all the bytes of its block")
    func inflated() {
        var map = StreamMap()
        map.append(parent: ByteRange(2, 9), childCount: 100, isLinear: false)
        #expect(map.resolve(ByteRange(50, 51)) == [ByteRange(2, 9)])
    }
}
