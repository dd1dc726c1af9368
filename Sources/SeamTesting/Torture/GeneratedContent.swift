import SeamBytes

/// Contents of messages that anybody can make again: the number of the message, a colon, and letters.
///
///     0:qkzbw   1:mmp   2:xtoaeebz
public enum GeneratedContent {
    /// The content of message `index`, of a random size in `sizes`; a small one has the first bytes of its number.
    public static func bytes(at index: Int, sizes: ClosedRange<Int>, seed: UInt64) -> [UInt8] {
        var generator = SeededGenerator(seed: seed &+ UInt64(truncatingIfNeeded: index) &* 0x9e37_79b9)
        let span = sizes.upperBound - sizes.lowerBound + 1
        let size = sizes.lowerBound + generator.next(below: span)
        var content: [UInt8] = []
        content.reserveCapacity(size)
        content.appendDecimal(index)
        content.append(UInt8(ascii: ":"))
        if content.count > size { content.removeLast(content.count - size) }
        while content.count < size {
            content.append(UInt8(ascii: "a") + UInt8(truncatingIfNeeded: generator.next(below: 26)))
        }
        return content
    }
}
