import SeamBytes
import SeamCodecs
import Testing

@Suite struct CodecSpecTests {
    static func parameters(_ spec: String) throws -> SpecParameters {
        let layers = try CodecSpec(spec).layers
        return SpecParameters(try #require(layers.first))
    }

    static func byteStrings(_ spec: String) throws -> [[UInt8]]? {
        var parameters = try Self.parameters(spec)
        return try parameters.byteStrings()
    }

    @Test("a spec is layers of a name and key=value pairs, and is written as it was read")
    func grammar() throws {
        let text = "websocket/tlc:type=2,length=4,order=big/stomp:dialect=strict"
        let spec = try CodecSpec(text)
        #expect(spec.layers.map(\.name) == ["websocket", "tlc", "stomp"])
        #expect(spec.layers[1].parameters.map(\.key) == ["type", "length", "order"])
        #expect(spec.layers[1].parameters.map(\.value) == ["2", "4", "big"])
        #expect(spec.layers[0].parameters.isEmpty)
        #expect(spec.description == text)
    }

    @Test("a value may hold = and, behind a backslash, the signs that separate")
    func values() throws {
        let spec = try CodecSpec(#"delimiter:text=a=b\,c\/d\\,max=1"#)
        #expect(spec.layers.count == 1)
        #expect(spec.layers[0].parameters.map(\.value) == [#"a=b\,c\/d\\"#, "1"])
        #expect(try CodecSpec("x:key=").layers[0].parameters.map(\.value) == [""])
    }

    @Test(
        "what is not of the form is refused in words",
        arguments: [
            ("", "a codec has a name"),
            ("line/", "a codec has a name"),
            (":max=1", "a codec has a name"),
            ("line:", "line: parameters are missing behind ':'"),
            ("line:max", "line: 'max' is not of the form key=value"),
            ("line:=1", "line: '=1' is not of the form key=value"),
            ("line:max=1,", "line: '' is not of the form key=value"),
            ("line:max=1,max=2", "line: max is given twice"),
        ]
    )
    func refused(spec: String, words: String) {
        let error = #expect(throws: SpecError.self) { try CodecSpec(spec) }
        #expect(error?.description.hasPrefix(words) == true)
    }

    @Test(
        "bytes= is hexadecimal and text= takes escapes, several separated by |",
        arguments: [
            ("d:bytes=0d0a", [[0x0d, 0x0a]]), ("d:bytes=FF|0a", [[0xff], [0x0a]]),
            (#"d:text=\r\n|\n"#, [[0x0d, 0x0a], [0x0a]]), (#"d:text=\t\0\\\x7f"#, [[9, 0, 0x5c, 0x7f]]),
            (#"d:text=a\|b|c"#, [[0x61, 0x7c, 0x62], [0x63]]), (#"d:text=\,\/\:"#, [[0x2c, 0x2f, 0x3a]]),
            ("d:text=é", [[0xc3, 0xa9]]),
        ] as [(String, [[UInt8]])]
    )
    func byteStrings(spec: String, expected: [[UInt8]]) throws {
        #expect(try Self.byteStrings(spec) == expected)
    }

    @Test(
        "bytes that are none are refused",
        arguments: [
            "d:bytes=0", "d:bytes=0g", "d:bytes=", "d:bytes=ff|", "d:text=|a", #"d:text=\x0"#, #"d:text=a\"#,
            "d:text=a,bytes=61",
        ]
    )
    func noBytes(spec: String) {
        #expect(throws: SpecError.self) { try Self.byteStrings(spec) }
    }

    @Test("no bytes= and no text= is nil")
    func absent() throws {
        #expect(try Self.byteStrings("d") == nil)
    }

    @Test(
        "sizes take k, M and G",
        arguments: [
            ("512", 512), ("8k", 8192), ("8K", 8192), ("16M", 16_777_216), ("1G", 1_073_741_824), ("0", 0),
            ("", nil), ("k", nil), ("-1", nil), ("1.5k", nil), ("1kk", nil), ("8m", nil), (" 8", nil),
            ("9223372036854775807G", nil), ("99999999999999999999", nil),
        ] as [(String, Int?)]
    )
    func sizes(written: String, expected: Int?) {
        #expect(SpecParameters.size(written) == expected)
    }

    @Test("parameters are typed, have a range and a default")
    func typed() throws {
        var given = try Self.parameters("x:n=-3,max=2k,order=little,strip=no")
        #expect(try given.integer("n", in: -5...5, default: 0) == -3)
        #expect(try given.size("max", default: 1) == 2048)
        #expect(try given.order() == .little)
        #expect(try given.flag("strip", default: true) == false)
        try given.finish()
        var absent = try Self.parameters("x")
        #expect(try absent.integer("n", in: -5...5, default: 4) == 4)
        #expect(try absent.size("max", default: 1) == 1)
        #expect(try absent.order() == .big)
        #expect(try absent.flag("strip", default: true))
        #expect(absent.text("name") == nil)
        try absent.finish()
    }

    @Test("a value of the wrong type or out of range is refused with what is meant")
    func wrong() throws {
        var given = try Self.parameters("x:n=6,max=0,order=middle,strip=maybe")
        #expect(throws: SpecError("x: n=6 is not a whole number from -5 to 5")) {
            try given.integer("n", in: -5...5, default: 0)
        }
        #expect(throws: SpecError("x: max=0 is not a size of at least 1 such as 512, 8k or 1M")) {
            try given.size("max", default: 1)
        }
        var large = try Self.parameters("x:max=33")
        #expect(
            throws: SpecError("x: max=33 is not a size of at least 1 and at most 32 such as 512, 8k or 1M")
        ) {
            try large.size("max", in: 1...32, default: 1)
        }
        #expect(throws: SpecError("x: order=middle is not big or little")) { try given.order() }
        #expect(throws: SpecError.self) { try given.flag("strip", default: true) }
    }

    @Test("a key that nobody takes is refused with those that are known")
    func unknown() {
        #expect(throws: SpecError("line: no parameter 'maximum'; it knows max, strip")) {
            try CodecRegistry.factory("line:maximum=1")
        }
        #expect(throws: SpecError("no codec 'lines'; `seam codecs` lists them")) {
            try CodecRegistry.factory("lines")
        }
    }

    @Test(
        "every codec of the registry makes decoders from its own example",
        arguments: CodecRegistry.all.map(\.name)
    )
    func examples(name: String) throws {
        let codec = try #require(CodecRegistry.all.first { $0.name == name })
        let names = try CodecSpec(codec.example).layers.map(\.name)
        // A codec that stands above others only is shown there.
        #expect(names.last == name)
        #expect(try CodecRegistry.factory(codec.example).name == names.first)
    }
}
