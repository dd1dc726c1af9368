import Testing

@testable import SeamPackets

@Suite struct InternetChecksumTests {
    @Test("the example of RFC 1071 §3 sums to ddf2")
    func example() {
        var checksum = InternetChecksum()
        checksum.add(bytes("0001f203f4f5f6f7")[...])
        #expect(checksum.value == ~0xDDF2)
    }

    @Test("an odd byte at the end is the high half of a word")
    func odd() {
        var checksum = InternetChecksum()
        checksum.add(bytes("000102")[...])
        #expect(checksum.value == ~0x0201)
    }

    @Test("the sum over a header with its checksum is all ones (RFC 1071 §1)")
    func whole() {
        var checksum = InternetChecksum()
        checksum.add(bytes(Samples.ipv4)[..<20])
        #expect(checksum.value == 0)
    }
}
