import SeamPackets
import Testing

@Suite struct IPAddressTests {
    @Test(
        "IPv6 is written as RFC 5952 says",
        arguments: [
            (0x2001_0DB8_0000_0000, 0x0000_0000_0000_0001, "2001:db8::1"),
            // §4.2.2: one group of zeros alone is not shortened.
            (0x2001_0DB8_0000_0001, 0x0001_0001_0001_0001, "2001:db8:0:1:1:1:1:1"),
            // §4.2.3: the longest run, and the first of two equal ones.
            (0x2001_0000_0000_0001, 0x0000_0000_0000_0001, "2001:0:0:1::1"),
            (0x2001_0DB8_0000_0000, 0x0001_0000_0000_0001, "2001:db8::1:0:0:1"),
            // §4.3: lower case.
            (0x2001_0DB8_AAAA_BBBB, 0xCCCC_DDDD_EEEE_AAAA, "2001:db8:aaaa:bbbb:cccc:dddd:eeee:aaaa"),
            (0, 0, "::"),
            (0, 1, "::1"),
            (0x0001_0000_0000_0000, 0, "1::"),
            (0x0001_0000_0000_0000, 2, "1::2"),
            (0, 0x0002_0003_0004_0005, "::2:3:4:5"),
        ] as [(UInt64, UInt64, String)]
    )
    func sixToText(high: UInt64, low: UInt64, text: String) {
        let address = IPAddress(high: high, low: low)
        #expect(address.description == text)
        #expect(IPAddress(text) == address)
    }

    @Test("IPv4 is dotted decimal, and lives in ::ffff:0:0")
    func four() {
        let address = IPAddress(ipv4: 0x0A00_2AFF)
        #expect(address.description == "10.0.42.255")
        #expect(address == IPAddress(high: 0, low: 0x0000_FFFF_0A00_2AFF))
        #expect(address.isIPv4)
        #expect(!IPAddress.unspecified.isIPv4)
        #expect(IPAddress("10.0.42.255") == address)
        #expect(IPAddress("::ffff:10.0.42.255") == address)
        #expect(IPAddress("::FFFF:a00:2aff") == address)
        #expect(IPAddress("255.255.255.255") == IPAddress(ipv4: .max))
    }

    @Test(
        "other spellings of IPv6 are read (RFC 4291 §2.2)",
        arguments: [
            ("2001:DB8:0:0:0:0:0:1", "2001:db8::1"),
            ("2001:0db8:0000:0000:0000:0000:0000:0001", "2001:db8::1"),
            ("1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"),
            ("::13.1.68.3", "::d01:4403"),
            ("64:ff9b::192.0.2.33", "64:ff9b::c000:221"),
        ]
    )
    func spellings(text: String, canonical: String) {
        #expect(IPAddress(text)?.description == canonical)
    }

    @Test(
        "what is no address is refused",
        arguments: [
            "", "1", "1.2.3", "1.2.3.4.5", "1.2.3.256", "1.2.3.", "1.2.3.04", "1.2.3.-4", " 1.2.3.4",
            "1.2.3.4/8",
            ":", ":::", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8::", "1::2::3", "12345::",
            "g::",
            "fe80::1%eth0", "::1.2.3", "1.2.3.4::", "::1.2.3.4:5", "1:", ":1", "1:2:3:4:5:6:7:1.2.3.4",
        ]
    )
    func refused(text: String) {
        #expect(IPAddress(text) == nil)
    }

    @Test("addresses are ordered by their bytes")
    func order() {
        let texts = ["::", "::1", "10.0.0.1", "10.0.0.2", "192.168.0.1", "2001:db8::1", "2001:db8:0:1::"]
        let addresses = texts.compactMap { IPAddress($0) }
        #expect(addresses.count == texts.count)
        #expect(addresses.reversed().sorted() == addresses)
    }
}

@Suite struct EndpointTests {
    @Test(
        "an endpoint is written and read with its port",
        arguments: ["10.0.0.1:40000", "[::1]:9999", "0.0.0.0:0"]
    )
    func text(text: String) {
        #expect(Endpoint(text)?.description == text)
    }

    @Test("the port and the address of the text are those of the endpoint")
    func fields() {
        let address = IPAddress(high: 0x2001_0DB8_0000_0000, low: 2)
        #expect(Endpoint("[2001:db8::2]:65535") == Endpoint(address: address, port: 65_535))
        #expect(Endpoint("10.0.0.2:80") == Endpoint(address: IPAddress(ipv4: 0x0A00_0002), port: 80))
    }

    @Test(
        "what is no endpoint is refused",
        arguments: [
            "", ":", "10.0.0.1", "10.0.0.1:", ":80", "10.0.0.1:65536", "10.0.0.1:-1", "10.0.0.1:8o", "::1:80",
            "[::1]",
            "[::1]80", "[::1:80", "::1]:80", "[10.0.0.1]:80", "[]:80", "[[::1]]:80",
        ]
    )
    func refused(text: String) {
        #expect(Endpoint(text) == nil)
    }

    @Test("endpoints are ordered by address, then by port")
    func order() {
        let texts = ["10.0.0.1:2", "10.0.0.1:10", "10.0.0.2:1", "[2001:db8::1]:1"]
        #expect(texts.reversed().compactMap { Endpoint($0) }.sorted().map(\.description) == texts)
    }
}
