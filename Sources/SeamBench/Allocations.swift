import CAllocations

/// How often the pipeline asks for memory: what a packet or a message of a connection that is under way must not need.
///
/// Counted on one thread, in captures of the same make: one with more packets in its connections against one with fewer,
/// one with more connections against one with fewer. So what differs is what packets, or connections, need.
struct Allocations {
    /// A capture and what the pipeline asked for to read it.
    private struct Count {
        var packets: Int
        var connections: Int
        var allocations: Int

        init?(payload: Int, connections: Int) throws {
            let path = System.temporaryDirectory + "/seam-bench-\(System.processNumber)-counted.pcap"
            let feed = try CaptureGenerator.write(path, payload: payload, connections: connections)
            defer { System.remove(path) }
            // Once before, for what is made once: types, tables.
            _ = try Job.inspect.run(on: feed, threads: 1)
            seam_allocations_start()
            let sample = try Job.inspect.run(on: feed, threads: 1)
            allocations = seam_allocations_stop()
            guard allocations >= 0 else { return nil }
            packets = sample[.packets]
            self.connections = sample[.connections]
        }
    }

    /// Most for a thousand packets, of 7 that there are: rows grow now and then, but no packet and no message needs any.
    private static let perThousandPackets = 12
    /// Most for a connection, of 8 that there are: both decoders, and each half's rows for carriers and bytes that wait.
    private static let perConnection = 12

    /// Allocations for a thousand packets, and for a connection.
    let forPackets: Int
    let forConnection: Int

    /// Counts; nil where the system's functions cannot be replaced.
    init?() throws {
        let (size, connections) = (CaptureGenerator.quickSize, CaptureGenerator.connections)
        // Long enough that each half has grown what it needs.
        guard let some = try Count(payload: 4 * size, connections: connections),
            let more = try Count(payload: 16 * size, connections: connections),
            let few = try Count(payload: size, connections: connections),
            let many = try Count(payload: 8 * size, connections: 8 * connections)
        else { return nil }
        let packets = max(1, more.packets - some.packets)
        forPackets = (more.allocations - some.allocations) * 1000 / packets
        forConnection = (many.allocations - few.allocations) / max(1, many.connections - few.connections)
    }

    /// The counts in words.
    var text: String {
        "allocations: \(forPackets) for 1000 packets (at most \(Self.perThousandPackets)),"
            + " \(forConnection) for a connection (at most \(Self.perConnection))\n"
    }

    /// Whether they are as few as they should be.
    var areFew: Bool { forPackets <= Self.perThousandPackets && forConnection <= Self.perConnection }
}
