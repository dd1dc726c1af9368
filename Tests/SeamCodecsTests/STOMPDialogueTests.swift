import SeamBytes
import SeamCodecs
import SeamTesting
import Testing

/// The version follows the handshake, in whatever order the halves are seen.
@Suite struct STOMPDialogueTests {
    /// Which half's next piece comes next.
    typealias Order = [Side]

    /// All ways to interleave so many pieces of the client and the server.
    private func orders(_ client: Int, _ server: Int) -> [Order] {
        if client == 0, server == 0 { return [[]] }
        let first = client == 0 ? [] : orders(client - 1, server).map { [Side.client] + $0 }
        let second = server == 0 ? [] : orders(client, server - 1).map { [Side.server] + $0 }
        return first + second
    }

    /// The units of both halves when their pieces come in this order.
    private func run(_ client: [String], _ server: [String], _ order: Order) -> [String] {
        let pair = STOMPDecoder.pair()
        var streams = Slab<StreamDecoder<STOMPDecoder>>()
        streams.append(StreamDecoder(pair.client))
        streams.append(StreamDecoder(pair.server))
        var readings = [STOMPReading(), STOMPReading()]
        var pieces = [client[...], server[...]]
        for side in order {
            let index = Int(side.rawValue)
            guard let piece = pieces[index].popFirst() else { continue }
            streams[index].feed(octets(piece).rawSpan) { readings[index].add($0, $1, $2) }
            streams[1 - index].resume { readings[1 - index].add($0, $1, $2) }
        }
        for index in [0, 1] { streams[index].peerEnded { readings[index].add($0, $1, $2) } }
        for index in [0, 1] { streams[index].finish(.cut) { readings[index].add($0, $1, $2) } }
        return readings[0].units + readings[1].units
    }

    /// The units, the same for all interleavings.
    private func units(
        _ client: [String],
        _ server: [String],
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> [String] {
        let all = orders(client.count, server.count).map { run(client, server, $0) }
        for one in all { #expect(one == all[0], sourceLocation: sourceLocation) }
        return all[0]
    }

    private let offer = "CONNECT\naccept-version:1.0,1.1,1.2\nhost:h\n\n^@"
    private let carriageReturn = #"SEND\#ndestination:d\#na:\r\#n\#n^@"#

    @Test(
        "what the server answers decides what a client's frame may say",
        arguments: [
            ("1.0", ""), ("1.1", " stomp.bad-escape"), ("1.2", ""), ("9.9", ""),
        ]
    )
    func answer(_ version: String, _ fault: String) {
        let bad = version == "9.9" ? " stomp.bad-version" : ""
        let found = units(
            [offer, carriageReturn, "\n", "DISCONNECT\n\n^@"],
            ["CONN", "ECTED\nversion:\(version)\n\n^@", "\n"]
        )
        #expect(
            found == [
                "CONNECT 0..<44", "SEND 44..<70\(fault)", "LF 70..<71", "DISCONNECT 71..<84",
                "CONNECTED 0..<24\(bad)", "LF 24..<25",
            ]
        )
    }

    @Test("an answer that was not offered does not count, nor does one behind the first frame")
    func strangeAnswers() {
        let offer = "CONNECT\naccept-version:1.0,1.1\nhost:h\n\n^@"
        for answer in ["CONNECTED\nversion:1.2\n\n^@", "RECEIPT\nreceipt-id:1\n\n^@CONNECTED\n\n^@"] {
            let found = units([offer, carriageReturn, "\r\n"], [answer, "\n"])
            #expect(found[1...2] == ["SEND 40..<66 stomp.bad-escape", "CRLF 66..<68 stomp.carriage-return"])
        }
    }

    @Test("a CONNECTED without version, and a CONNECT without accept-version, mean 1.0")
    func oldHandshake() {
        let body = "SUBSCRIBE\ndestination:d\n\nbody^@"
        #expect(units([offer, body], ["CONNECTED\nsession:1\n\n^@"])[1] == "SUBSCRIBE 44..<74 body 4")
        #expect(
            units(["CONNECT\n\n^@", body], ["CONNECTED\nversion:1.2\n\n^@"])[1] == "SUBSCRIBE 10..<40 body 4"
        )
    }

    @Test("what all offered versions agree on does not wait for the server")
    func noNeedToWait() {
        let pair = STOMPDecoder.pair()
        var client = StreamDecoder(pair.client)
        var found: [String?] = []
        let frames = ["SEND\ndestination:d\n\n^@", "SEND\na:b\n\n^@", carriageReturn]
        for piece in [offer] + frames {
            client.feed(octets(piece).rawSpan) { unit, _, _ in
                found.append(unit.violation.map { "\($0.rule)" })
            }
        }
        #expect(found == [nil, nil, "stomp.missing-header"])
        let isAwaitingPeer = client.isAwaitingPeer
        #expect(isAwaitingPeer)
        client.peerEnded { unit, _, _ in found.append(unit.violation.map { "\($0.rule)" }) }
        #expect(found == [nil, nil, "stomp.missing-header", nil])
    }

    @Test("a server that is not heard leaves the highest offered version")
    func oneSided() {
        let offer = "CONNECT\naccept-version:1.0,1.1\nhost:h\n\n^@"
        #expect(units([offer, carriageReturn], [])[1] == "SEND 40..<66 stomp.bad-escape")
    }

    @Test("a frame that waits for the server outlasts a gap and the end of its half")
    func gapWhileWaiting() {
        for isAnswered in [true, false] {
            let pair = STOMPDecoder.pair()
            var client = StreamDecoder(pair.client)
            var server = StreamDecoder(pair.server)
            var reading = STOMPReading()
            client.feed(octets(offer + carriageReturn).rawSpan) { reading.add($0, $1, $2) }
            client.feed(octets("SEN").rawSpan) { reading.add($0, $1, $2) }
            client.gap(10) { reading.add($0, $1, $2) }
            client.feed(octets("\nSEND\ndestination:d\n\n^@").rawSpan) { reading.add($0, $1, $2) }
            #expect(reading.units == ["CONNECT 0..<44"])
            if isAnswered {
                server.feed(octets("CONNECTED\nversion:1.1\n\n^@").rawSpan) { _, _, _ in }
                client.resume { reading.add($0, $1, $2) }
            }
            client.finish(.cut) { reading.add($0, $1, $2) }
            let fault = isAnswered ? " stomp.bad-escape" : ""
            #expect(
                reading.units == [
                    "CONNECT 0..<44", "SEND 44..<70\(fault)", "undecoded 70..<73", "gap 73..<83",
                    "LF 83..<84", "SEND 84..<105",
                ]
            )
        }
    }

    @Test("a half waits for no more bytes than a message may keep waiting")
    func boundedWaiting() {
        var policy = StreamPolicy()
        policy.windowLimit = 200
        var stream = StreamDecoder(STOMPDecoder(), policy)
        var reading = STOMPReading()
        stream.feed(octets(offer + carriageReturn).rawSpan) { reading.add($0, $1, $2) }
        for _ in 0..<201 { stream.feed([0x0a].rawSpan) { reading.add($0, $1, $2) } }
        #expect(reading.units.prefix(3) == ["CONNECT 0..<44", "SEND 44..<70", "LF 70..<71"])
    }

    @Test("a half that starts later is read as 1.2, but misses only headers that every version asks for")
    func midstream() {
        #expect(units([#"SEND\#ndestination:d\#na:\t\#n\#n^@"#], []) == ["SEND 0..<26 stomp.bad-escape"])
        #expect(units([carriageReturn], ["CONNECTED\nversion:1.1\n\n^@"])[0] == "SEND 0..<26")
        #expect(
            units(["ACK\na:b\n\n^@"], ["MESSAGE\ndestination:d\nmessage-id:1\n\n^@"]) == [
                "ACK 0..<10", "MESSAGE 0..<37",
            ]
        )
    }

    @Test("the version that a spec gives holds without handshake")
    func given() throws {
        #expect(STOMPTestSpec.violations("stomp:version=1.1", carriageReturn) == ["stomp.bad-escape"])
        #expect(STOMPTestSpec.violations("stomp:version=1.0", carriageReturn) == [nil])
        #expect(STOMPTestSpec.violations("stomp", carriageReturn) == [nil])
    }
}

/// Decoders as specs make them.
enum STOMPTestSpec {
    /// The rule that each unit of the client's half breaks.
    static func violations(_ spec: String, _ text: String) -> [String?] {
        guard let factory = try? CodecRegistry.factory(spec) else { return ["no such spec"] }
        let decoder = factory.make().client
        var batch = UnitBatch(wantsDetails: false)
        decoder.feed(octets(text).rawSpan, into: &batch)
        decoder.peerEnded(into: &batch)
        decoder.finish(.cut, into: &batch)
        return batch.units.map { $0.violation.map { "\($0.rule)" } }
    }
}
