import Testing

/// Captures of senders whose encoder was wrong on purpose.
@Suite(.enabled(if: Shared.isPresent), .serialized)
struct EncoderBugTests {
    /// The codec, how many messages come before the fault, and where the framing's own rules are broken.
    static let cases: [(name: String, spec: String, good: Int, violations: [Int])] = [
        ("i1_len_mod256_t1l1", "tlc", 4, []),
        ("i2_delimiter_inside_ff", "delimiter:bytes=ff", 4, []),
        ("i3_max_frame_8192_crlf", #"delimiter:text=\r\n"#, 4, [16549, 25593]),
        ("i4_wrong_endian_t2l4", "tlc:type=2,length=4", 6, [252]),
        ("i5_close_mid_frame_t2l4", "tlc:type=2,length=4", 6, [435]),
    ]

    @Test(
        "every message before the fault is exact, and broken rules are named where they are broken",
        arguments: cases
    )
    func faults(_ name: String, _ spec: String, _ good: Int, _ violations: [Int]) throws {
        let truth = try Truth.load(name)
        let logged = truth.all[0].messages.filter { $0.dir == "c2s" }
        let units = try TruthTests.units(name, spec)[truth.all[0].client + "client", default: []]
        #expect(
            units.prefix(good).map { [$0.start, $0.end] } == logged.prefix(good).map { [$0.start, $0.end] }
        )
        #expect(units.prefix(good).allSatisfy { $0.kind == "message" && $0.violation == nil })
        let broken = units.filter { $0.violation != nil }.map(\.start)
        for place in violations { #expect(broken.contains(place), "violations are at \(broken)") }
    }

    @Test("after a message over the limit the next ones are found again")
    func goesOn() throws {
        let truth = try Truth.load("i3_max_frame_8192_crlf")
        let logged = truth.all[0].messages.filter { $0.dir == "c2s" }
        let units = try TruthTests.units("i3_max_frame_8192_crlf", #"delimiter:text=\r\n"#)
        let seen = units[truth.all[0].client + "client", default: []]
        #expect(seen.map { [$0.start, $0.end] } == logged.map { [$0.start, $0.end] })
        #expect(seen.map(\.kind).filter { $0 == "undecoded" }.count == 2)
    }
}
