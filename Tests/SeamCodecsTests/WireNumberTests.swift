import SeamBytes
import SeamCodecs
import Testing

/// Numbers that people reported as absurd lengths (reference/requests.md), and what their bytes are.
@Suite struct WireNumberTests {
    static let limit = 1 << 20

    @Test("the bytes are those of the wire, in either order")
    func bytes() {
        #expect(WireNumber(542_336_370, width: 4, order: .big).bytes == Array(" Ser".utf8))
        #expect(WireNumber(0x0102_03, width: 3, order: .little).bytes == [3, 2, 1])
        #expect(WireNumber(0x0102_03, width: 3, order: .little).swapped == 0x0302_01)
        #expect(WireNumber(0xba01_0000, width: 4, order: .big).swapped == 442)
        #expect(WireNumber(.max, width: 9, order: .big).bytes == [UInt8](repeating: 0xff, count: 8))
    }

    @Test(
        "text on a binary port is shown as the text",
        arguments: [
            (542_336_370, " Ser"), (1_920_230_005, "rtbu"), (1_195_725_856, "GET "), (1_347_375_956, "POST"),
            (0x0d0a_4f4b, "..OK"),
        ] as [(UInt64, String)]
    )
    func text(value: UInt64, text: String) {
        let meaning = WireNumber(value, width: 4, order: .big).meaning(limit: Self.limit)
        #expect(meaning == "its bytes are the text \"\(text)\": text, or another protocol, on a binary port?")
    }

    @Test("a number that the other byte order makes allowed is said to be that")
    func order() {
        #expect(
            WireNumber(1_107_296_256, width: 4, order: .big).meaning(limit: Self.limit)
                == "read little-endian it is 66: wrong byte order?"
        )
        #expect(
            WireNumber(3_120_627_712, width: 4, order: .big).meaning(limit: Self.limit)
                == "read little-endian it is 442: wrong byte order?"
        )
        #expect(
            WireNumber(0x4200, width: 2, order: .little).meaning(limit: Self.limit)
                == "read big-endian it is 66: wrong byte order?"
        )
    }

    @Test("369295616 is the head of a TLS record, 3120627712 read little-endian that of an MPEG stream")
    func formats() {
        #expect(
            WireNumber(369_295_616, width: 4, order: .big).meaning(limit: Self.limit)
                == "its bytes begin a TLS record: another protocol on this port?"
        )
        #expect(
            WireNumber(3_120_627_712, width: 4, order: .little).meaning(limit: Self.limit)
                == "its bytes begin an MPEG program stream: another protocol on this port?"
        )
    }

    @Test("a number that is just wrong has no meaning")
    func nothing() {
        // ba 01 00 04: read the other way it is 67109306, no better.
        #expect(WireNumber(3_120_627_716, width: 4, order: .big).meaning(limit: Self.limit).isEmpty)
        #expect(WireNumber(0x42, width: 1, order: .big).meaning(limit: 10).isEmpty)
        #expect(WireNumber(0x4242_4242).meaning(limit: 10).isEmpty, "a varint has no bytes to read otherwise")
        #expect(WireNumber(0xffff_ffff, width: 4, order: .big).meaning(limit: .max).isEmpty)
    }
}
