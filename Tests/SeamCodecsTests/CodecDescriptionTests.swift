import SeamCodecs
import Testing

/// What `seam codecs NAME` explains, of every codec.
@Suite struct CodecDescriptionTests {
    static let names = CodecRegistry.all.map(\.name)

    @Test("every codec is drawn, says where it is written down, and has an example", arguments: names)
    func complete(_ name: String) throws {
        let codec = try #require(CodecRegistry.all.first { $0.name == name })
        #expect(!codec.summary.isEmpty && !codec.layout.isEmpty && !codec.source.isEmpty)
        #expect(codec.layout.split(separator: "\n").allSatisfy { $0.unicodeScalars.count <= 110 })
        #expect(throws: Never.self) { try CodecRegistry.factory(codec.example) }
    }

    @Test("every rule has words and a source, and no id comes twice", arguments: names)
    func rules(_ name: String) throws {
        let codec = try #require(CodecRegistry.all.first { $0.name == name })
        for rule in codec.rules {
            #expect(rule.text.utf8CodeUnitCount > 0 && !codec.source(of: rule).isEmpty, "\(rule.id)")
        }
        #expect(Set(codec.rules.map { "\($0.id)" }).count == codec.rules.count)
    }

    @Test(
        "every key says what it is by default, unless it must be given or stands for another",
        arguments: names
    )
    func defaults(_ name: String) throws {
        let codec = try #require(CodecRegistry.all.first { $0.name == name })
        for parameter in codec.parameters {
            let words = parameter.text
            let isSaid = ["default", "must be given", "instead of", "the same as"].contains {
                words.contains($0)
            }
            #expect(isSaid, "\(name): \(parameter.key): \(words)")
        }
    }

    @Test("the rules that are listed are those that violations name")
    func sources() throws {
        let stomp = try #require(CodecRegistry.all.first { $0.name == "stomp" })
        let ids = stomp.rules.map { "\($0.id)" }
        #expect(ids.contains("stomp.missing-nul") && ids.contains("stomp.netty-unknown-command"))
        #expect(ids.contains("stomp.stompkit-empty-message"))
        let mqtt = try #require(CodecRegistry.all.first { $0.name == "mqtt" })
        let words = mqtt.rules.map { "\($0.id): \(mqtt.source(of: $0))" }
        #expect(words.contains("frame.too-long: a limit of seam's own"))
        #expect(words.contains("frame.too-short: MQTT 3.1.1 and 5.0 (OASIS), 2.1"))
    }
}
