import SeamPackets
import Testing

@Suite struct TCPOptionsTests {
    private func options(_ hex: String) -> TCPOptions {
        let raw = bytes(hex)
        return unsafe TCPOptions(raw.span.bytes)
    }

    @Test("the options of a SYN are read, and written as Linux writes them")
    func syn() throws {
        let packet = try #require(parse(Samples.syn).packet)
        let raw = Array(bytes(Samples.syn)[packet.options])
        let options = unsafe TCPOptions(raw.span.bytes)
        #expect(options.maximumSegmentSize == 1460)
        #expect(options.sackPermitted)
        #expect(options.timestamps == TCPOptions.Timestamps(value: 100, echo: 0))
        #expect(options.windowScale == 7)
        #expect(options.sackBlocks.count == 0)
        #expect(options.bytes == bytes("020405b4 0402080a0000006400000000 01030307"))
    }

    @Test("SACK blocks are read in their order, and written behind the timestamps")
    func sack() throws {
        let packet = try #require(parse(Samples.sack).packet)
        let raw = Array(bytes(Samples.sack)[packet.options])
        let options = unsafe TCPOptions(raw.span.bytes)
        #expect(options.timestamps == TCPOptions.Timestamps(value: 101, echo: 200))
        #expect(options.sackBlocks.count == 3)
        #expect(options.sackBlocks[0] == SACKBlock(start: 1011, end: 1016))
        #expect(options.sackBlocks[2] == SACKBlock(start: 1031, end: 1041))
        #expect(options.bytes == raw)
    }

    @Test("a window scale over 14 is 14 (RFC 7323 §2.3)")
    func scale() {
        #expect(options("03030e").windowScale == 14)
        #expect(options("03030f").windowScale == 14)
        #expect(options("0303ff").windowScale == 14)
    }

    @Test("what stands before the damage is kept, what follows is not read")
    func damage() {
        let good = "020405b4"
        for tail in ["03", "0300", "0301", "080a00000001", "05", "ff"] {
            #expect(options(good + tail).maximumSegmentSize == 1460, "\(tail)")
        }
        #expect(options("0300" + good).maximumSegmentSize == nil)
        #expect(options("00" + good).maximumSegmentSize == nil)
        #expect(options("0101" + good).maximumSegmentSize == 1460)
        #expect(options("") == TCPOptions())
    }

    @Test("an option with a length of its own is left out, an unknown one is passed")
    func lengths() {
        #expect(options("020305 03030701").maximumSegmentSize == nil)
        #expect(options("020305 03030701").windowScale == 7)
        #expect(options("fe04abcd 03030701").windowScale == 7)
        #expect(options("050b000000010000000200").sackBlocks.count == 0)
        #expect(options("0502").sackBlocks.count == 0)
    }

    @Test("of an option that is there twice the last counts")
    func twice() {
        #expect(options("020405b4 02040218").maximumSegmentSize == 536)
    }

    @Test("four blocks are read, and equality looks at the blocks alone")
    func fourBlocks() {
        let four = options(
            "0522" + "0000000100000002" + "0000000300000004" + "0000000500000006" + "0000000700000008"
        )
        #expect(four.sackBlocks.count == 4)
        #expect(four.sackBlocks[3] == SACKBlock(start: 7, end: 8))
        var one = SACKBlocks()
        one.append(SACKBlock(start: 1, end: 2))
        #expect(options("050a" + "0000000100000002").sackBlocks == one)
        #expect(four.sackBlocks != one)
    }
}

@Suite struct TCPFlagsTests {
    @Test(
        "each flag has its letter, the lowest bit first",
        arguments: [
            (0x02, "S"), (0x12, "SA"), (0x18, "PA"), (0x11, "FA"), (0x14, "RA"), (0x10, "A"), (0, ""),
            (0xFF, "FSRPAUEC"),
        ] as [(UInt16, String)]
    )
    func letters(bits: UInt16, text: String) {
        #expect(TCPFlags(rawValue: bits).description == text)
        #expect(TCPFlags(letters: text) == TCPFlags(rawValue: bits))
    }

    @Test("reserved bits are kept and have no letter")
    func reserved() {
        #expect(TCPFlags(rawValue: 0x1F8).description == "PAUEC")
        #expect(TCPFlags(rawValue: 0x1F8) != TCPFlags(rawValue: 0xF8))
    }

    @Test("letters stand in any order, others are refused")
    func reading() {
        #expect(TCPFlags(letters: "AS") == [.syn, .ack])
        #expect(TCPFlags(letters: "sa") == nil)
        #expect(TCPFlags(letters: "SX") == nil)
    }
}
