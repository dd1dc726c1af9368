import SeamBytes
import Testing

@testable import SeamPackets

@Suite struct TunnelRoundTripTests {
    private static let ends = (IPAddress(ipv4: 0xC000_0201), IPAddress(ipv4: 0xC000_0202))
    private static let cards = (
        MACAddress(rawValue: 0x0200_0000_0001), MACAddress(rawValue: 0x0200_0000_0002)
    )

    /// Expects the segment of `Samples.ipv4` behind what `write` writes into an IPv4 packet of a protocol.
    private func expect(
        _ path: String,
        in number: IPProtocol,
        from write: (_ inner: [UInt8], inout ByteWriter) -> Void
    ) {
        var tunnel = ByteWriter()
        write(bytes(Samples.ipv4), &tunnel)
        var writer = ByteWriter()
        let (source, destination) = Self.ends
        IPv4Header(source: source, destination: destination, protocolNumber: number)
            .emit(payloadLength: tunnel.count, into: &writer)
        writer.write(tunnel.bytes)
        let offset = writer.count - bytes(Samples.ipv4).count
        #expect(parse(writer.bytes).packet == Samples.segment(behind: offset), "\(path)")
        let walked = unsafe PacketParser.path(
            of: writer.bytes.span.bytes,
            originalLength: writer.count,
            linkType: .ipv4
        )
        #expect(walked.description == path)
    }

    private func writeEthernet(_ inner: [UInt8], _ writer: inout ByteWriter) {
        Ethernet.emit(to: Self.cards.0, from: Self.cards.1, type: .ipv4, into: &writer)
        writer.write(inner)
    }

    @Test("GRE is read as it was written, with any choice of fields")
    func routing() {
        for (key, sequence, withChecksum) in [
            (nil, nil, false), (42, nil, true), (nil, 7, false), (42, 7, true),
        ]
            as [(UInt32?, UInt32?, Bool)]
        {
            expect("ipv4/gre/ipv4", in: .gre) { inner, writer in
                GRE(.ipv4, key: key, sequence: sequence)
                    .emit(payload: inner, withChecksum: withChecksum, into: &writer)
            }
        }
        expect("ipv4/gre/erspan/ethernet/ipv4", in: .gre) { inner, writer in
            ERSPAN.emit(session: 100, sequence: 7, into: &writer)
            writeEthernet(inner, &writer)
        }
    }

    @Test("the checksum of GRE is that over header and payload (RFC 2784 §2.3)")
    func checksum() {
        var writer = ByteWriter()
        GRE(.ipv4).emit(payload: bytes(Samples.ipv4), withChecksum: true, into: &writer)
        // As tshark finds it right.
        #expect(Array(writer.bytes[..<8]) == bytes("8000 0800 8c21 0000"))
    }

    @Test("MPLS stacks and IP in IP are read as they were written")
    func stacks() {
        expect("ipv4/ipv4", in: .ipv4) { inner, writer in writer.write(inner) }
        expect("ipv4/gre/mpls/mpls/ipv4", in: .gre) { inner, writer in
            GRE(.mpls).emit(payload: [], into: &writer)
            MPLSLabel.emit([MPLSLabel(100), MPLSLabel(1_048_575, timeToLive: 255)], into: &writer)
            writer.write(inner)
        }
        expect("ipv4/gre/ppp/ipv4", in: .gre) { inner, writer in
            GRE(.ppp).emit(payload: [], into: &writer)
            PPP.emit(.ipv4, into: &writer)
            writer.write(inner)
        }
    }

    @Test("tunnels over UDP are read as they were written")
    func overUDP() {
        expectOverUDP("vxlan/ethernet/ipv4", port: 4789) { inner, writer in
            VXLAN.emit(network: 0xFF_FFFF, into: &writer)
            writeEthernet(inner, &writer)
        }
        expectOverUDP("geneve/ipv4", port: 6081) { inner, writer in
            GENEVE.emit(.ipv4, network: 42, options: [1, 2, 128, 0], into: &writer)
            writer.write(inner)
        }
        for sequence: UInt16? in [nil, 7] {
            expectOverUDP("gtp-u/raw-ip/ipv4", port: 2152) { inner, writer in
                GTPU.emit(tunnel: 42, payloadLength: inner.count, sequence: sequence, into: &writer)
                writer.write(inner)
            }
        }
        expectOverUDP("l2tp/ppp/ipv4", port: 1701) { inner, writer in
            L2TP.emit(tunnel: 1, session: 2, into: &writer)
            PPP.emit(.ipv4, into: &writer)
            writer.write(inner)
        }
    }

    private func expectOverUDP(_ path: String, port: UInt16, from write: ([UInt8], inout ByteWriter) -> Void)
    {
        expect("ipv4/udp/" + path, in: .udp) { inner, writer in
            var tunnel = ByteWriter()
            write(inner, &tunnel)
            UDPHeader(source: 50_000, destination: port).emit(payloadLength: tunnel.count, into: &writer)
            writer.write(tunnel.bytes)
        }
    }

    @Test("Teredo's origin is written with its bits turned over (RFC 4380 §5.1.1)")
    func origin() {
        var writer = ByteWriter()
        Teredo.emit(origin: Endpoint(address: Self.ends.0, port: 40_000), into: &writer)
        #expect(writer.bytes == bytes("0000 63bf 3ffffdfe"))
    }

    @Test("the headers of links are the bytes that their documents draw")
    func links() {
        var writer = ByteWriter()
        PPPoE.emit(session: 1, payloadLength: 47, into: &writer)
        PPP.emit(.ipv4, isFramed: false, into: &writer)
        #expect(writer.bytes == bytes("1100 0001 002f 0021"))
        writer.removeAll()
        PPI.emit(.wlan, into: &writer)
        Radiotap.emit(into: &writer)
        #expect(writer.bytes == bytes("00000800 69000000 00000800 00000000"))
        writer.removeAll()
        NFLog.emit(.ipv4, payloadLength: 45, order: .little, into: &writer)
        NFLog.emit(.ipv6Darwin, payloadLength: 65, order: .big, into: &writer)
        #expect(writer.bytes == bytes("02000000 3100 0900 0a000000 0045 0009"))
    }
}
