import SeamConnection
import Testing

@Suite struct HostPortTests {
    @Test(
        "a host and a port are read and written",
        arguments: [
            ("example.org:80", "example.org", 80), ("127.0.0.1:0", "127.0.0.1", 0),
            ("[::1]:65535", "::1", 65535),
            (":9000", "", 9000),
        ]
    )
    func read(_ text: String, _ host: String, _ port: UInt16) throws {
        let target = try #require(HostPort(text))
        #expect(target == HostPort(host, port))
        #expect(target.description == text)
    }

    @Test(
        "what is no host and port is refused",
        arguments: [
            "", "host", "host:", "host:x", "host:65536", "host:+1", "::1:80", "[host]:80", "host:-1", "[::1]",
        ]
    )
    func refuse(_ text: String) { #expect(HostPort(text) == nil) }
}
