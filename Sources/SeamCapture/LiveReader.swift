internal import CPcap
internal import Synchronization

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// What the threads of a live capture look at together.
struct LiveState: Sendable {
    var counts: [LiveCounts]
    var isOver = false
}

/// A thread that fills the queue of a live capture.
protocol LiveFeed: AnyObject, Sendable {
    /// What it has counted, and whether it is at its end.
    var snapshot: LiveState { get }
    /// Starts the thread, once.
    func start() throws(CaptureError)
    /// Makes the thread end soon.
    func stop()
}

/// The thread that fetches packets from the kernel, and does nothing but copy and count them.
final class LiveReader: LiveFeed, @unchecked Sendable {
    private struct Source: ~Copyable {
        let handle: LiveHandle
        let sink: LiveSink
        var isOver = false
        /// What libpcap had counted when last asked.
        var last = pcap_stat()
    }

    /// How long the thread sleeps at most, in milliseconds: how soon it sees that it shall stop.
    private static let nap: Int32 = 50
    /// How often counts are asked for, in naps or rounds.
    private static let roundsPerCount = 64

    /// What the thread has counted.
    private let state: Mutex<LiveState>
    private let ring: PacketRing
    private let stops = Atomic<Bool>(false)
    // Only the thread touches what follows once it runs.
    private var sources: [Box]
    private let latency: Int32

    /// An array cannot hold what cannot be copied.
    private final class Box {
        var source: Source
        init(_ source: consuming Source) { self.source = source }
    }

    /// A reader of interfaces that are started.
    init(_ names: [String], _ options: LiveOptions, into ring: PacketRing) throws(CaptureError) {
        self.ring = ring
        latency = options.isImmediate ? 1 : Int32(clamping: options.latency)
        var boxes: [Box] = []
        for (index, name) in names.enumerated() {
            let handle = try LiveHandle(name, options)
            let sink = LiveSink(ring, handle, interface: index)
            boxes.append(Box(Source(handle: handle, sink: sink)))
        }
        sources = boxes
        state = Mutex(LiveState(counts: names.map { _ in LiveCounts() }))
    }

    /// The interfaces, as a file describes them.
    func interfaces(_ options: LiveOptions) -> [CaptureInterface] {
        sources.map { box in
            var interface = CaptureInterface(
                linkType: box.source.handle.linkType,
                snapLength: options.snapLength
            )
            interface.name = box.source.handle.name
            interface.filter = options.filter ?? ""
            return interface
        }
    }

    var snapshot: LiveState { state.withLock { $0 } }

    func start() throws(CaptureError) { try System.startThread { self.run() } }

    /// Makes the thread end soon, after what the kernel still has.
    func stop() { stops.store(true, ordering: .releasing) }

    private func run() {
        var rounds = 0
        while !stops.load(ordering: .acquiring), !isOver {
            let count = fetch()
            rounds += 1
            if count == 0 || rounds % Self.roundsPerCount == 0 { tell() }
            if count == 0 { sleep(Self.nap) }
        }
        // What came before the stop may still be on its way in the kernel.
        var naps: Int32 = 0
        while naps <= latency, !isOver {
            if fetch() > 0, naps > 0 { break }
            sleep(latency + 1)
            naps += latency + 1
        }
        _ = fetch()
        tell()
        state.withLock { $0.isOver = true }
        ring.readable.wake()
    }

    private var isOver: Bool { sources.allSatisfy { $0.source.isOver } }

    /// Takes what is there from all interfaces, how many packets that were.
    private func fetch() -> Int {
        var count = 0
        for box in sources where !box.source.isOver {
            if let more = box.source.handle.dispatch(to: box.source.sink) {
                count += more
            } else {
                box.source.isOver = true
                tell()
            }
        }
        if count > 0 { ring.readable.wake() }
        return count
    }

    private func sleep(_ milliseconds: Int32) {
        var files: [pollfd] = []
        for box in sources where !box.source.isOver {
            files.append(pollfd(fd: box.source.handle.descriptor, events: Int16(POLLIN), revents: 0))
        }
        _ = unsafe poll(&files, nfds_t(files.count), milliseconds)
    }

    /// Publishes the counts.
    private func tell() {
        for (index, box) in sources.enumerated() {
            let name = box.source.handle.name
            let failure = box.source.isOver ? "\(name): \(box.source.handle.words)" : nil
            let new = box.source.handle.statistics ?? box.source.last
            let last = box.source.last
            box.source.last = new
            let kernel = Self.growth(new.ps_drop, last.ps_drop)
            let interface = Self.growth(new.ps_ifdrop, last.ps_ifdrop)
            box.source.sink.miss(kernel + interface)
            let refused = box.source.sink.refused
            state.withLock { state in
                state.counts[index].received += Self.growth(new.ps_recv, last.ps_recv)
                state.counts[index].droppedByKernel += kernel
                state.counts[index].droppedByInterface += interface
                state.counts[index].droppedByQueue = refused
                if state.counts[index].failure == nil { state.counts[index].failure = failure }
            }
        }
    }

    /// How much a counter of 32 bits grew, which may have passed its end; one that went back began anew.
    private static func growth(_ new: UInt32, _ old: UInt32) -> Int {
        let growth = new &- old
        return growth <= .max / 2 ? Int(growth) : 0
    }
}
