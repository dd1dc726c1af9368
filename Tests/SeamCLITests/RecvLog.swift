import Foundation

/// A server that takes down what each `recv` of one client returns, and says its answers in between.
///
/// On a thread of its own: tests that wait for a program hold those of Swift's tasks.
final class RecvLog: @unchecked Sendable {
    let port: UInt16
    private let listener: Int32
    private let answers: [(after: Int, bytes: [UInt8])]
    private let isDone = DispatchSemaphore(value: 0)
    /// Written by the thread until `isDone`.
    private var log: [[UInt8]] = []

    /// Answers with `answers` as soon as so many bytes have come in all.
    init(_ answers: [(after: Int, bytes: [UInt8])] = []) throws {
        self.answers = answers
        listener = try Conversation.listen(at: 0x7F00_0001)
        var place = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        try check(
            unsafe withUnsafeMutableBytes(of: &place) { raw in
                unsafe raw.withMemoryRebound(to: sockaddr.self) {
                    unsafe getsockname(listener, $0.baseAddress, &size)
                }
            }
        )
        port = UInt16(bigEndian: place.sin_port)
        Thread { self.serve() }.start()
    }

    private func serve() {
        let client = accept(listener, nil, nil)
        var count = 0
        var left = answers[...]
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            while let next = left.first, next.after <= count {
                _ = write(client, next.bytes)
                left = left.dropFirst()
            }
            let got = unsafe recv(client, &bytes, bytes.count, 0)
            guard got > 0 else { break }
            log.append(Array(bytes[..<got]))
            count += got
        }
        for file in [client, listener] { close(file) }
        isDone.signal()
    }

    /// What each `recv` returned, when the client has ended.
    func reads() -> [[UInt8]] {
        guard isDone.wait(timeout: .now() + 30) == .success else { return [] }
        return log
    }
}
