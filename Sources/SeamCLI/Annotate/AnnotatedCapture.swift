import Seam
import SeamReport

/// Writes the packets of captures as one section of pcapng, with more comments than they had.
///
///     section | interfaces | names | secrets | packet | packet | ... | statistics
///
/// What the files say besides packets was learnt when they were read before, so that it can stand first: an interface
/// has the number in the section that it has among all.
struct AnnotatedCapture: ~Copyable {
    private static let flushSize = 64 << 10

    private var writer: PcapngWriter
    private let output: OutputFile
    private let facts: CaptureFacts
    private var lastTime = Timestamp(nanoseconds: 0)

    init(_ facts: CaptureFacts, to output: OutputFile) {
        self.facts = facts
        self.output = output
        var section = facts.sections.first ?? CaptureSection()
        section.comments = facts.sections.flatMap(\.comments)
        let program = "seam \(Program.version)"
        section.application += section.application.isEmpty ? program : ", annotated by \(program)"
        writer = PcapngWriter(section)
        for interface in facts.interfaces { writer.append(interface) }
        for name in facts.names { writer.append(name) }
        for secrets in facts.secrets { writer.append(secrets) }
    }

    /// Appends a packet as it is, its own comments and then `comments`.
    mutating func append(_ packet: borrowing CapturedPacket, _ comments: [String]) {
        writer.append(
            time: packet.time,
            bytes: packet.bytes,
            originalLength: packet.originalLength,
            interface: packet.interface,
            comments: (packet.hasOptions ? packet.comments : []) + comments
        )
        lastTime = packet.time
        if writer.count > Self.flushSize { output.write(writer.takeBytes()) }
    }

    /// Writes what the interfaces counted, and all that waits.
    mutating func finish() {
        for (place, interface) in facts.interfaces.enumerated() {
            guard let statistics = interface.statistics else { continue }
            writer.append(statistics, interface: place, time: lastTime)
        }
        output.write(writer.takeBytes())
    }
}
