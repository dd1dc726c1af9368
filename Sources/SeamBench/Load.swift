#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A TCP connection over loopback that carries as much as is asked for.
///
/// The receiver is a thread of its own that reads and forgets.
struct Load: ~Copyable {
    /// The server's port.
    let port: Int
    private let listener: Int32
    private let sender: Int32

    init() throws(BenchError) {
        #if canImport(Glibc)
        let stream = Int32(SOCK_STREAM.rawValue)
        #else
        let stream = SOCK_STREAM
        #endif
        let listener = socket(AF_INET, stream, 0)
        let sender = socket(AF_INET, stream, 0)
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let isReady = unsafe withUnsafeMutableBytes(of: &place) { raw in
            guard let any = unsafe raw.assumingMemoryBound(to: sockaddr.self).baseAddress else {
                return false
            }
            var size = socklen_t(raw.count)
            return unsafe bind(listener, any, size) == 0 && listen(listener, 1) == 0
                && getsockname(listener, any, &size) == 0 && connect(sender, any, size) == 0
        }
        guard isReady else { throw BenchError("no connection over loopback") }
        // The reader closes it when the sender does.
        try Self.startReading(accept(listener, nil, nil))
        (self.listener, self.sender) = (listener, sender)
        port = Int(UInt16(bigEndian: place.sin_port))
    }

    deinit {
        shutdown(sender, Int32(SHUT_RDWR))
        for file in [sender, listener] { close(file) }
    }

    private static func startReading(_ file: Int32) throws(BenchError) {
        let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { argument in
            let file = Int32(truncatingIfNeeded: Int(bitPattern: argument))
            var room = [UInt8](repeating: 0, count: 1 << 20)
            while unsafe read(file, &room, room.count) > 0 {}
            close(file)
            return nil
        }
        var thread = pthread_t()
        guard unsafe pthread_create(&thread, nil, main, UnsafeMutableRawPointer(bitPattern: Int(file))) == 0
        else {
            throw BenchError("no thread")
        }
        pthread_detach(thread)
    }

    /// Sends lines of 100 bytes for a time, as fast as possible for a rate of 0; the rate reached in Gbit/s.
    func run(seconds: Int, gigabits: Double) throws(BenchError) -> Double {
        let block = [UInt8]((0..<65_500).map { $0 % 100 == 99 ? 0x0A : 0x78 })
        let start = System.now
        var sent = 0
        while System.now - start < seconds * 1_000_000_000 {
            let count = unsafe write(sender, block, block.count)
            guard count > 0 else { throw BenchError("the connection broke") }
            sent += count
            guard gigabits > 0 else { continue }
            let ahead = Double(sent) * 8 / gigabits - Double(System.now - start)
            if ahead > 1e6 { System.sleep(milliseconds: Int(ahead / 1e6)) }
        }
        return Double(sent) * 8 / Double(System.now - start)
    }
}
