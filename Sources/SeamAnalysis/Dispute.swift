public import SeamBytes
public import SeamCodecs

/// Frames of a half that receivers read in different ways, those together in which the differences are of one kind.
public struct Dispute: Sendable {
    /// The layer of the frames; 0 is the first.
    public var layer: Int
    /// The index of the first frame in its layer.
    public var unit: Int
    /// Its bytes in the half; nil where none are known.
    public var range: ByteRange?
    /// The first packet that brought it.
    public var packet: Int
    /// How receivers read the first frame.
    public var readings: [STOMPReading]
    /// The packet of the last frame.
    public internal(set) var lastPacket: Int
    /// How many frames there are.
    public internal(set) var count = 1

    init(layer: Int, unit: Int, range: ByteRange?, packet: Int, readings: [STOMPReading]) {
        self.layer = layer
        self.unit = unit
        self.range = range
        self.packet = packet
        self.readings = readings
        lastPacket = packet
    }

    /// Whether receivers differ about another frame in the same ways.
    func isLike(_ other: Dispute) -> Bool {
        layer == other.layer && readings.count == other.readings.count
            && zip(readings, other.readings).allSatisfy { $0.receiver == $1.receiver && $0.ways == $1.ways }
    }
}

extension HalfNotes {
    mutating func add(_ dispute: Dispute) {
        if let known = disputes.firstIndex(where: { $0.isLike(dispute) }) {
            disputes[known].count += 1
            disputes[known].lastPacket = dispute.packet
        } else if disputes.count < Self.limit {
            disputes.append(dispute)
        }
    }
}

extension Diagnosis {
    /// Tells about which frames the receivers of a format disagree.
    mutating func judgeReceivers(_ half: borrowing HalfAnalysis) {
        for dispute in half.rare.read({ $0.disputes }) ?? [] {
            var finding = Finding(.receiversDiffer, from: half.side)
                .packets(dispute.packet, dispute.lastPacket).unit(dispute.unit).with(.count, dispute.count)
            if let range = dispute.range { finding = finding.at(range) }
            finding.layer = dispute.layer
            finding.readings = dispute.readings
            note(finding)
        }
    }
}
