import Seam
import SeamBytes
import SeamPackets
import SeamStreams
import SeamTesting
import Testing

/// Writes down how each packet with payload came, and what Wireshark would call it.
private final class Arrivals: Observer {
    var own: [String] = []
    var labels: [[String]] = []

    func packet(
        _ packet: TCPPacket,
        _ placement: Half.Placement,
        number: Int,
        time: Timestamp,
        stream: Int,
        from side: Side
    ) {
        guard packet.payloadLength > 0 else { return }
        own.append(placement.arrival.name.description)
        labels.append(placement.labels.map { $0.name.description })
    }
}

private func arrivals(_ script: String) throws -> Arrivals {
    let capture = try CaptureScript(script)
    let arrivals = Arrivals()
    var pipeline = Pipeline(PipelineOptions(), observer: arrivals)
    capture.play { pipeline.take($0) }
    return arrivals
}

@Suite("Our own view of how a segment came")
struct ArrivalTests {
    static let opening = "connection rtt=20ms\nhandshake\n"

    @Test("what fills a hole was overtaken when its IP identification is older, sent again when it is newer")
    func identification() throws {
        let late = "+1ms client @3 \"def\" id=11\n+300ms client @0 \"abc\" id="
        #expect(try arrivals(Self.opening + late + "10").own == ["new", "reordered"])
        #expect(try arrivals(Self.opening + late + "12").own == ["new", "retransmission"])
    }

    @Test("an overtaken segment that comes late is a retransmission for Wireshark, and both are told")
    func differentViews() throws {
        let script = "+1ms client @3 \"def\" id=11\n+300ms client @0 \"abc\" id=10"
        let seen = try arrivals(Self.opening + script)
        #expect(seen.own.last == "reordered")
        #expect(seen.labels.last == ["retransmission"])
    }

    @Test("without counters the time decides: to learn of a loss takes a round trip")
    func time() throws {
        // Identification 0 is none (RFC 6864 §4.1).
        #expect(
            try arrivals(Self.opening + "+1ms client @3 \"def\" id=0\n+1ms client @0 \"abc\" id=0").own
                == ["new", "reordered"]
        )
        #expect(
            try arrivals(Self.opening + "+1ms client @3 \"def\" id=0\n+300ms client @0 \"abc\" id=0").own
                == ["new", "retransmission"]
        )
    }

    @Test("the timestamp of the sender is asked before the identification")
    func timestamps() throws {
        // The script's TSval counts milliseconds, so the second packet was made later.
        let script = """
            connection rtt=20ms timestamps
            handshake
            +1ms client @3 "def" id=11
            +300ms client @0 "abc" id=10
            """
        #expect(try arrivals(script).own == ["new", "retransmission"])
    }

    @Test("a packet that is recorded twice is a duplicate, one with another identification was sent again")
    func duplicate() throws {
        #expect(try arrivals(Self.opening + "client \"abc\"\n+1ms duplicate").own == ["new", "duplicate"])
        #expect(
            try arrivals(Self.opening + "client \"abc\" id=7\n+1ms client @0 \"abc\" id=8").own
                == ["new", "retransmission"]
        )
    }

    @Test("packets without identification and timestamps may have been sent again: no duplicates")
    func withoutCounters() throws {
        #expect(
            try arrivals(Self.opening + "client \"abc\" id=0\n+1ms client @0 \"abc\" id=0").own
                == ["new", "retransmission"]
        )
    }

    @Test("a message of one byte that is sent again is no probe, though Wireshark calls it a keep-alive")
    func oneByte() throws {
        let script = "client \"abc\"\nserver ack\nclient \"d\"\n+300ms client @3 \"d\""
        let seen = try arrivals(Self.opening + script)
        #expect(seen.own == ["new", "new", "retransmission"])
        #expect(seen.labels.last == ["keep_alive"])
    }

    @Test("a byte that the peer has, and one into a closed window, are probes")
    func probes() throws {
        #expect(
            try arrivals(Self.opening + "client \"abc\"\nserver ack\n+10s client keepalive <00>").own
                == ["new", "probe"]
        )
        #expect(
            try arrivals(Self.opening + "client \"abc\"\nserver ack win=0\n+1s client probe \"d\"").own
                == ["new", "probe"]
        )
    }
}
