import SeamBytes
import SeamStreams

extension Pipeline {
    /// How many packets before its turn a connection's state is asked for, and what that points to.
    private static var near: Int { 8 }
    private static var next: Int { 12 }

    /// Asks memory for the state that a packet to come will need.
    @inline(__always)
    mutating func foresee(_ bytes: RawSpan) {
        table.foresee(bytes)
        let near = table.foreseen(Self.near)
        if near >= 0 { lanes[near % Lane.count].foresee(near / Lane.count) }
        let next = table.foreseen(Self.next)
        if next >= 0 { lanes[next % Lane.count].foreseeNext(next / Lane.count) }
    }
}
