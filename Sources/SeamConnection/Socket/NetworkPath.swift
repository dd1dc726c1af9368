internal import SeamPackets

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// Whether there is a network at all between this machine and a host.
///
/// A datagram socket that is connected sends nothing: the system only looks for a route and chooses the address of
/// this side, whose interface must be up and have a carrier. What lies behind the next router it cannot tell.
enum NetworkPath {
    /// Whether a way to the host begins here; a name that cannot be looked up has none.
    static func exists(to target: HostPort) async -> Bool {
        guard let addresses = try? await NameLookup.addresses(of: target) else { return false }
        return addresses.contains(where: exists)
    }

    private static func exists(to address: SocketAddress) -> Bool {
        guard let file = SocketCalls.open(address.family, isDatagram: true) else { return false }
        defer { SocketCalls.close(file) }
        guard case .done = SocketCalls.connect(file, address), let local = SocketCalls.local(file) else {
            return false
        }
        return isRunning(local.address)
    }

    /// Whether the interface with this address is up and has a carrier.
    static func isRunning(_ address: IPAddress) -> Bool {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard unsafe getifaddrs(&list) == 0 else { return true }
        defer { unsafe freeifaddrs(list) }
        #if canImport(Darwin)
        let needed = UInt32(IFF_UP | IFF_RUNNING)
        #else
        let needed = UInt32(IFF_UP | IFF_RUNNING)
        #endif
        var next = unsafe list
        while let entry = unsafe next {
            if let pointer = unsafe entry.pointee.ifa_addr,
                let endpoint = unsafe SocketAddress.endpoint(pointer), endpoint.address == address
            {
                return unsafe entry.pointee.ifa_flags & needed == needed
            }
            unsafe next = entry.pointee.ifa_next
        }
        return false
    }
}
