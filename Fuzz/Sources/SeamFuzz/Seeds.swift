import Seam

/// Inputs to start from: made of captures, and a few vectors that no capture has.
enum Seeds {
    /// Most packets, and most bytes of each half, that one capture gives.
    private static let mostPackets = 8
    private static let mostBytes = 300

    /// Writes one file a seed into a directory a target.
    static func write(captures: [String], into directory: String) {
        System.makeDirectory(directory)
        for target in FuzzTarget.all { System.makeDirectory("\(directory)/\(target.name)") }
        for (index, text) in SpecSeed.seeds.enumerated() {
            System.write(Array(text.utf8), to: "\(directory)/spec/\(index)")
        }
        for (index, bytes) in HalfSeed.seeds.enumerated() {
            System.write(bytes, to: "\(directory)/half/\(index)")
        }
        for (index, bytes) in FragmentSeed.seeds.enumerated() {
            System.write(bytes, to: "\(directory)/fragments/\(index)")
        }
        for (index, bytes) in PcapngSeed.seeds.enumerated() {
            System.write(bytes, to: "\(directory)/pcapng/\(index)")
        }
        for (name, vectors) in CodecSeed.vectors {
            for (index, bytes) in vectors.enumerated() {
                System.write(CodecSeed.seed(bytes), to: "\(directory)/\(name)/vector-\(index)")
            }
        }
        for (index, path) in captures.enumerated() { write(path, index, directory) }
    }

    private static func write(_ path: String, _ index: Int, _ directory: String) {
        for (place, file) in CaptureSeed.seeds(path).enumerated() {
            System.write(file, to: "\(directory)/capture/\(index)-\(place)")
        }
        if let seed = PcapSeed.seed(System.read(path, limit: CaptureSeed.largest + 1)) {
            System.write(seed, to: "\(directory)/pcap/\(index)")
        }
        let halves = Halves(limit: mostBytes)
        var options = PipelineOptions()
        options.decodes = false
        var pipeline = Pipeline(options, observer: halves)
        var kept = 0
        do throws(CaptureError) {
            var reader = try CaptureReader(files: [path])
            while let packet = try reader.next() {
                pipeline.take(packet)
                guard kept < mostPackets, let seed = PacketSeed.seed(packet) else { continue }
                System.write(seed, to: "\(directory)/packets/\(index)-\(kept)")
                kept += 1
            }
        } catch {
            // What can be read of a damaged capture is as good as any.
        }
        pipeline.finish()
        for codec in CodecTarget.all {
            for (place, bytes) in halves.seeds.enumerated() {
                System.write(bytes, to: "\(directory)/\(codec.name)/\(index)-\(place)")
            }
        }
    }
}

/// Keeps the first bytes of the first connection's halves.
private final class Halves: Observer {
    private let limit: Int
    private var client: [UInt8] = []
    private var server: [UInt8] = []

    init(limit: Int) { self.limit = limit }

    func bytes(_ bytes: RawSpan, at offset: Int, stream: Int, from: Side) {
        guard stream == 0 else { return }
        switch from {
        case .client: client.append(contentsOf: bytes.clamped(0..<limit - client.count))
        case .server: server.append(contentsOf: bytes.clamped(0..<limit - server.count))
        }
    }

    /// An input of a codec's target with both halves.
    var seeds: [[UInt8]] {
        let count = client.count + server.count
        guard count > 0 else { return [] }
        return [CodecSeed.seed(client + server, share: UInt8(clamping: client.count * 256 / count))]
    }
}
