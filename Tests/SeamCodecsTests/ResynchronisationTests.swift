import SeamBytes
import SeamCodecs
import SeamTesting
import Testing

@Suite struct ResynchronisationTests {
    /// Units as `kind range`, of pieces between which a number of bytes is missing.
    private func units<D: Decoder>(
        _ decoder: D,
        policy: StreamPolicy = StreamPolicy(),
        midstream: Bool = false,
        _ pieces: [UInt8]...,
        gap: Int = 0
    ) -> [String] {
        var units: [String] = []
        var stream = StreamDecoder(decoder, policy)
        if midstream { stream.beginMidstream() }
        let receive: StreamDecoder<D>.Receiver = { unit, _, _ in
            units.append("\(unit.kind.name) \(unit.range)" + (unit.violation.map { " \($0.rule)" } ?? ""))
        }
        for (index, piece) in pieces.enumerated() {
            if index > 0 { stream.gap(gap, receive) }
            stream.feed(piece.rawSpan, receive)
        }
        stream.finish(.cut, receive)
        return units
    }

    private var seeking: StreamPolicy {
        var policy = StreamPolicy()
        policy.seeksFrames = true
        return policy
    }

    /// A frame of `length:width=4`.
    private func frame(_ text: String) -> [UInt8] { [0, 0, 0, UInt8(text.utf8.count)] + Array(text.utf8) }

    private func length(maximum: Int = 1 << 20) throws -> LengthDecoder {
        LengthDecoder(try LengthField(.binary(width: 4, .big), maximum: maximum))
    }

    // MARK: - A capture that starts in the middle

    @Test(
        "with --resync a line that the capture's start cut is undecoded; the next one starts behind its end"
    )
    func midstreamLine() {
        let bytes = Array("tail\none\ntwo\n".utf8)
        #expect(
            units(LineDecoder(), policy: seeking, midstream: true, bytes) == [
                "undecoded 0..<5", "message 5..<9", "message 9..<13",
            ]
        )
        #expect(Rechunk.counterexample(bytes, startsMidstream: true) { LineDecoder() } == nil)
    }

    @Test("a STOMP half goes on with the first frame, at once where one stands there")
    func midstreamSTOMP() {
        let frame = Array("SEND\ndestination:/a\n\nx\0".utf8)
        #expect(units(STOMPDecoder(), midstream: true, frame) == ["message 0..<23"])
        let bytes = Array("of a body\0".utf8) + frame
        #expect(
            units(STOMPDecoder(), midstream: true, bytes) == [
                "undecoded 0..<10 stomp.no-command", "message 10..<33",
            ]
        )
        #expect(Rechunk.counterexample(bytes, startsMidstream: true) { STOMPDecoder() } == nil)
    }

    @Test("a format without borders to look for starts at the first byte")
    func midstreamLength() throws {
        #expect(units(try length(), midstream: true, frame("ab")) == ["message 0..<6"])
    }

    // MARK: - A run of frames

    @Test("behind a gap a length-framed half stays undecoded, or goes on at three frames that fit")
    func gap() throws {
        let run = frame("one") + frame("three") + frame("five")
        let lost: [UInt8] = [9, 9, 9, 9, 9]
        #expect(
            units(try length(), [0, 0, 0, 1, 65], lost + run, gap: 3) == [
                "message 0..<5", "gap 5..<8", "undecoded 8..<37",
            ]
        )
        #expect(
            units(try length(), policy: seeking, [0, 0, 0, 1, 65], lost + run, gap: 3) == [
                "message 0..<5", "gap 5..<8", "undecoded 8..<13", "message 13..<20", "message 20..<29",
                "message 29..<37",
            ]
        )
    }

    @Test("two frames are no run")
    func twoFrames() throws {
        let bytes: [UInt8] = [9, 9, 9, 9, 9] + frame("one") + frame("three")
        #expect(units(try length(), policy: seeking, [0, 0, 0, 0], bytes, gap: 1).last == "undecoded 5..<26")
    }

    @Test("behind a length that cannot be the search starts at the next byte")
    func violation() throws {
        let bytes: [UInt8] = [0xff, 0xff, 0xff, 0xff] + frame("one") + frame("three") + frame("five")
        #expect(
            units(try length(), policy: seeking, bytes) == [
                "undecoded 0..<4 length.too-long", "message 4..<11", "message 11..<20", "message 20..<28",
            ]
        )
    }

    @Test("zeros are no run of empty frames, and short lengths prove less than long ones")
    func accidents() throws {
        #expect(
            units(try length(), policy: seeking, [0, 0, 0, 0], [UInt8](repeating: 0, count: 100), gap: 1).last
                == "undecoded 5..<105"
        )
        let narrow = TLCDecoder(try TLCFormat(type: 1, length: 1))
        // Any bytes are frames of this format: three of them say nothing.
        let three: [UInt8] = [1, 200] + [UInt8](repeating: 200, count: 200)
        #expect(
            units(narrow, policy: seeking, [1, 0], three + three + three, gap: 1).last == "undecoded 3..<609"
        )
    }

    @Test("a run is the same however the bytes were cut")
    func cuts() throws {
        var bytes: [UInt8] = [7, 7, 0, 0, 0, 2, 7, 7, 0xff, 0, 0, 0]
        for text in ["one", "", "three", "five", "x"] { bytes += frame(text) }
        bytes += [0xff, 0xff, 0xff, 0xff] + frame("six") + frame("seven") + frame("eight")
        let decoder = try length(maximum: 4096)
        for startsMidstream in [false, true] {
            #expect(
                Rechunk.counterexample(bytes, policy: seeking, startsMidstream: startsMidstream) { decoder }
                    == nil
            )
        }
        var varints: [UInt8] = [0xff, 0xff, 0xff, 0xff, 0xff]
        for size in [200, 300, 150, 260, 130] {
            varints += [UInt8(size & 0x7f) | 0x80, UInt8(size >> 7)] + [UInt8](repeating: 0xff, count: size)
        }
        #expect(Rechunk.counterexample(varints, policy: seeking) { VarintDecoder() } == nil)
        // ff c8 01 before the first frame would be one of 25727 bytes: the end of the bytes tells that it is none.
        #expect(
            units(VarintDecoder(), policy: seeking, varints).prefix(2) == [
                "undecoded 0..<5 varint.too-wide", "message 5..<207",
            ]
        )
    }

    /// Units of a codec by its name: a piece, a gap, and a piece that is fed in parts of `size` bytes.
    private func units(
        _ spec: String,
        _ first: [UInt8],
        gap: Int,
        _ second: [UInt8],
        by size: Int
    ) throws -> [String] {
        let decoder = try CodecRegistry.factory(spec).make(seeking).client
        var batch = UnitBatch(wantsDetails: false)
        decoder.feed(first.rawSpan, into: &batch)
        decoder.gap(gap, into: &batch)
        for start in stride(from: 0, to: second.count, by: size) {
            decoder.feed(Array(second[start..<min(start + size, second.count)]).rawSpan, into: &batch)
        }
        decoder.finish(.cut, into: &batch)
        return batch.units.map { "\($0.kind.name) \($0.range)" }
    }

    @Test(
        "a protocol with lengths takes up again behind a gap at three of its messages",
        arguments: [
            // RFC 4271 §4.1: 16 bytes of ones, length 19, type 4 (KEEPALIVE).
            ("bgp", "heartbeat", [UInt8](repeating: 0xff, count: 16) + [0, 19, 4]),
            // RFC 1006 §6: version 3, reserved 0, length 11; ISO 8073 §13.7: DT TPDU, then user data.
            ("tpkt", "message", [3, 0, 0, 11, 2, 0xf0, 0x80, 1, 2, 3, 4]),
        ]
    )
    func presets(_ spec: String, _ kind: String, _ message: [UInt8]) throws {
        let (size, lost) = (message.count, [UInt8]("rest of one".utf8))
        let whole = try units(spec, message, gap: 5, lost + message + message + message, by: 1000)
        let start = size + 5 + lost.count
        #expect(
            whole == [
                "\(kind) 0..<\(size)", "gap \(size)..<\(size + 5)", "undecoded \(size + 5)..<\(start)",
                "\(kind) \(start)..<\(start + size)", "\(kind) \(start + size)..<\(start + 2 * size)",
                "\(kind) \(start + 2 * size)..<\(start + 3 * size)",
            ]
        )
        for cut in 1...3 {
            let pieces = try units(spec, message, gap: 5, lost + message + message + message, by: cut)
            #expect(pieces == whole, "cut every \(cut) bytes")
        }
    }

    // MARK: - The driver's own limit

    @Test("a message over the driver's limit is told by its bytes, and the next one is found")
    func windowLimit() {
        var policy = StreamPolicy()
        policy.windowLimit = 8
        let bytes = Array("1234567\n12345678\n123456789012\nok\n".utf8)
        #expect(
            units(LineDecoder(), policy: policy, bytes) == [
                "message 0..<8", "undecoded 8..<17 stream.window-full",
                "undecoded 17..<30 stream.window-full",
                "message 30..<33",
            ]
        )
        #expect(Rechunk.counterexample(bytes, policy: policy) { LineDecoder() } == nil)
    }

    @Test("a body that need not wait is not bounded by the driver's limit")
    func regions() throws {
        var policy = StreamPolicy()
        policy.windowLimit = 8
        let bytes = frame("a long message") + frame("x") + frame("another long one")
        let kinds = units(try length(), policy: policy, bytes).map { $0.prefix(7) }
        #expect(kinds == ["message", "message", "message"])
        let decoder = try length()
        #expect(Rechunk.counterexample(bytes, policy: policy) { decoder } == nil)
    }
}
