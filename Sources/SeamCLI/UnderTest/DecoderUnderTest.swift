import Seam
import SeamTesting

/// How pieces are written to a decoder under test (Documentation/decoders-under-test.md).
enum ExecFraming: String, Choice {
    /// 4 bytes of length, the highest first, then the piece; a length of 0 ends the stream.
    case length
    /// A line of JSON each: `{"piece":"BASE64"}`, `{"end":true}` at the end of the stream.
    case json
}

/// How a decoder under test is run.
struct ExecOptions: Equatable, Sendable {
    /// The command for the shell; nil when none is tested.
    var command: String?
    var framing = ExecFraming.length
    /// How long it may neither read nor write.
    var patience = Seconds(10)
}

/// A decoder in another process, asked stream after stream; it is started again when it has ended.
final class DecoderUnderTest {
    private let command: String
    private let options: ExecOptions
    private var process: ChildProcess?

    /// A decoder that `options` describe; it is started when it is first asked.
    init(_ command: String, _ options: ExecOptions) {
        self.command = command
        self.options = options
    }

    /// What the decoder makes of a stream that is cut at `cuts`.
    func decode(_ bytes: [UInt8], _ cuts: [Int]) -> DecoderAnswer {
        let process: ChildProcess
        do throws(CommandError) {
            if let running = self.process { process = running } else { process = try ChildProcess(command) }
        } catch {
            return .crashed(error.message)
        }
        self.process = process
        var reader = AnswerReader()
        let patience = options.patience.milliseconds
        switch process.exchange(request(bytes, cuts), patience: patience, { reader.take($0) }) {
        case .answered:
            if let answer = reader.answer, case .garbled = answer { restart() }
            return reader.answer ?? .garbled("")
        case .ended(let words):
            self.process = nil
            return .crashed(words)
        case .silent:
            restart()
            return .hung(patience)
        case .flooded:
            restart()
            return .garbled("more than \(ChildProcess.outputLimit >> 20) MiB")
        }
    }

    /// Ends the process, whose answers can no longer be told apart.
    private func restart() {
        process?.kill()
        process = nil
    }

    private func request(_ bytes: [UInt8], _ cuts: [Int]) -> [UInt8] {
        var request = ByteWriter()
        var start = 0
        for end in cuts + [bytes.count] where end > start {
            let piece = bytes[start..<end]
            switch options.framing {
            case .length:
                request.write(bigEndian: UInt32(clamping: piece.count))
                request.write(Array(piece))
            case .json:
                request.write("{\"piece\":\"")
                request.write(Base64.encode(piece))
                request.write("\"}\n")
            }
            start = end
        }
        switch options.framing {
        case .length: request.write(bigEndian: 0 as UInt32)
        case .json: request.write("{\"end\":true}\n")
        }
        return request.bytes
    }
}

/// Makes an answer of the lines of a decoder under test.
private struct AnswerReader {
    private var messages: [DecoderAnswer.Message] = []
    private var refusal: String?
    /// The answer, once it is complete.
    private(set) var answer: DecoderAnswer?

    /// Takes a line; true when it is the last one of the answer.
    mutating func take(_ line: ArraySlice<UInt8>) -> Bool {
        guard let value = JSONValue(line), case .object = value else { return finish(.garbled(Self.shown(line))) }
        if value["end"] == .flag(true) { return finish(.decoded(messages, refusal: refusal)) }
        if let words = value["error"]?.text {
            refusal = words
            return false
        }
        guard let message = Self.message(value) else { return finish(.garbled(Self.shown(line))) }
        messages.append(message)
        return false
    }

    private mutating func finish(_ answer: DecoderAnswer) -> Bool {
        self.answer = answer
        return true
    }

    private static func message(_ value: JSONValue) -> DecoderAnswer.Message? {
        let isHeartbeat = value["kind"]?.text == "heartbeat"
        if let start = value["start"]?.number, let end = value["end"]?.number {
            guard start >= 0, start <= end else { return nil }
            return DecoderAnswer.Message(.range(ByteRange(start, end)), isHeartbeat: isHeartbeat)
        }
        guard let text = value["bytes"]?.text, let bytes = Base64.decode(text.utf8) else { return nil }
        return DecoderAnswer.Message(.bytes(bytes), isHeartbeat: isHeartbeat)
    }

    private static func shown(_ line: ArraySlice<UInt8>) -> String {
        String(decoding: line.prefix(200), as: UTF8.self)
    }
}
