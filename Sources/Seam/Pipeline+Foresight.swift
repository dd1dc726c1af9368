import SeamBytes
import SeamStreams

extension Pipeline {
    /// How many packets behind its state what that points to is asked for.
    private static var next: Int { 4 }

    /// Asks memory for the state that a packet to come will need.
    @inline(__always)
    mutating func foresee(_ bytes: RawSpan) {
        table.foresee(bytes)
        let near = table.foreseen(0)
        if near >= 0 { lanes[near % Lane.count].foresee(near / Lane.count) }
        let next = table.foreseen(Self.next)
        if next >= 0 { lanes[next % Lane.count].foreseeNext(next / Lane.count) }
    }

    /// Asks memory for what a packet to come will need to be gathered.
    @inline(__always)
    mutating func foreseeQueue(_ bytes: RawSpan) {
        table.foresee(bytes)
        let next = table.foreseen(Self.next)
        if next >= 0 { gatherings[filling].foresee(table.queueMark(next), next % Lane.count) }
    }
}
