import SeamBytes
import SeamReport
import Testing

@Suite struct NumberTests {
    @Test(
        "integers are written with all their digits",
        arguments: [0, 9, 10, 99, 100, 101, 999, 1000, 65_535, 1_000_000, -1, -10, .max, .min]
    )
    func integers(number: Int) {
        #expect(written { $0.append(decimal: number) } == String(number))
        var bytes: [UInt8] = []
        bytes.appendDecimal(number)
        #expect(String(decoding: bytes, as: UTF8.self) == String(number))
    }

    @Test("all numbers of four digits, and those around each power of ten, are written as they are")
    func everyDigit() {
        var numbers = Array(0...9999) + (0...9999).map { $0 * 10_000 + 9999 - $0 }
        var power = 1
        for _ in 0..<18 {
            power *= 10
            numbers += [power - 1, power, power + 1]
        }
        #expect(numbers.filter { number in written { $0.append(decimal: number) } != String(number) } == [])
    }

    @Test("the largest unsigned number has 20 digits, and zeros fill up to a width")
    func unsigned() {
        #expect(written { $0.append(decimal: UInt.max) } == "18446744073709551615")
        #expect(written { $0.append(decimal: 10_000_000_000_000_000_000 as UInt) } == "10000000000000000000")
        #expect(written { $0.append(decimal: 5 as UInt, digits: 9) } == "000000005")
        #expect(written { $0.append(decimal: 123 as UInt, digits: 2) } == "123")
        #expect(written { $0.append(decimal: 0 as UInt, digits: 3) } == "000")
        #expect(written { $0.append(decimal: 7 as UInt, digits: 20) } == "00000000000000000007")
    }

    /// Checked with `date -u -d @SECONDS +%FT%T`.
    @Test(
        "moments are RFC 3339 with nanoseconds, before 1970 too",
        arguments: [
            (0, "1970-01-01T00:00:00.000000000Z"),
            (1_234_567_890_500_000_000, "2009-02-13T23:31:30.500000000Z"),
            (-1, "1969-12-31T23:59:59.999999999Z"),
            (-1_000_000_000, "1969-12-31T23:59:59.000000000Z"),
            (951_782_400_000_000_001, "2000-02-29T00:00:00.000000001Z"),
            (4_102_444_799_999_999_999, "2099-12-31T23:59:59.999999999Z"),
            (.max, "2262-04-11T23:47:16.854775807Z"),
            (.min, "1677-09-21T00:12:43.145224192Z"),
        ]
    )
    func moments(nanoseconds: Int, text: String) {
        #expect(written { $0.append(Timestamp(nanoseconds: nanoseconds)) } == text)
    }

    @Test(
        "spans of time have one to nine decimals and no floating point",
        arguments: [
            (0, "0.0"), (1_250_000_000, "1.25"), (210_000_000, "0.21"), (1, "0.000000001"),
            (-1, "-0.000000001"), (22_376_000, "0.022376"), (60_000_000_000, "60.0"),
            (100_000_010, "0.10000001"), (.min, "-9223372036.854775808"),
        ]
    )
    func spans(nanoseconds: Int, text: String) {
        #expect(written { $0.append(seconds: nanoseconds) } == text)
    }
}
