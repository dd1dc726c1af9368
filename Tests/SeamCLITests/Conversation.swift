import Seam
import Testing

@testable import SeamCLI

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Whether this process may capture its loopback interface; else the tests of capturing are left out.
let canCapture: Bool = {
    do throws(CaptureError) {
        _ = try LiveCapture([loopback])
        return true
    } catch {
        return false
    }
}()

#if canImport(Darwin)
let loopback = "lo0"
#else
let loopback = "lo"
#endif

/// The program under test.
let seam = Spawn.productsDirectory + "/seam"

/// A TCP connection of this process with itself, whose client's writes are segments of their own.
final class Conversation {
    #if canImport(Darwin)
    private static let stream = SOCK_STREAM
    #else
    private static let stream = Int32(SOCK_STREAM.rawValue)
    #endif

    let port: UInt16
    private let client: Int32
    private let server: Int32
    private let listener: Int32

    init() throws {
        listener = try Self.listen(at: 0x7F00_0001)
        (client, server, port) = try Self.connect(to: listener, at: 0x7F00_0001)
    }

    /// A connection to a socket that listens at an address, of another network namespace perhaps.
    init(to listener: Int32, at address: UInt32) throws {
        self.listener = listener
        (client, server, port) = try Self.connect(to: listener, at: address)
    }

    /// A socket that listens at an address of the thread's network namespace.
    ///
    /// Its port is lower than the clients', so that who is the server is known where the handshake was not captured.
    static func listen(at address: UInt32) throws -> Int32 {
        let listener = try check(socket(AF_INET, stream, 0))
        for _ in 0..<50 {
            var place = endpoint(address, port: .random(in: 20_000..<30_000))
            let isReady = try unsafe withSockaddr(&place) {
                unsafe bind(listener, $0, $1) == 0 && systemListen(listener, 4) == 0
            }
            if isReady { return listener }
        }
        throw Failure(code: EADDRINUSE)
    }

    private static func connect(
        to listener: Int32,
        at address: UInt32
    ) throws -> (client: Int32, server: Int32, port: UInt16) {
        var place = endpoint(address, port: 0)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let client = try check(socket(AF_INET, stream, 0))
        let isReady = try unsafe withSockaddr(&place) {
            unsafe getsockname(listener, $0, &size) == 0 && systemConnect(client, $0, $1) == 0
        }
        try #require(isReady)
        let server = try check(accept(listener, nil, nil))
        var one: Int32 = 1
        for end in [client, server] {
            try check(unsafe setsockopt(end, Int32(IPPROTO_TCP), TCP_NODELAY, &one, 4))
        }
        return (client, server, UInt16(bigEndian: place.sin_port))
    }

    private static func endpoint(_ address: UInt32, port: UInt16) -> sockaddr_in {
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_addr.s_addr = address.bigEndian
        place.sin_port = port.bigEndian
        return place
    }

    private static func withSockaddr<Result>(
        _ place: inout sockaddr_in,
        _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Result
    ) throws -> Result {
        try unsafe withUnsafeMutableBytes(of: &place) { raw in
            let any = try unsafe #require(raw.assumingMemoryBound(to: sockaddr.self).baseAddress)
            return unsafe body(any, socklen_t(raw.count))
        }
    }

    deinit { for descriptor in [client, server, listener] { close(descriptor) } }

    /// The client writes, and waits a little so that what comes next is another segment.
    func say(_ text: String, pause: UInt32 = 5000) throws {
        let bytes = Array(text.utf8)
        // What the server does not read would stop the client in the end.
        var heard = [UInt8](repeating: 0, count: 1 << 16)
        _ = unsafe recv(server, &heard, heard.count, Int32(MSG_DONTWAIT))
        try check(Int32(unsafe send(client, bytes, bytes.count, 0)))
        usleep(pause)
    }

    /// The server writes.
    func answer(_ text: String) throws {
        let bytes = Array(text.utf8)
        try check(Int32(unsafe send(server, bytes, bytes.count, 0)))
        usleep(5000)
    }

    /// The client writes again and again until a program has ended.
    func say(until program: Spawn, _ text: String) throws {
        for _ in 0..<500 where program.isRunning {
            try say(text)
            usleep(15_000)
        }
    }
}

// Inside Conversation its own functions of these names would be found.
private func systemListen(_ descriptor: Int32, _ count: Int32) -> Int32 { listen(descriptor, count) }

private func systemConnect(
    _ descriptor: Int32,
    _ place: UnsafeMutablePointer<sockaddr>,
    _ size: socklen_t
) -> Int32 {
    unsafe connect(descriptor, place, size)
}

/// Writes bytes to an open file.
func write(_ descriptor: Int32, _ bytes: [UInt8]) -> Int {
    #if canImport(Darwin)
    unsafe Darwin.write(descriptor, bytes, bytes.count)
    #else
    unsafe Glibc.write(descriptor, bytes, bytes.count)
    #endif
}

/// A program that not every machine has.
struct Tool {
    let name: String

    static let tshark = Tool(name: "tshark")
    static let tmux = Tool(name: "tmux")
    static let ip = Tool(name: "ip")

    /// Whether it can be started.
    var isThere: Bool { (try? Spawn(["sh", "-c", "command -v \(name)"]).finish().status == 0) ?? false }
}

extension Spawn {
    func signal(_ number: Int32) throws { try check(kill(child, number)) }

    /// Whether it has not ended yet.
    var isRunning: Bool {
        var info = unsafe siginfo_t()
        let code = unsafe waitid(P_PID, id_t(child), &info, WEXITED | WNOHANG | WNOWAIT)
        return unsafe code == 0 && info.si_signo == 0
    }

    func waitForErrors(_ text: String) throws { try wait(text) { errors.text() } }
    func waitForOutput(_ text: String, times: Int = 1) throws { try wait(text, times) { output.text() } }

    private func wait(_ text: String, _ times: Int = 1, in file: () -> String) throws {
        for _ in 0..<1000 {
            if file().split(separator: text, omittingEmptySubsequences: false).count > times { return }
            usleep(20_000)
        }
        Issue.record("'\(text)' did not come; there is: \(file())")
    }
}
