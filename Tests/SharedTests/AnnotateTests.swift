import Foundation
import Testing

/// What Wireshark's programs make of what `seam annotate` writes.
@Suite("annotated captures", .enabled(if: Shared.isPresent && Wireshark.isPresent))
struct AnnotateTests {
    static let captures: [String] = {
        let folder = Shared.root + "/corpus/captures"
        return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted().map {
            "\(folder)/\($0)"
        }
    }()

    /// These have Custom Blocks, which Wireshark numbers and shows as if they were packets.
    ///
    /// Such blocks are not copied, so that of these captures only what has a link layer is compared.
    static let custom = ["gopacket__be-test102.pcapng", "gopacket__le-test202.pcapng"]

    @Test("the packets of every capture are the same bytes, as editcap and tshark read them")
    func packets() throws {
        #expect(Self.captures.count > 200)
        for capture in Self.captures {
            let packets = Self.custom.contains(where: capture.hasSuffix) ? ["-Y", "eth or null"] : []
            let target = Shared.temporary()
            defer { try? FileManager.default.removeItem(atPath: target) }
            let outcome = try Shared.seam(["annotate", "-q", capture, "-o", target])
            guard FileManager.default.fileExists(atPath: target) else {
                Issue.record("\(capture): \(outcome.errors)")
                continue
            }
            // A classic file holds one link type; of the others tshark prints the bytes.
            if packets.isEmpty, let before = try Wireshark.classic(capture),
                let after = try Wireshark.classic(target)
            {
                #expect(before == after, "\(capture)")
            } else {
                let before = try Wireshark.run("tshark", ["-n", "-x", "-r", capture] + packets)
                #expect(
                    try before == Wireshark.run("tshark", ["-n", "-x", "-r", target] + packets),
                    "\(capture)"
                )
            }
        }
    }

    @Test("tshark shows the comments where the seams are")
    func comments() throws {
        let target = Shared.temporary()
        defer { try? FileManager.default.removeItem(atPath: target) }
        let capture = Shared.checkout + "/fixtures/twenty-messages-seven-reads.pcap"
        _ = try Shared.seam(["annotate", "-q", "-c", "line", capture, "-o", target])
        let shown = try Wireshark.run(
            "tshark",
            ["-r", target, "-Y", "frame.comment", "-T", "fields", "-e", "frame.number"]
        )
        #expect(
            String(decoding: shown, as: UTF8.self).split(separator: "\n") == [
                "6", "8", "10", "11", "13", "14",
            ]
        )
    }

    @Test(
        "the dissector finds the messages that seam finds",
        arguments: [
            ("line", "k1_100k_messages_lf.pcap"),
            ("tlc:type=2,length=4", "d1_mss_split_nooffload_t2l4.client.pcap"),
            ("varint", "d9_lo_mss_option_offload_varint.pcap"),
            ("delimiter:bytes=ff", "b4_nodelay_prompt_ff.pcap"),
            ("length:width=4", "d3_tso_sender_only_l4be.client.pcap"),
            ("fixed:size=100", "b4_nodelay_prompt_ff.pcap"),
        ]
    )
    func dissector(spec: String, name: String) throws {
        struct Row: Decodable {
            var kind: String
            var start: Int
            var end: Int
        }
        struct Stream: Decodable { var server: String }
        let capture = "\(Shared.root)/truth/\(name)"
        let script = Shared.temporary()
        defer { try? FileManager.default.removeItem(atPath: script) }
        let streams: [Stream] = try Shared.lines(Shared.seam(["streams", "--json", capture]).output)
        let port = try #require(streams.first?.server.split(separator: ":").last)
        _ = try Shared.seam(["annotate", "--lua", script, "-c", "\(port)=\(spec)"])
        let rows: [Row] = try Shared.lines(
            Shared.seam(["messages", "--json", "-q", "-c", spec, capture]).output
        )
        let lengths = rows.filter { $0.kind == "message" }.map { $0.end - $0.start }
        #expect(!lengths.isEmpty)
        let shown = try Wireshark.run(
            "tshark",
            ["-X", "lua_script:\(script)", "-r", capture, "-T", "fields", "-e", "seam.length"]
        )
        let found = String(decoding: shown, as: UTF8.self).split { $0 == "\n" || $0 == "," }.compactMap {
            Int($0)
        }
        #expect(found == lengths)
    }
}

/// Wireshark's programs, where they are installed.
enum Wireshark {
    static let isPresent = path("tshark") != nil && path("editcap") != nil

    static func path(_ name: String) -> String? {
        ["/usr/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"].map { $0 + name }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    static func run(_ name: String, _ arguments: [String]) throws -> Data {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path(name) ?? name)
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return data
    }

    /// The records of a capture as a classic file has them, nil where they do not fit into one.
    static func classic(_ capture: String) throws -> Data? {
        let target = Shared.temporary()
        defer { try? FileManager.default.removeItem(atPath: target) }
        _ = try run("editcap", ["-F", "nsecpcap", capture, target])
        guard let data = FileManager.default.contents(atPath: target), data.count > 24 else { return nil }
        return data.dropFirst(24)
    }
}
