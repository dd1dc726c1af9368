import SeamBytes
import SeamCodecs
import SeamTesting
import Testing

/// The re-chunk verifier must catch decoders that look at the borders of what is here.
///
/// Small models of four that were in use (reference/decoders.md, 2h), each with the fault that was reported.
@Suite struct NegativeControlTests {
    struct Output: Equatable, Sendable { var size: Int }

    /// Netty's ProtobufVarint32FrameDecoder before its fix (#17549): it reads the length with what is here,
    /// and takes three continuation bytes that hold only zeros for a length of 0.
    struct NettyVarint: Decoder {
        mutating func decode(_ input: inout ByteCursor) -> Step<Output> {
            var length = 0
            for index in 0..<4 {
                guard let byte = input.peek(index) else {
                    if index == 3, length == 0, input.take(3) != nil { return .output(Output(size: 0)) }
                    return .needMore
                }
                length |= Int(byte & 0x7f) << (7 * index)
                if byte < 0x80 {
                    let size = index + 1 + length
                    return input.take(size) == nil ? .needMore : .output(Output(size: size))
                }
            }
            return .violation(Violation("varint.too-wide"))
        }
    }

    /// Netty's JsonObjectDecoder: the limit is held against all that has been read and not yet decoded, so
    /// that many small objects in one piece are too long.
    struct NettyJSON: Decoder {
        mutating func decode(_ input: inout ByteCursor) -> Step<Output> {
            guard input.available <= 16 else { return .violation(Violation("json.too-long")) }
            guard let end = input.firstIndex(of: UInt8(ascii: "}")) else { return .needMore }
            return input.take(end + 1) == nil ? .needMore : .output(Output(size: end + 1))
        }
    }

    /// RHSocketKit's delimiter codec: a buffer of its maximum is an error even when it holds many short frames.
    struct RHSocketDelimiter: Decoder {
        mutating func decode(_ input: inout ByteCursor) -> Step<Output> {
            guard input.available < 12 else { return .violation(Violation("delimiter.too-long")) }
            guard let end = input.firstIndex(of: 0xff) else { return .needMore }
            return input.take(end + 1) == nil ? .needMore : .output(Output(size: end + 1))
        }
    }

    /// Netty's DelimiterBasedFrameDecoder: more than the maximum without a delimiter is too long, also where
    /// the first byte of the delimiter is part of it.
    struct NettyDelimiter: Decoder {
        mutating func decode(_ input: inout ByteCursor) -> Step<Output> {
            guard let end = input.firstIndex(of: [0x0d, 0x0a]) else {
                return input.available > 4 ? .violation(Violation("delimiter.too-long")) : .needMore
            }
            return input.take(end + 2) == nil ? .needMore : .output(Output(size: end + 2))
        }
    }

    /// A client that takes what one read gives it for one message.
    struct OneReadOneMessage: Decoder {
        mutating func decode(_ input: inout ByteCursor) -> Step<Output> {
            let size = input.available
            return input.take(size) == nil || size == 0 ? .needMore : .output(Output(size: size))
        }
    }

    @Test("a length cut behind its third byte")
    func varint() {
        let bytes: [UInt8] = [0x80, 0x80, 0x80, 0x00, 1, 7]
        #expect(Rechunk.counterexample(bytes) { NettyVarint() }?.cuts == [3])
        #expect(Rechunk.counterexample(bytes) { VarintDecoder() } == nil)
    }

    @Test("a limit that is held against all that is here")
    func json() throws {
        let bytes = Array(#"{"a":1}{"b":2}{"c":3}"#.utf8)
        #expect(Rechunk.counterexample(bytes) { NettyJSON() } != nil)
        let factory = try CodecRegistry.factory("json:max=16")
        #expect(Rechunk.counterexample(bytes, unitDecoder: { factory.make().client }) == nil)
    }

    @Test("a full buffer of short frames")
    func delimiter() {
        let bytes: [UInt8] = [1, 0xff, 2, 3, 0xff, 4, 0xff, 5, 0xff, 6, 0xff, 7, 0xff]
        #expect(Rechunk.counterexample(bytes) { RHSocketDelimiter() } != nil)
        #expect(Rechunk.counterexample(bytes) { DelimiterDecoder([[0xff]], maximum: 12) } == nil)
    }

    @Test("a delimiter cut in two behind a content of the maximum")
    func delimiterCut() {
        let bytes = Array("abcd\r\n".utf8)
        #expect(Rechunk.counterexample(bytes) { NettyDelimiter() }?.cuts == [5])
        #expect(Rechunk.counterexample(bytes) { DelimiterDecoder([[0x0d, 0x0a]], maximum: 4) } == nil)
    }

    @Test("a read taken for a message")
    func read() {
        #expect(Rechunk.counterexample([1, 2, 3]) { OneReadOneMessage() }?.cuts == [1])
    }
}
