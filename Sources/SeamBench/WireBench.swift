import Seam
import SeamConnection
import SeamTesting
import Synchronization

/// Many messages through `seam serve` and the library in every way of cutting: complete, in order, equal; and how fast
/// and how large that is beside an echo in plain C of the same bytes.
struct WireBench: Sendable {
    static let help = """
          seam-bench wire [--count N] [--seam PATH]
                                           N messages (100000) of random sizes from seam serve to a client of the
                                           library, in every way of cutting, and echoed by seam and by a C program

        """

    /// Neither client nor server may be larger, in bytes.
    private static let largest = 50 << 20

    /// One measurement.
    private struct Way: Sendable {
        var name: String
        var pieces: String
        var sizes: ClosedRange<Int>
        var isEcho = false
    }

    private static let ways = [
        Way(name: "messages", pieces: "messages", sizes: 1...2000),
        Way(name: "whole", pieces: "whole", sizes: 1...2000),
        Way(name: "torn", pieces: "torn", sizes: 1...2000),
        Way(name: "1000", pieces: "1000", sizes: 1...2000),
        Way(name: "random:7", pieces: "random:7", sizes: 1...2000),
        // Each byte is a call of the system.
        Way(name: "bytes", pieces: "bytes", sizes: 1...16),
        Way(name: "echo by seam", pieces: "messages", sizes: 1...2000, isEcho: true),
    ]

    private static let codec = "tlc:type=2,length=4"
    private static let seed: UInt64 = 8

    private var count = 100_000
    private var seam = System.siblingProgram("seam")

    init(_ words: ArraySlice<String>) throws(BenchError) {
        var rest = words
        while let word = rest.popFirst() {
            let value = rest.popFirst() ?? ""
            switch word {
            case "--count": count = Int(value) ?? 0
            case "--seam": seam = value
            default: throw BenchError("no option \(word); see --help")
            }
        }
        guard count > 0 else { throw BenchError("--count needs a number") }
    }

    /// Measures all and prints a line each; throws when a message is not what was sent, or memory is too much.
    func run() throws(BenchError) {
        System.print("pieces          messages       bytes        s     MB/s  client MB  server MB\n")
        for way in Self.ways { try measure(way) }
        let program = try EchoProgram()
        try measure(Way(name: "echo in C", pieces: "", sizes: 1...2000, isEcho: true), program.path)
    }

    private func measure(_ way: Way, _ program: String? = nil) throws(BenchError) {
        let port = try freePort()
        var words = [
            seam, "serve", "-c", Self.codec, "--port", "\(port)", "--clients", "1", "-q", "--pause", "none",
        ]
        words += ["--pieces", way.pieces]
        words += way.isEcho ? ["--echo"] : ["--count", "\(count)", "--seed", "\(Self.seed)"]
        words += way.isEcho ? [] : ["--sizes", "\(way.sizes.lowerBound)-\(way.sizes.upperBound)"]
        let child = try Child(program.map { [$0, "\(port)"] } ?? words)
        let client = Client(port: port, count: count, sizes: way.sizes, seed: Self.seed, isEcho: way.isEcho)
        let result = Self.wait { () async throws(BenchError) in try await client.run(Self.codec) }
        let peak = child.finish()
        let (bytes, seconds) = try result.get()
        let rate = Double(bytes) / seconds / 1e6
        let own = System.peakMemory
        let cells = [
            way.name + String(repeating: " ", count: max(1, 14 - way.name.count)),
            Self.padded("\(count)", 10),
            Self.padded("\(bytes)", 12), Self.padded(seconds.written(2), 9), Self.padded(rate.written(1), 9),
            Self.padded((Double(own) / 1e6).written(1), 11), Self.padded((Double(peak) / 1e6).written(1), 11),
        ]
        System.print(cells.joined() + "\n")
        guard max(own, peak) <= Self.largest else { throw BenchError("\(way.name): more than 50 MB") }
    }

    private func freePort() throws(BenchError) -> UInt16 {
        try Self.wait { () async throws(BenchError) in
            do {
                let listener = try await TCPListener.listen(on: HostPort("127.0.0.1", 0))
                defer { listener.close() }
                return listener.local.port
            } catch {
                throw BenchError("\(error)")
            }
        }.get()
    }

    /// Waits on this thread for the end of asynchronous work.
    private static func wait<Value: Sendable>(
        _ work: @escaping @Sendable () async throws(BenchError) -> Value
    ) -> Result<Value, BenchError> {
        let outcome = WorkOutcome<Value>()
        let pipe = WakePipe()
        Task {
            let result: Result<Value, BenchError>
            do throws(BenchError) {
                result = .success(try await work())
            } catch {
                result = .failure(error)
            }
            outcome.result.withLock { $0 = result }
            pipe.wake()
        }
        while true {
            if let result = outcome.result.withLock({ $0 }) { return result }
            pipe.sleep(milliseconds: 1000) { outcome.result.withLock { $0 != nil } }
        }
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}

/// What asynchronous work came to.
private final class WorkOutcome<Value: Sendable>: Sendable {
    let result = Mutex<Result<Value, BenchError>?>(nil)
}

extension WireBench {
    /// A client of the library that knows which messages must come.
    fileprivate struct Client: Sendable {
        let port: UInt16
        let count: Int
        let sizes: ClosedRange<Int>
        let seed: UInt64
        let isEcho: Bool

        /// Receives all messages, which it sends itself where they are echoed; the bytes and seconds that took.
        func run(_ codec: String) async throws(BenchError) -> (bytes: Int, seconds: Double) {
            do {
                let socket = try await connect()
                var options = ConnectionOptions()
                options.describes = false
                let connection = SeamConnection.Connection(
                    socket,
                    codec: try CodecRegistry.factory(codec),
                    options
                )
                let start = ContinuousClock.now
                async let sending: Void = send(over: connection)
                try await receive(from: connection)
                try await sending
                let (seconds, attoseconds) = (ContinuousClock.now - start).components
                let bytes = await connection.received.bytes
                socket.close()
                return (bytes, Double(seconds) + Double(attoseconds) / 1e18)
            } catch let error as BenchError {
                throw error
            } catch {
                throw BenchError("\(error)")
            }
        }

        /// The server may not listen yet.
        private func connect() async throws -> TCPSocket {
            for _ in 0..<500 {
                do throws(ConnectionError) {
                    return try await TCPSocket.connect(
                        to: HostPort("127.0.0.1", port),
                        SocketOptions(),
                        timeout: .seconds(5)
                    )
                } catch {
                    guard error.kind == .refused else { throw error }
                    try await Task.sleep(for: .milliseconds(20))
                }
            }
            throw BenchError("nobody listens")
        }

        private func content(_ index: Int) -> [UInt8] {
            GeneratedContent.bytes(at: index, sizes: sizes, seed: seed)
        }

        private func send(over connection: SeamConnection.Connection) async throws {
            guard isEcho else { return }
            for index in 0..<count {
                try await connection.send(FrameMessage(type: 1, content: content(index)))
            }
        }

        private func receive(from connection: SeamConnection.Connection) async throws {
            for index in 0..<count {
                guard let message = try await connection.receive() else {
                    throw BenchError("only \(index) of \(count) messages came")
                }
                guard message.kind == .message, message.content == content(index) else {
                    throw BenchError("message \(index) is not what was sent")
                }
            }
        }
    }
}
