import Seam
import SeamBytes
import SeamPackets
import SeamStreams
import SeamTesting
import Testing

/// A connection as it was handed out, and what the limits cost.
private struct Outcome {
    var ended: [String] = []
    var text: [String] = []
    var gaps: [Int] = []
    var givenUp = GivenUp()
    var timedOut = 0
    var anomalies: [[Anomaly.Kind]] = []
}

private func play(_ script: String, _ change: (inout PipelineOptions) -> Void) throws -> Outcome {
    let capture = try CaptureScript(script)
    var options = PipelineOptions()
    options.decodes = false
    change(&options)
    let recorder = Recorder()
    var outcome = Outcome()
    var pipeline = Pipeline(options, observer: recorder) { connection, _, _ in
        outcome.ended.append("\(connection.index) \(connection.closing.name)")
        outcome.anomalies.append(connection.anomalies.map(\.kind))
    }
    capture.play { pipeline.take($0) }
    pipeline.finish()
    outcome.givenUp = pipeline.givenUp
    outcome.timedOut = pipeline.table.timedOut
    for stream in 0..<pipeline.table.count {
        outcome.text.append(recorder.text(.client, stream: stream))
        outcome.gaps.append(recorder.missing[Recorder.Key(stream: stream, side: .client)] ?? 0)
    }
    #expect(recorder.isTotal)
    return outcome
}

@Suite("Limits in time, and which copy counts")
struct LimitTests {
    @Test("a hole that is not filled in time is a gap, whichever connection the time is told by")
    func wait() throws {
        let script = """
            connection a client=10.0.0.1:1001
            connection b client=10.0.0.1:1002
            a: handshake
            b: handshake
            a: client @2 "cd"
            +3s b: client "x"
            +1ms a: client @0 "ab"
            """
        let patient = try play(script) { $0.limits.wait = 4_000_000_000 }
        #expect(patient.text == ["abcd", "x"])
        #expect(patient.givenUp == GivenUp())
        let hasty = try play(script) { $0.limits.wait = 2_000_000_000 }
        #expect(hasty.text == ["cd", "x"])
        #expect(hasty.gaps == [2, 0])
        #expect(hasty.givenUp.late == 1)
        #expect(hasty.anomalies.first == [.waitLimit])
        let endless = try play(script) { $0.limits.wait = 0 }
        #expect(endless.text == ["abcd", "x"])
    }

    @Test("what waits behind a hole that is being filled slowly gets its time anew")
    func progress() throws {
        let script = """
            connection
            handshake
            client @9 "z"
            +1500ms client @0 "abc"
            +1500ms client @3 "def"
            +1500ms client @6 "ghi"
            """
        #expect(try play(script) { $0.limits.wait = 2_000_000_000 }.text == ["abcdefghiz"])
    }

    @Test("a connection that is silent for longer than the limit is over; what follows is another")
    func idle() throws {
        let script = """
            connection a client=10.0.0.1:40001
            connection b client=10.0.0.1:40002
            a: handshake
            b: handshake
            a: client "early"
            +50s b: client "1"
            +50s b: client "2"
            +50s a: client "late"
            """
        let cut = try play(script) { $0.limits.idle = 60_000_000_000 }
        #expect(cut.text == ["early", "12", "late"])
        #expect(cut.ended == ["0 timeout", "1 open", "2 open"])
        #expect(cut.timedOut == 1)
        let whole = try play(script) { $0.limits.idle = 0 }
        #expect(whole.text == ["earlylate", "12"])
        #expect(whole.ended == ["0 open", "1 open"])
    }

    @Test("of bytes that wait the first copy counts, or the last one if that is asked for")
    func overlap() throws {
        let script = """
            connection
            handshake
            client @2 "cdef"
            client @3 other "XY"
            client @0 "ab"
            """
        #expect(try play(script) { _ in }.text == ["abcdef"])
        let last = try play(script) { $0.limits.overlap = .last }
        #expect(last.text == ["abcXYf"])
        #expect(last.anomalies == [[.overlapConflict]])
    }

    @Test("what was handed out stays whichever copy counts")
    func delivered() throws {
        let script = "connection\nhandshake\nclient \"abc\"\nclient @0 other \"XYZ\""
        #expect(try play(script) { $0.limits.overlap = .last }.text == ["abc"])
    }

    @Test("the segment that fills a hole replaces what waited, when the last copy counts")
    func filling() throws {
        let script = "connection\nhandshake\nclient @2 \"cd\"\nclient @0 other \"abXYe\""
        #expect(try play(script) { $0.limits.overlap = .last }.text == ["abXYe"])
        #expect(try play(script) { $0.limits.overlap = .first }.text == ["abcde"])
    }

    @Test("connections are chosen by port and by address of either side")
    func endpoints() throws {
        let script = """
            connection a client=10.0.0.1:1001 server=10.0.0.2:80
            connection b client=10.0.0.3:1002 server=10.0.0.2:81
            a: handshake
            b: handshake
            a: client "a"
            b: client "b"
            """
        let byPort = try play(script) { $0.endpoints.ports = [81] }
        #expect(byPort.text == ["", "b"])
        #expect(byPort.ended == ["1 open"])
        let byHost = try play(script) { $0.endpoints.hosts = [IPAddress(ipv4: 0x0A00_0001)] }
        #expect(byHost.text == ["a", ""])
        let byBoth = try play(script) {
            $0.endpoints.hosts = [IPAddress(ipv4: 0x0A00_0001)]
            $0.endpoints.ports = [81]
        }
        #expect(byBoth.ended.isEmpty)
    }
}
