import SeamBytes
import SeamCodecs
import SeamTesting
import Testing

/// What stands before the first frame.
@Suite struct PreambleTests {
    private func units(_ preamble: Preamble, _ bytes: [UInt8]) throws -> [String] {
        let field = try LengthField(offset: 1, .binary(width: 4, .big))
        return lines(
            bytes,
            by: { LengthDecoder(field, preamble: preamble) },
            output: { "length \($0.length)" }
        )
    }

    private let frames = wire("70 00000002 0102 51 00000001 03 58 00000000")

    @Test("so many bytes are a message of their own")
    func counted() throws {
        let units = try units(.bytes(4), Array("AMQP".utf8) + frames)
        #expect(
            units == [
                "message 0..<4 length 4", "message 4..<11 length 2", "message 11..<17 length 1",
                "message 17..<22 length 0",
            ]
        )
    }

    @Test("`any` ends where three frames fit, however the stream is cut", arguments: [1, 8, 37])
    func any(_ count: Int) throws {
        let greeting = (0..<count).map { UInt8(0x61 + $0 % 26) }
        let units = try units(.any, greeting + frames + frames)
        #expect(units.first == "message 0..<\(count) length \(count)")
        #expect(units.count == 7)
        #expect(units.last == "message \(count + 31)..<\(count + 36) length 0")
    }

    @Test("without a greeting `any` changes nothing, also where nothing fits")
    func none() throws {
        #expect(try units(.any, frames + frames) == units(.bytes(0), frames + frames))
        let text = Array("no frames here, and the first number is far too great".utf8)
        #expect(try units(.any, text) == units(.bytes(0), text))
    }

    @Test("the spec takes a number of bytes or any")
    func spec() throws {
        for good in ["0", "8", "any", "64k"] where good != "64k" {
            #expect(throws: Never.self) { try CodecRegistry.factory("length:preamble=\(good)") }
        }
        for bad in ["some", "-1", "64k"] {
            #expect(throws: SpecError.self) { try CodecRegistry.factory("length:preamble=\(bad)") }
        }
    }
}
