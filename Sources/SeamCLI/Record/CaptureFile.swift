import Seam

/// The capture of a fixture: classic pcap, or pcapng for several link types.
///
/// Neither says who captured it where.
struct CaptureFile: ~Copyable {
    private var pcap: PcapWriter
    private var pcapng: PcapngWriter?
    private var interfaces: [Int32: Int] = [:]
    private let path: String
    private let descriptor: Descriptor

    /// Makes the file for packets of these link types, `LINKTYPE_` values.
    ///
    /// - Throws: `output` that names the file.
    init(_ path: String, _ types: [Int32]) throws(CommandError) {
        self.path = path
        descriptor = try Descriptor.create(path)
        pcap = PcapWriter(linkType: types.first ?? 1)
        guard types.count > 1 else { return }
        var writer = PcapngWriter()
        for type in types { interfaces[type] = writer.append(CaptureInterface(linkType: type)) }
        pcapng = writer
    }

    /// Appends `packet` with `bytes` in the place of its own.
    mutating func append(_ packet: borrowing CapturedPacket, _ bytes: RawSpan) throws(CommandError) {
        if pcapng == nil {
            pcap.append(time: packet.time, bytes: bytes, originalLength: packet.originalLength)
            if pcap.bytes.count > 1 << 20 { try write(pcap.takeBytes()) }
        } else {
            pcapng?.append(
                time: packet.time,
                bytes: bytes,
                originalLength: packet.originalLength,
                interface: interfaces[packet.linkType] ?? 0
            )
            if let count = pcapng?.count, count > 1 << 20 { try write(pcapng?.takeBytes() ?? []) }
        }
    }

    /// Writes what is left and closes the file.
    mutating func finish() throws(CommandError) {
        try write(pcapng?.takeBytes() ?? pcap.takeBytes())
        if let error = descriptor.close() { throw failed(error) }
    }

    private func write(_ bytes: [UInt8]) throws(CommandError) {
        if let error = descriptor.write(bytes.rawSpan) { throw failed(error) }
    }

    private func failed(_ error: Int32) -> CommandError {
        .output("cannot write \(path): \(Descriptor.describe(error))")
    }
}
