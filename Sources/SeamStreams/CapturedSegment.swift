public import SeamBytes
public import SeamPackets

/// A segment as a capture has it: what it says, in which packet, and when that was captured.
///
/// Too large for registers, so that it is handed on by its address: in pieces it would be taken apart and put together
/// again at each call.
@dynamicMemberLookup
public struct CapturedSegment: BitwiseCopyable, Sendable {
    /// The number of its packet, from 1.
    public var number: Int
    /// When the packet was captured.
    public var time: Timestamp
    /// What it says.
    public var segment: TCPSegment

    /// A segment that a packet brought.
    @inlinable
    @inline(__always)
    public init(_ segment: TCPSegment, number: Int, time: Timestamp) {
        self.number = number
        self.time = time
        self.segment = segment
    }

    /// A field of the segment.
    @inlinable
    public subscript<Value>(dynamicMember field: KeyPath<TCPSegment, Value>) -> Value {
        @inline(__always)
        get { segment[keyPath: field] }
    }
}
