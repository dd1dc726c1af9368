import Seam
import SeamBytes
import SeamCapture
import SeamPackets
import SeamStreams
import Testing

/// Tunnels and fragments of real captures.
@Suite struct TCPCorpusTests {
    private final class Counter: Observer {
        var packets = 0

        func packet(
            _ packet: TCPPacket,
            _ placement: Half.Placement,
            number: Int,
            time: Timestamp,
            stream: Int,
            from: Side
        ) { packets += 1 }
    }

    @Test(
        "a capture of the corpus has as many packets with TCP as tshark counted, in tunnels and fragments too",
        .enabled(if: LabelCorpus.isPresent)
    )
    func counts() throws {
        var options = PipelineOptions()
        options.decodes = false
        for entry in try LabelCorpus.entries() where entry.isReadByPcap {
            let counter = Counter()
            var pipeline = Pipeline(options, observer: counter)
            var reader = try CaptureReader(files: [LabelCorpus.folder + "captures/" + entry.file])
            while let packet = try reader.next() { pipeline.take(packet) }
            pipeline.finish()
            #expect(counter.packets == entry.counts["tcp_packets"], "\(entry.file)")
            let others = pipeline.issues.entries.reduce(0) { $0 + $1.count }
            #expect(counter.packets + others == pipeline.packetCount, "\(entry.file)")
        }
    }
}
