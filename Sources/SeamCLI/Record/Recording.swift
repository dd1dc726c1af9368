import Seam

/// Cuts connections out of a capture and keeps them as a fixture: the capture is read once to learn what is in it, once
/// to learn who must not be named, and once to write.
struct Recording {
    private let files: [String]
    private let options: Options
    /// The path of the fixture without endings.
    let name: String

    private var survey: RecordSurvey
    private var anonymiser = Anonymiser()
    /// Who is in the capture, also in packets that are not recorded: payload may speak of them.
    private var everybody = Anonymiser()
    /// The names that the capture gives its hosts.
    private var names: [String] = []
    /// What is decoded of the capture, for the first line of the expectation.
    private var codecs: [Int: (name: String, serverPort: UInt16, factory: CodecFactory?)] = [:]
    /// Payload with other words, by half.
    private var edited: [HalfKey: HalfText] = [:]
    /// Things to tell a person.
    private(set) var notes: [String] = []

    /// A recording of `files` as `name`, as the options say.
    ///
    /// - Throws: `usage` when the capture can be read only once, or the fixture is there.
    init(_ files: [String], _ name: String, _ options: Options) throws(CommandError) {
        self.files = files
        self.options = options
        self.name = name
        survey = RecordSurvey(keepsText: options.record.scrambles || options.record.anonymises)
        guard !files.contains("-") else { throw .usage("reads a capture more than once: give a file, not -") }
        for path in [name + ".pcap", name + ".pcapng", name + Fixture.ending] {
            try OutputFile.refuse(path, among: files)
            guard Directory.hasFile(path), !options.record.overwrites else { continue }
            throw .usage("\(path) is there; --force replaces it")
        }
    }

    /// Where the capture is damaged; what stands before that is recorded.
    private(set) var damage: CommandError?

    /// Does it; the number of packets and of units that were written.
    mutating func run() throws(CommandError) -> (packets: Int, units: Int) {
        try look()
        if isAnonymous { try surveyPackets() }
        if isAnonymous { try editPayload() }
        let ending = try writeCapture()
        for other in [".pcap", ".pcapng"] where other != ending { Directory.remove(name + other) }
        // Fixture.init looks for a capture only; the expectation comes now.
        let fixture = try Fixture(name)
        var header = self.header
        header.sum = try fixture.sum()
        let lines = try fixture.printed(header)
        try Directory.replace(fixture.expectation, with: [header.line] + lines)
        if isAnonymous { try compare(fixture, header) }
        return (survey.packets.count, lines.count)
    }

    private var isAnonymous: Bool { options.record.anonymises || options.record.scrambles }

    /// Reads the capture once.
    private mutating func look() throws(CommandError) {
        let run = try CaptureRun(files, options)
        let survey = survey
        let choice = run.analysis.codecs
        var codecs: [Int: (name: String, serverPort: UInt16, factory: CodecFactory?)] = [:]
        do throws(CommandError) {
            try run.read(survey, while: { true }, report: nil) { connection, analysis, _ in
                let chosen = choice.factory(client: connection.client, server: connection.server)
                let factory = chosen ?? CodecRegistry.recognised(analysis.codec)
                codecs[analysis.stream] = (analysis.codec, connection.server.port, factory)
            }
        } catch {
            damage = error
        }
        self.codecs = codecs
        if let damage, survey.packets.isEmpty { throw damage }
        guard !survey.packets.isEmpty else {
            throw .input("\(files.joined(separator: ", ")): no TCP packet is chosen by -f and -s")
        }
    }

    /// Hands every packet of the fixture to `take`.
    private func packets(
        _ take: (borrowing CapturedPacket) throws(CommandError) -> Void
    ) throws(CommandError) {
        try allPackets { (packet) throws(CommandError) in
            if survey.packets.contains(packet.number) { try take(packet) }
        }
    }

    /// Hands every packet of the capture to `take`; what the files say besides.
    @discardableResult
    private func allPackets(
        _ take: (borrowing CapturedPacket) throws(CommandError) -> Void
    ) throws(CommandError) -> CaptureFacts {
        var problem: CommandError?
        var facts = CaptureFacts()
        do throws(CaptureError) {
            var reader = try CaptureReader(files: files, filter: options.input.filter)
            while problem == nil, let packet = try reader.next() {
                do throws(CommandError) { try take(packet) } catch { problem = error }
            }
            facts = reader.facts
        } catch {
            // The same damage as in the first reading is told at the end.
            problem = damage == nil ? CommandError(error) : nil
        }
        if let problem { throw problem }
        return facts
    }

    private mutating func surveyPackets() throws(CommandError) {
        var (anonymiser, everybody) = (anonymiser, everybody)
        let facts = try allPackets { (packet) throws(CommandError) in
            let link = LinkType(rawValue: packet.linkType)
            everybody.note(packet.bytes, originalLength: packet.originalLength, linkType: link)
            guard survey.packets.contains(packet.number) else { return }
            do throws(PacketIssue) {
                try anonymiser.survey(packet.bytes, originalLength: packet.originalLength, linkType: link)
            } catch {
                throw .input(
                    "packet \(packet.number) cannot be anonymised: \(error); leave its connection out with -s or -f"
                )
            }
        }
        anonymiser.avoid(everybody)
        (self.anonymiser, self.everybody) = (anonymiser, everybody)
        names = facts.names.flatMap(\.names)
    }

    /// Replaces the letters of the payload where that is asked for, and always what names the hosts of the capture.
    private mutating func editPayload() throws(CommandError) {
        if let number = survey.fragments.keys.sorted().first(where: { survey.packets.contains($0) }) {
            guard options.record.scrambles else {
                return notes.append(
                    "payload in IP fragments, as of packet \(number), may hold addresses as text"
                )
            }
            throw .input(
                "packet \(number) came in IP fragments, whose text cannot be replaced; leave its connection out with -s"
            )
        }
        let words = HiddenWords(hosts: everybody.hosts, cards: everybody.cards, names: names)
        var kept = 0
        for stream in survey.streams.sorted() {
            let own = survey.halves.filter { $0.key.stream == stream }
            guard !own.isEmpty else { continue }
            var editor = PayloadEditor(own, codecs[stream]?.factory ?? CodecFactory("") { NoDecoder() })
            if options.record.scrambles { editor.replace(Replacements.letters) }
            editor.replace(words.hidden)
            kept += editor.kept
            edited.merge(editor.halves) { $1 }
        }
        if kept > 0 {
            let messages = kept == 1 ? "1 message keeps its" : "\(kept) messages keep their"
            notes.append("\(messages) letters and digits: what follows would be framed otherwise")
        }
    }

    /// The payload of a packet with other words; nil when it is kept.
    private func payload(of packet: borrowing CapturedPacket) -> [UInt8]? {
        guard let place = survey.payloads[packet.number], let new = edited[place.half] else { return nil }
        let content = PacketParser.parse(
            packet.bytes,
            originalLength: packet.originalLength,
            linkType: LinkType(rawValue: packet.linkType)
        )
        guard case .tcp(let tcp) = content else { return nil }
        var payload = [UInt8](copying: packet.bytes.extracting(tcp.payload))
        for index in payload.indices {
            let offset = place.offset + index
            let old = survey.halves[place.half]?[offset]
            if old == payload[index], let byte = new[offset] {
                payload[index] = byte
            } else if options.record.scrambles {
                // A byte that is no part of the stream, or another copy of one, has nothing that stands for it.
                payload[index] = UInt8(ascii: "x")
            }
        }
        return payload
    }
}

extension Recording {
    /// Writes the capture; its ending, which depends on whether one link type is enough.
    private mutating func writeCapture() throws(CommandError) -> String {
        var types: [Int32] = []
        try packets { (packet) throws(CommandError) in
            if !types.contains(packet.linkType) { types.append(packet.linkType) }
        }
        let ending = types.count == 1 ? ".pcap" : ".pcapng"
        var file = try CaptureFile(name + ending, types)
        var anonymiser = anonymiser
        try packets { (packet) throws(CommandError) in
            guard isAnonymous else { return try file.append(packet, packet.bytes) }
            let bytes: [UInt8]
            do throws(PacketIssue) {
                bytes = try anonymiser.replacing(
                    packet.bytes,
                    originalLength: packet.originalLength,
                    linkType: LinkType(rawValue: packet.linkType),
                    payload: payload(of: packet)
                )
            } catch {
                throw .input("packet \(packet.number): \(error)")
            }
            try file.append(packet, bytes.rawSpan)
        }
        try file.finish()
        self.anonymiser = anonymiser
        return ending
    }

    /// The first line of the expectation, with the ports that are in the fixture.
    private var header: FixtureOptions {
        let given = options.decoding.codecs
        func port(_ port: UInt16) -> UInt16 { isAnonymous ? anonymiser.port(port) : port }
        var byPort = given.byPort.sorted { $0.key < $1.key }.map { "\(port($0.key))=\($0.value)" }
        var general = given.general
        // What was recognised is named: by port it cannot be, when the ports are others.
        let spoken = codecs.filter { survey.spoken.contains($0.key) }.values
        let found = spoken.filter { given.byPort[$0.serverPort] == nil }
        if general == nil || general == "auto" {
            if let name = Self.only(found.map(\.name)) {
                general = name
            } else if isAnonymous {
                // A port where several were recognised, or one only at times, is left to recognition by content.
                byPort += Dictionary(grouping: found) { port($0.serverPort) }
                    .compactMap { port, found in Self.only(found.map(\.name)).map { "\(port)=\($0)" } }
                    .sorted()
            }
        }
        return FixtureOptions(codec: general ?? "auto", byPort: byPort, options.seams)
    }

    /// The name that all connections have; nil when they have several, or one has none.
    private static func only(_ names: [String]) -> String? {
        let names = Set(names)
        return names.count == 1 ? names.first.flatMap { $0.isEmpty ? nil : $0 } : nil
    }

    /// Demands that the units of the fixture are those of the capture.
    private func compare(_ fixture: Fixture, _ header: FixtureOptions) throws(CommandError) {
        let again = RecordSurvey(keepsText: false)
        try fixture.run(header).read(again, while: { true })
        let wanted = survey.renumbered
        let got = again.renumbered
        guard wanted != got else { return }
        let place =
            zip(wanted, got).enumerated().first { $1.0 != $1.1 }?.offset ?? min(wanted.count, got.count)
        let half =
            place < wanted.count ? "\(wanted[place].half) at \(wanted[place].range.start)" : "the last unit"
        throw .output("\(name): the fixture has other units than the capture, first in the \(half)")
    }
}
