import SeamBytes
import SeamCapture
import Testing

@Suite struct TimestampResolutionTests {
    @Test(
        "units of 10^-n and 2^-n seconds, rounded down to nanoseconds",
        arguments: [
            (0, 5, 5_000_000_000), (3, 5, 5_000_000), (6, 5, 5000), (9, 5, 5), (12, 1999, 1),
            (18, 3_500_000_000, 3),
            (28, .max, 1), (29, .max, 0), (127, .max, 0),
            (0x80, 5, 5_000_000_000), (0x80 | 1, 3, 1_500_000_000), (0x80 | 20, 1, 953),
            (0x80 | 32, 1 << 31, 500_000_000),
            (0x80 | 63, .max, 1_999_999_999), (0x80 | 64, .max, 999_999_999), (0x80 | 127, .max, 0),
        ] as [(UInt8, UInt64, Int)]
    )
    func units(code: UInt8, units: UInt64, nanoseconds: Int) {
        #expect(TimestampResolution(code: code).time(units) == Timestamp(nanoseconds: nanoseconds))
    }

    @Test(
        "times and offsets that 64 bits of nanoseconds cannot hold are clamped",
        arguments: [
            (6, 0, UInt64.max, Int.max), (6, .max, 0, .max), (6, .min, 0, .min), (0, .min, .max, -1),
            (9, -9_223_372_036, .max, 9_223_372_036_854_775_807 - 9_223_372_036_000_000_000),
        ] as [(UInt8, Int, UInt64, Int)]
    )
    func clamped(code: UInt8, offset: Int, units: UInt64, nanoseconds: Int) {
        let resolution = TimestampResolution(code: code, offset: offset)
        #expect(resolution.time(units) == Timestamp(nanoseconds: nanoseconds))
    }
}
