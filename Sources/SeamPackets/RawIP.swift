/// IP with nothing in front of it: the version in the first 4 bits tells which.
///
/// There is no header to emit.
enum RawIP {
    static func parse(_ bytes: RawSpan, _ walk: inout PacketWalk) throws(PacketIssue) -> PacketLayer {
        let version = try walk.rest.header(1, of: .rawIP, in: bytes)[0] >> 4
        switch version {
        case 4: return .ipv4
        case 6: return .ipv6
        default: throw .badVersion(.rawIP, version)
        }
    }
}
