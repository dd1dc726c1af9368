import SeamBytes
import SeamCodecs
import SeamTesting
import Testing

/// What the driver keeps while a decoder waits, and how often it asks.
@Suite struct StreamDecoderWaitingTests {
    final class Count {
        var asked = 0
    }

    /// A byte n, then n bytes, which it wants to have all at once.
    struct PatientDecoder: Decoder {
        let count: Count

        mutating func decode(_ input: inout ByteCursor) -> Step<UInt8> {
            count.asked += 1
            guard let size = input.peek() else { return .needMore }
            return input.take(1 + Int(size)) == nil ? .needs(1 + Int(size)) : .output(size)
        }
    }

    @Test("a decoder that says how many bytes it needs is not asked before they are here")
    func needs() {
        let count = Count()
        var stream = StreamDecoder(PatientDecoder(count: count))
        var units: [(Unit, [UInt8])] = []
        let receive: StreamDecoder<PatientDecoder>.Receiver = { units.append(($0, [UInt8](copying: $2))) }
        for byte: UInt8 in [4, 10, 11, 12] { stream.feed([byte].rawSpan, receive) }
        #expect(count.asked == 1)
        stream.feed([13, 2, 20].rawSpan, receive)
        #expect(count.asked == 3)
        stream.feed([21].rawSpan, receive)
        #expect(count.asked == 4)
        #expect(units.map(\.0) == [Unit(.message, ByteRange(0, 5)), Unit(.message, ByteRange(5, 8))])
        #expect(units.map(\.1) == [[4, 10, 11, 12, 13], [2, 20, 21]])
    }

    @Test("a decoder that needs bytes is asked once more at the end, and what is left of them is left over")
    func needsAtEnd() {
        let bytes: [UInt8] = [2, 1, 1, 9, 1]
        #expect(Rechunk.counterexample(bytes) { PatientDecoder(count: Count()) } == nil)
        var stream = StreamDecoder(PatientDecoder(count: Count()))
        var units: [Unit] = []
        stream.feed(bytes.rawSpan) { unit, _, _ in units.append(unit) }
        stream.finish(.cut) { unit, _, _ in units.append(unit) }
        #expect(units == [Unit(.message, ByteRange(0, 3)), Unit(.leftover, ByteRange(3, 5))])
    }

    @Test("a message that needs more than may wait is told by its bytes, not by the piece that brings them")
    func needsTooMuch() {
        var policy = StreamPolicy()
        policy.windowLimit = 4
        let bytes: [UInt8] = [2, 1, 1, 9, 1, 1, 1, 1, 1]
        let cut = Rechunk.counterexample(bytes, policy: policy) { PatientDecoder(count: Count()) }
        #expect(cut == nil)
        var stream = StreamDecoder(PatientDecoder(count: Count()), policy)
        var units: [Unit] = []
        for byte in bytes { stream.feed([byte].rawSpan) { unit, _, _ in units.append(unit) } }
        stream.finish(.cut) { unit, _, _ in units.append(unit) }
        let tooLong = Violation(StreamRule.windowFull.id, limit: 4)
        #expect(
            units == [Unit(.message, ByteRange(0, 3)), Unit(.undecoded, ByteRange(3, 9), violation: tooLong)]
        )
    }

    /// What receivers make of the frames in bytes that are cut at some places: a line for each that they differ about.
    private func readings(_ bytes: [UInt8], cutAt cuts: [Int]) throws -> [String] {
        var batch = UnitBatch(wantsDetails: false)
        batch.wantsReadings = true
        let decoder = try CodecRegistry.factory(CodecSpec("stomp")).make().client
        var start = 0
        for end in cuts + [bytes.count] {
            decoder.feed(bytes.rawSpan.extracting(start..<end), into: &batch)
            start = end
        }
        decoder.peerEnded(into: &batch)
        decoder.finish(.closed, into: &batch)
        return batch.layers.compactMap { event in
            guard case .readings(_, let readings) = event.kind else { return nil }
            let words = readings.map { "\($0.receiver.name) \($0.words)" }
            return "\(batch.units[event.place].range) \(words.joined(separator: ", "))"
        }
    }

    @Test("a frame that has no place in the specification is read as receivers read it, however it was cut")
    func lostFrame() throws {
        // The body has 5 bytes, not 2; STOMP 1.2, "Header content-length".
        let first = octets("SEND\ndestination:/q\ncontent-length:2\n\nhello^@")
        let bytes = first + octets("SEND\ndestination:/q\n\nhi^@")
        let whole = try readings(bytes, cutAt: [])
        #expect(whole.count == 1)
        #expect(whole.first?.hasPrefix("0..<\(first.count) strict error: no NUL ends the frame") == true)
        #expect(whole.first?.contains("stompkit takes \(first.count) bytes") == true)
        for place in 1..<bytes.count { #expect(try readings(bytes, cutAt: [place]) == whole) }
        #expect(try readings(bytes, cutAt: Array(1..<bytes.count)) == whole)
    }

    @Test("bytes that broke a rule are handed out with their unit, to a codec whose receivers differ alone")
    func lostBytes() {
        var kept: [[UInt8]] = []
        var stomp = StreamDecoder(STOMPDecoder(version: .v12))
        for piece in ["S!", "x", "^@\n\n\n\n"] {
            stomp.feed(octets(piece).rawSpan) { unit, _, bytes in
                if unit.kind == .undecoded { kept.append([UInt8](copying: bytes)) }
            }
        }
        #expect(kept == [octets("S!x^@")])
        var lines = StreamDecoder(DelimiterDecoder([[0x0a]], maximum: 2))
        lines.feed(octets("abc\n").rawSpan) { unit, _, bytes in
            #expect(unit.kind == .undecoded && bytes.isEmpty)
        }
    }
}
