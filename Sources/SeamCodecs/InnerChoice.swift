import SeamBytes

/// Finds out, for both halves of a connection, which codec the messages of a stack carry.
///
/// By what the stack says of it (a subprotocol), else by the first message of each half, and only that. It waits for
/// both to have said something, or to have ended, so that it does not matter how much of which was captured first;
/// only where one says very much alone the other is not waited for.
final class InnerChoice {
    /// The most bytes of a message that are looked at.
    private static let enough = 16 << 10
    /// Most layers below one that is recognised: SockJS may be quoted in SockJS.
    private static let deepest = 8
    /// The most bytes of the connection that are kept meanwhile.
    private static let most = 256 << 10

    private let below: [CodecFactory]
    private let above: [CodecFactory]
    private let policy: StreamPolicy
    /// Decode the stack to overhear what its messages carry.
    private var probes: [any UnitDecoder] = []
    private var overheard = Overheard()
    private var scratch = UnitBatch(wantsDetails: false)
    private var hasEnded = [false, false]
    private var count = 0
    /// The decoders of both halves, once it is known which.
    private(set) var decoders: (client: any UnitDecoder, server: any UnitDecoder)?
    /// The codec that was found, and why it was taken; nil where none was.
    private(set) var found: String?

    /// A choice of what stands between the layers `below` and `above`.
    init(below: [CodecFactory], above: [CodecFactory], _ policy: StreamPolicy) {
        self.below = below
        self.above = above
        self.policy = policy
        let layers = (ProbeLayer(.client, overheard), ProbeLayer(.server, overheard))
        let pair = CodecFactory.stack(below).stack(layers, policy)
        probes = [pair.client, pair.server]
    }

    /// The decoder of a half, once it is known.
    func decoder(of side: Side) -> (any UnitDecoder)? {
        side == .client ? decoders?.client : decoders?.server
    }

    /// The rule of that id of the layers that are known.
    func rule(_ id: StaticString) -> Rule? { probes.first?.rule(id) }

    /// Learns, before the first byte, that offset 0 of a half need not be a border.
    func beginMidstream(_ side: Side) { probes[side.place].beginMidstream() }

    /// Takes the next bytes of a half.
    func feed(_ bytes: RawSpan, from side: Side) {
        count += bytes.byteCount
        probes[side.place].feed(bytes, into: &scratch)
        goOn()
    }

    /// Takes note of bytes of a half that are not in the capture.
    func gap(_ missing: Int, from side: Side) {
        probes[side.place].gap(missing, into: &scratch)
        goOn()
    }

    /// Learns that a half says no more; `isLast` where its decoder must be known now.
    func end(_ side: Side, isLast: Bool = false) {
        guard decoders == nil else { return }
        hasEnded[side.place] = true
        probes[side.peer.place].peerEnded(into: &scratch)
        goOn(isLast: isLast)
    }

    /// Lets the halves answer each other, and decides if what was heard is enough, or is all.
    private func goOn(isLast: Bool = false) {
        var before = -1
        while before != overheard.count, probes.contains(where: { $0.isAwaitingPeer }) {
            before = overheard.count
            for probe in probes { probe.resume(into: &scratch) }
        }
        scratch.removeAll()
        if let codec = overheard.codec {
            return settle(try? CodecRegistry.layers(CodecSpec(codec.description)), by: "the subprotocol")
        }
        let (client, server) = (overheard.first[0], overheard.first[1])
        let areHeard = Side.allCases.allSatisfy { side in
            !overheard.first[side.place].isEmpty || hasEnded[side.place]
        }
        let isMuch = count >= Self.most
        guard isLast || isMuch || areHeard else { return }
        let found = Recognition(
            client: client.rawSpan,
            server: server.rawSpan,
            serverPort: 0,
            isInner: true
        )
        let isFound = found.isSure && below.count < Self.deepest
        settle(isFound ? found.layers : nil, by: found.evidence.reason)
    }

    private func settle(_ layers: [CodecFactory]?, by reason: String) {
        if let first = layers?.first { found = "\(first.name) in it by \(reason)" }
        let stack = CodecFactory.stack(below + (layers.map { $0 + above } ?? []))
        decoders = stack.make(policy)
        probes = []
        overheard = Overheard()
    }

    /// What the first messages of both halves carry.
    final class Overheard {
        fileprivate(set) var first: [[UInt8]] = [[], []]
        /// The codec that the layer below names.
        fileprivate(set) var codec: StaticString?
        /// How many messages there were.
        fileprivate(set) var count = 0
    }

    /// Stands where the layer will be, and listens.
    private final class ProbeLayer: SilentLayer {
        private let side: Side
        private let overheard: Overheard

        init(_ side: Side, _ overheard: Overheard) {
            self.side = side
            self.overheard = overheard
        }

        override func learn(_ codec: StaticString) { overheard.codec = codec }

        override func take(_ content: LayerContent, from below: LayerSource, into batch: inout UnitBatch) {
            overheard.count += 1
            guard overheard.first[side.place].isEmpty else { return }
            overheard.first[side.place] = Array(content.bytes.prefix(InnerChoice.enough))
        }
    }
}

/// A layer that says nothing.
class SilentLayer: LayerDecoder {
    var isAwaitingPeer: Bool { false }

    func place(_ layer: Int) {}
    func learn(_ codec: StaticString) {}
    func take(_ content: LayerContent, from below: LayerSource, into batch: inout UnitBatch) {}
    func lose(_ range: ByteRange, from below: LayerSource, into batch: inout UnitBatch) {}
    func resume(into batch: inout UnitBatch) {}
    func peerEnded(into batch: inout UnitBatch) {}
    func finish(_ how: StreamEnd, into batch: inout UnitBatch) {}
    func rule(_ id: StaticString) -> Rule? { nil }
}

/// The decoder of one half of a stack whose inner codec is to be found out: keeps what it gets until then.
final class AutoDecoder: UnitDecoder {
    private let side: Side
    private let choice: InnerChoice
    private var held = HeldInput()
    private var isMidstream = false
    private var decoder: (any UnitDecoder)?

    init(_ side: Side, _ choice: InnerChoice) {
        self.side = side
        self.choice = choice
    }

    var isAwaitingPeer: Bool { decoder.map { $0.isAwaitingPeer } ?? !held.runs.isEmpty }

    var failure: Violation? { decoder?.failure }

    var isLost: Bool { decoder?.isLost ?? false }

    var framing: Framing { decoder?.framing ?? .other }

    var innerChoice: String? {
        let all = [choice.found, decoder?.innerChoice].compactMap { $0 }
        return all.isEmpty ? nil : all.joined(separator: ", ")
    }

    func feed(_ bytes: RawSpan, into batch: inout UnitBatch) -> Bool {
        if let decoder { return decoder.feed(bytes, into: &batch) }
        held.append(bytes)
        if choice.decoders == nil { choice.feed(bytes, from: side) }
        release(&batch)
        return isAwaitingPeer
    }

    func beginMidstream() {
        isMidstream = true
        choice.beginMidstream(side)
    }

    func gap(_ count: Int, into batch: inout UnitBatch) {
        if let decoder { return decoder.gap(count, into: &batch) }
        held.append(gap: count)
        if choice.decoders == nil { choice.gap(count, from: side) }
        release(&batch)
    }

    func resume(into batch: inout UnitBatch) {
        release(&batch)
        decoder?.resume(into: &batch)
    }

    func peerEnded(into batch: inout UnitBatch) {
        choice.end(side.peer)
        release(&batch)
        decoder?.peerEnded(into: &batch)
    }

    func finish(_ how: StreamEnd, into batch: inout UnitBatch) {
        choice.end(side, isLast: true)
        release(&batch)
        decoder?.finish(how, into: &batch)
    }

    func rule(_ id: StaticString) -> Rule? { decoder?.rule(id) ?? choice.rule(id) }

    /// Hands on what was kept once it is known to whom.
    private func release(_ batch: inout UnitBatch) {
        guard decoder == nil, let chosen = choice.decoder(of: side) else { return }
        decoder = chosen
        if isMidstream { chosen.beginMidstream() }
        for run in held.runs {
            if !run.bytes.isEmpty { chosen.feed(run.bytes.rawSpan, into: &batch) }
            if run.gap > 0 { chosen.gap(run.gap, into: &batch) }
        }
        held = HeldInput()
    }
}
