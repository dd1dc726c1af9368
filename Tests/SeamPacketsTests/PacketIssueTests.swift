import Testing

@testable import SeamPackets

@Suite struct PacketIssueTests {
    private static let fragment = IPFragment(
        source: .unspecified,
        destination: .unspecified,
        identification: 1,
        protocolNumber: .tcp,
        hasMore: true,
        offset: 1480,
        payload: 20..<1500,
        payloadLength: 1480,
        timeToLive: 64
    )

    @Test(
        "each kind has its stable id, and words that say the numbers",
        arguments: [
            (
                .unsupportedLinkType(LinkType(rawValue: 253)), "unsupported-link-type",
                "link type NETLINK (253) is not supported"
            ),
            (.notIP(.ethernet, 0x0806), "not-ip", "ethernet carries no IP but 0x806"),
            (.notTCP(IPProtocol(rawValue: 200)), "not-tcp", "protocol 200, not TCP"),
            (.fragment(fragment), "fragment", "IP fragment 1480..<2960 of TCP"),
            (.tooManyLayers, "too-many-layers", "more than 16 layers in front of TCP"),
            (.encrypted(.wlan), "encrypted", "the 802.11 payload is encrypted"),
            (.partialFrame(.ppp), "partial-frame", "a piece of a frame of ppp that was sent in several"),
            (
                .truncated(.ipv4, required: 20, had: 6), "truncated",
                "cut by the snap length: the ipv4 header needs 20 bytes, 6 were captured"
            ),
            (
                .short(.linuxSLL2, required: 20, had: 0), "short",
                "ends too soon: the linux-sll2 header needs 20 bytes, the packet has 0"
            ),
            (.badHeaderLength(.tcp, 16), "bad-header-length", "the tcp header cannot have 16 bytes"),
            (.badVersion(.rawIP, 5), "bad-version", "the raw-ip header cannot have version 5"),
        ] as [(PacketIssue, String, String)]
    )
    func texts(issue: PacketIssue, id: String, text: String) {
        #expect(issue.id == id)
        #expect(issue.description == text)
    }
}
