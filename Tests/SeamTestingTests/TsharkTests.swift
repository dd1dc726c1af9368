import Foundation
import SeamTesting
import Testing

private let tshark = ["/usr/bin/tshark", "/usr/local/bin/tshark", "/opt/homebrew/bin/tshark"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

/// What tshark reads of a script's capture: the fields of each packet.
private func fields(_ script: String, _ names: [String]) throws -> [String] {
    let path = NSTemporaryDirectory() + "seam-\(UUID().uuidString).pcap"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(CaptureScript(script).pcap()).write(to: URL(filePath: path))
    let process = Process()
    process.executableURL = URL(filePath: try #require(tshark))
    process.arguments = [
        "-r", path, "-T", "fields", "-E", "separator= ", "-E", "occurrence=a", "-E", "aggregator=/",
    ]
    process.arguments? += ["-o", "tcp.check_checksum:TRUE", "-o", "ip.check_checksum:TRUE"]
    process.arguments? += names.flatMap { ["-e", $0] }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text.split(separator: "\n").map(String.init)
}

@Suite("tshark reads the packets of scripts", .enabled(if: tshark != nil))
struct TsharkTests {
    @Test("sequence numbers, acknowledgments, lengths, windows and checksums")
    func packets() throws {
        let script = """
            connection client.isn=4294967290 server.isn=70000 mss=1460
            handshake
            client "abcdefgh"
            server "ok" win=0
            client probe "i"
            server keepalive <00>
            client @2 "cdefghij"
            close server
            """
        let names = ["tcp.seq_raw", "tcp.ack_raw", "tcp.len", "tcp.window_size_value"]
        // Checksum status 1 is good.
        let lines = try fields(script, names + ["tcp.checksum.status", "ip.checksum.status"])
        #expect(
            lines == [
                "4294967290 0 0 64240 1 1", "70000 4294967291 0 64240 1 1", "4294967291 70001 0 64240 1 1",
                "4294967291 70001 8 64240 1 1", "70001 3 2 0 1 1", "3 70003 1 64240 1 1", "70002 3 1 0 1 1",
                "4294967293 70003 8 64240 1 1", "70003 5 0 0 1 1", "5 70004 0 64240 1 1", "70004 6 0 0 1 1",
            ]
        )
    }

    @Test("options of SYN and ACK")
    func options() throws {
        let script = """
            connection mss=1400 client.wscale=7 server.wscale=2 sack timestamps rtt=20ms
            handshake
            client @4 "efgh"
            server ack sack=4..8
            """
        let names = ["tcp.options.mss_val", "tcp.options.wscale.shift", "tcp.options.timestamp.tsval"]
        let lines = try fields(
            script,
            names + ["tcp.options.timestamp.tsecr", "tcp.options.sack_le", "tcp.options.sack_re"]
        )
        #expect(
            lines == [
                "1400 7 100000 0  ", "1400 2 500020 100000  ", "  100020 500020  ", "  100020 500020  ",
                "  500020 100020 5 9",
            ]
        )
    }

    @Test(
        "link layers, VLAN tags, IPv6, times and what the snap length cut off",
        arguments: [
            (
                "capture vlan=100/7\nconnection\n+1.5ms client \"abc\"",
                "eth:ethertype:ieee8021ad:ethertype:vlan:ethertype:ip:tcp:data 0.001500000 65"
            ),
            ("capture link=sll2\nconnection\nclient \"abc\"", "sll:ethertype:ip:tcp:data 0.000000000 63"),
            (
                "capture link=raw\nconnection client=[::1]:1 server=[::1]:2\nclient \"abc\"",
                "raw:ipv6:tcp:data 0.000000000 63"
            ),
            ("capture snap=55\nconnection\nclient \"abc\"", "eth:ethertype:ip:tcp:data 0.000000000 55"),
        ]
    )
    func layers(_ script: String, _ expected: String) throws {
        let lines = try fields(script, ["frame.protocols", "frame.time_epoch", "frame.cap_len", "tcp.len"])
        let epoch = "1735689600."
        #expect(lines.first?.replacing(epoch, with: "0.") == expected + " 3")
    }
}
