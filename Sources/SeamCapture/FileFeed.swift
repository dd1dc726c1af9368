internal import SeamBytes
internal import Synchronization

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// The thread that reads a capture which somebody else is writing: a growing file, or a pipe.
///
/// Unlike an interface it can wait: when the queue is full nothing is dropped, the writer of the pipe waits too.
final class FileFeed: LiveFeed, @unchecked Sendable {
    private let ring: PacketRing
    private let state = Mutex(LiveState(counts: [LiveCounts()]))
    private let follow = Follow()
    private let stops = Atomic<Bool>(false)
    // Only the thread touches it once it runs.
    private var reader: CaptureReader
    /// The interfaces that the file describes before its first packet.
    let interfaces: [CaptureInterface]

    /// Opens the file, `-` for standard input; waits for the first bytes of a pipe.
    init(_ path: String, filter: String?, follows: Bool, into ring: PacketRing) throws(CaptureError) {
        let reader = try CaptureReader(files: [path], filter: filter, follow: follows ? follow : nil)
        interfaces = reader.facts.interfaces
        self.reader = reader
        self.ring = ring
    }

    var snapshot: LiveState { state.withLock { $0 } }

    func start() throws(CaptureError) { try System.startThread { self.run() } }

    /// Ends it at once: a pipe may be silent for ever.
    func stop() {
        stops.store(true, ordering: .releasing)
        follow.end()
        finish(nil)
    }

    private func run() {
        var failure: String?
        do throws(CaptureError) {
            while !stops.load(ordering: .acquiring), let packet = try reader.next() { hand(packet) }
        } catch {
            failure = "\(error)"
        }
        finish(failure)
    }

    /// Puts a packet into the queue as soon as there is room.
    private func hand(_ packet: borrowing CapturedPacket) {
        let header = PacketRing.Header(
            time: packet.time.nanoseconds,
            captured: UInt32(clamping: packet.bytes.byteCount),
            original: UInt32(clamping: packet.originalLength),
            linkType: packet.linkType,
            interface: Int32(truncatingIfNeeded: packet.interface)
        )
        while !stops.load(ordering: .acquiring) {
            if unsafe packet.bytes.withUnsafeBytes({ unsafe ring.append(header, $0) }) { break }
            ring.readable.wake()
            usleep(500)
        }
        ring.readable.wake()
    }

    private func finish(_ failure: String?) {
        state.withLock { state in
            state.isOver = true
            if state.counts[0].failure == nil { state.counts[0].failure = failure }
        }
        ring.readable.wake()
    }
}
