import Testing

@testable import SeamCLI

@Suite struct ValueTests {
    @Test(
        "sizes count bytes, k, M and G of 1024, and are written back the short way",
        arguments: [
            ("0", 0, "0"), ("1500", 1500, "1500"), ("4k", 4096, "4k"), ("1K", 1024, "1k"),
            ("64M", 67_108_864, "64M"),
            ("2G", 2_147_483_648, "2G"), ("1024M", 1_073_741_824, "1G"), ("1025", 1025, "1025"),
        ]
    )
    func sizes(argument: String, bytes: Int, text: String) throws {
        let size = try ByteCount(argument: argument)
        #expect(size.bytes == bytes)
        #expect(size.text == text)
    }

    @Test(
        "what is no size, or does not fit, is refused",
        arguments: [
            "", "k", "-1", "+1", "1.5M", "1 k", "1kb", "0x10", "９", "9999999999999999999",
            "9223372036854775807k",
        ]
    )
    func badSizes(argument: String) {
        #expect(throws: BadValue.self) { try ByteCount(argument: argument) }
    }

    @Test("only digits before the first = are a port")
    func codecs() throws {
        var choices = CodecChoices()
        try choices.take("fixed:size=16")
        try choices.take("61613=stomp:dialect=strict")
        #expect(choices.general == "fixed:size=16")
        #expect(choices.byPort == [61613: "stomp:dialect=strict"])
    }

    @Test(
        "a port out of range, a missing codec and a second codec are refused",
        arguments: [
            ["0=tlc"], ["65536=tlc"], ["99999999999999999999=tlc"], ["80="], [""], ["tlc", "line"],
            ["80=tlc", "80=line"],
        ]
    )
    func badCodecs(arguments: [String]) {
        #expect(throws: BadValue.self) {
            var choices = CodecChoices()
            for argument in arguments { try choices.take(argument) }
        }
    }

    @Test("a selection has what was named, and nothing else")
    func streams() throws {
        var selection = StreamSelection()
        try selection.take("0,12")
        #expect(selection.contains(12))
        #expect(!selection.contains(1))
    }

    @Test(
        "lists with holes, signs or words are refused",
        arguments: ["", ",", "1,", "1,,2", "-1", "a", "1-3"]
    )
    func badStreams(argument: String) {
        var selection = StreamSelection()
        #expect(throws: BadValue.self) { try selection.take(argument) }
    }

    @Test("a word is close with a letter too many, too few, wrong or swapped, not with another word")
    func suggestions() {
        let words = ["json", "codec", "max-held"]
        #expect(closest(to: "jsn", among: words) == "json")
        #expect(closest(to: "jsson", among: words) == "json")
        #expect(closest(to: "jsom", among: words) == "json")
        #expect(closest(to: "jsno", among: words) == "json")
        #expect(closest(to: "max_heldd", among: words) == "max-held")
        #expect(closest(to: "jelly", among: words) == nil)
        #expect(closest(to: "x", among: ["y"]) == nil)
    }
}
