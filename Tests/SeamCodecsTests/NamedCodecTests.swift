import SeamBytes
import SeamCodecs
import Testing

/// Codecs under a name of one's own, and the stages behind a framer.
@Suite struct NamedCodecTests {
    @Test("types that have a name are called by it, others as before")
    func names() throws {
        let factory = try CodecRegistry.factory("tlc").named("game", types: [1: "login"])
        #expect(factory.name == "game")
        var batch = UnitBatch(wantsDetails: true)
        factory.make().client.feed([1, 2, 7, 7, 2, 0].rawSpan, into: &batch)
        let summaries = batch.entries.map { String(decoding: batch.details.text[$0.summary], as: UTF8.self) }
        #expect(summaries == ["login, type 1, 2 bytes", "type 2, 0 bytes"])
        #expect(
            batch.entries.map { batch.details.fields[$0.fields].map { "\($0.name)" } } == [
                ["type", "length", "name"], ["type", "length"],
            ]
        )
    }

    /// The units of the layers above the first one, as `layer range summary rule`.
    private static func layers(_ spec: String, _ bytes: [UInt8]) throws -> [String] {
        let decoder = try CodecRegistry.factory(spec).make().client
        var batch = UnitBatch(wantsDetails: true)
        decoder.feed(bytes.rawSpan, into: &batch)
        return batch.layers.compactMap { event in
            guard case .unit(let unit) = event.kind else { return nil }
            let summary =
                unit.entry.map { String(decoding: batch.details.text[$0.summary], as: UTF8.self) } ?? ""
            let rule = unit.unit.violation.map { " \($0.rule)" } ?? ""
            return "\(unit.layer) \(unit.unit.range) \(summary)\(rule)"
        }
    }

    @Test("base64 and text behind RHSocketKit's frame (RFC 4648 §10: foobar is Zm9vYmFy)")
    func base64() throws {
        let bytes = CodecProbe.hex(
            "ff00 0100 08000000 'Zm9vYmFy' ff00 0100 04000000 'Zg==' ff00 0100 02000000 'Z?'"
        )
        #expect(
            try Self.layers("rhsocket/base64/text", bytes) == [
                "1 0..<8 base64 of 6 bytes", "2 0..<6 foobar", "1 8..<12 base64 of 1 byte", "2 6..<7 f",
                "1 12..<14 base64 of 0 bytes base64.invalid",
            ]
        )
    }

    @Test("text that is no UTF-8, and the id of an RPC message, little-endian")
    func stages() throws {
        #expect(try Self.layers("length:width=1/text", [2, 0xc3, 0xa4]) == ["1 0..<2 ä"])
        let broken = try Self.layers("length:width=1/text", [1, 0xc3])
        #expect(broken.count == 1 && broken[0].hasSuffix("text.utf8"))
        let message = CodecProbe.hex("06 01020000 '{}' 02 0102")
        #expect(
            try Self.layers("length:width=1/rpc-id/json", message) == [
                "1 0..<6 command 513, 2 bytes", "1 6..<8  rpc-id.too-short",
            ]
        )
        let line = CodecProbe.hex("07 01020000 '{}' 0a")
        #expect(
            try Self.layers("length:width=1/rpc-id/json", line).contains {
                $0.hasPrefix("2 0..<3 object, 3 bytes")
            }
        )
    }

    @Test("a stage stands behind a framer")
    func alone() {
        #expect(throws: SpecError("base64: stands behind a framer: line/base64, rhsocket/base64")) {
            try CodecRegistry.factory("base64")
        }
    }
}
