/// The bytes that the layers still to come have, as offsets in the packet.
///
/// A layer's parser reads its header at `start`, moves `start` behind it, and may draw the end nearer.
/// `start` never passes what was captured: a header that is not all there ends the walk.
///
///     | Ethernet | IPv4 | TCP, payload   | trailer |
///                       ^ start          ^ end          capturedEnd is the same, or where the snap length cut
///
/// It stands apart from what the layers have said because Swift loads a struct whole to call a method on it:
/// with the addresses beside them, each look at a position waited for stores just made (a third of the time).
struct PacketExtent {
    /// The offset of the next layer's first byte.
    private(set) var start = 0
    /// The offset behind the last captured byte that belongs to the next layer.
    private(set) var capturedEnd: Int
    /// The offset behind the next layer's last byte on the wire, as the lengths read so far say.
    private(set) var end: Int

    /// All of a packet.
    ///
    /// An original length below what was captured is a broken file and not believed.
    init(captured: Int, originalLength: Int) {
        capturedEnd = captured
        end = max(originalLength, captured)
    }

    /// The next `count` bytes, the header of `layer`; an issue when they were not captured.
    @inline(__always)
    @_lifetime(copy bytes)
    func header(_ count: Int, of layer: PacketLayer, in bytes: RawSpan) throws(PacketIssue) -> HeaderBytes {
        guard count <= capturedEnd - start else { throw missing(count, of: layer) }
        return HeaderBytes(bytes, at: start, count: count)
    }

    /// Goes behind a header of `count` bytes of `layer`; an issue when they were not captured.
    @inline(__always)
    mutating func pass(_ count: Int, of layer: PacketLayer) throws(PacketIssue) {
        guard count <= capturedEnd - start else { throw missing(count, of: layer) }
        start += count
    }

    /// Takes the word of a layer that only `count` bytes follow; more than there are on the wire changes nothing.
    @inline(__always)
    mutating func narrow(to count: Int) {
        guard count < end - start else { return }
        end = start + count
        capturedEnd = min(capturedEnd, end)
    }

    @inline(never)
    private func missing(_ count: Int, of layer: PacketLayer) -> PacketIssue {
        let had = capturedEnd - start
        return count <= end - start
            ? .truncated(layer, required: count, had: had) : .short(layer, required: count, had: had)
    }
}
