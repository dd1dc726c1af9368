public import SeamBytes

/// What a radio knows of a frame, in front of the frame (https://www.radiotap.org).
///
///     | version 1 | pad 1 | length 2 | which fields 4 | fields |      lowest byte first
///
/// One field tells that a check sequence ends the frame. It is not asked for: IP knows where it ends.
public enum Radiotap {
    /// The length of a header without fields, in bytes.
    public static let minimumLength = 8

    @inline(never)
    static func parse(_ bytes: RawSpan, _ walk: inout PacketWalk) throws(PacketIssue) -> PacketLayer {
        let start = try walk.rest.header(minimumLength, of: .radiotap, in: bytes)
        guard start[0] == 0 else { throw .badVersion(.radiotap, start[0]) }
        let length = Int(start.word(2).byteSwapped)
        guard length >= minimumLength else { throw .badHeaderLength(.radiotap, length) }
        try walk.rest.pass(length, of: .radiotap)
        return .wlan
    }

    /// Writes a header without fields.
    public static func emit(into writer: inout ByteWriter) {
        writer.write([0, 0, UInt8(minimumLength), 0, 0, 0, 0, 0])
    }
}
