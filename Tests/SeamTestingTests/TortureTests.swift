import SeamTesting
import Testing

@Suite struct PiecesTests {
    @Test(
        "each way of cutting is written as it is read",
        arguments: ["captured", "messages", "whole", "torn", "bytes", "random:7", "1", "1048576"]
    )
    func words(_ text: String) {
        #expect(Pieces(text)?.description == text)
    }

    @Test(
        "what is no way of cutting is refused",
        arguments: ["", "0", "-1", "random", "random:x", "1048577", "all"]
    )
    func refused(_ text: String) {
        #expect(Pieces(text) == nil)
    }

    private func cut(_ pieces: Pieces, _ messages: [String], period: Int = 1) -> [String] {
        var cutter = PieceCutter(pieces, period: period)
        var result: [[UInt8]] = []
        for message in messages { result += cutter.add(Array(message.utf8)) }
        if let rest = cutter.finish() { result.append(rest) }
        return result.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("messages are cut as the way says")
    func cuts() {
        let messages = ["abcd", "efgh", "ijkl"]
        #expect(cut(.messages, messages) == messages)
        #expect(cut(.whole, messages) == ["abcdefghijkl"])
        #expect(cut(.bytes, ["ab", "c"]) == ["a", "b", "c"])
        #expect(cut(.size(5), messages) == ["abcde", "fghij", "kl"])
        // One byte further on in each message: the end of one travels with the beginning of the next.
        #expect(cut(.torn, messages) == ["a", "bcdef", "ghijk", "l"])
    }

    @Test("messages that come again and again are torn at every place")
    func everyPlace() {
        let pieces = cut(.torn, ["abc", "xyz", "abc", "xyz"], period: 2)
        #expect(pieces == ["a", "bcx", "yzab", "cxy", "z"])
    }

    @Test("a message of one byte cannot be torn, and travels with its neighbours")
    func oneByte() {
        #expect(cut(.torn, ["a", "bc", "d"]) == ["ab", "cd"])
    }

    @Test("random pieces are the same for a seed, others for another, and lose nothing")
    func random() {
        let messages = (0..<200).map { "message \($0) with some text" }
        let first = cut(.random(seed: 1), messages)
        #expect(first == cut(.random(seed: 1), messages))
        #expect(first != cut(.random(seed: 2), messages))
        #expect(first.joined() == messages.joined())
        #expect(first.contains { $0.utf8.count == 1 })
        #expect(first.contains { $0.utf8.count > 100 })
    }

    @Test("generated contents begin with their number and have sizes of the range")
    func contents() {
        let all = (0..<500).map { GeneratedContent.bytes(at: $0, sizes: 8...40, seed: 3) }
        for (index, content) in all.enumerated() {
            #expect((8...40).contains(content.count))
            #expect(content.starts(with: Array("\(index):".utf8)))
        }
        #expect(Set(all.map(\.count)).count == 33)
        #expect(GeneratedContent.bytes(at: 12345, sizes: 3...3, seed: 1) == Array("123".utf8))
    }
}

@Suite struct ClientBehaviourTests {
    /// What is seen of a client that gets `pieces`, the number of messages that each ends, and answers so often.
    private func seen(
        _ pieces: [Int],
        inside: Bool = false,
        answers: Int,
        same: Bool = false
    ) -> [ClientBehaviour.Trait] {
        var behaviour = ClientBehaviour()
        for count in pieces { behaviour.sentPiece(completing: count, isInside: inside) }
        for _ in 0..<answers { behaviour.received(isSame: same) }
        behaviour.ended(.closed, isAllSent: true)
        return behaviour.seen
    }

    @Test("a client that decodes the stream answers every message")
    func right() {
        #expect(seen([3, 2], answers: 5) == [.answeredEvery])
        #expect(seen([3, 2], answers: 5, same: true) == [.answeredEvery, .echoed])
    }

    @Test(
        "a client that forgets what is behind the first message of a read is told from one for which a read is one"
    )
    func wrong() {
        // Two glued pairs, of which one was torn: 3 pieces, 4 messages, 2 pieces that end messages.
        #expect(seen([2, 0, 2], answers: 2) == [.answeredFirst])
        #expect(seen([2, 0, 2], answers: 3) == [.answeredPieces])
        #expect(seen([2, 0, 2], answers: 1) == [.answeredSome])
        #expect(seen([2, 0, 2], answers: 5) == [.answeredMore])
        #expect(seen([2, 0, 2], answers: 0) == [.answeredNone])
    }

    @Test("half a message shows who closes, who waits, and who answers too soon")
    func half() {
        var closes = ClientBehaviour()
        closes.sentPiece(completing: 0, isInside: true)
        var waits = closes
        var answers = closes
        closes.ended(.closed, isAllSent: true)
        #expect(closes.seen == [.closedUponHalf])
        waits.ended(.byServer, isAllSent: true)
        #expect(waits.seen == [.waited])
        answers.received(isSame: false)
        answers.sentPiece(completing: 1, isInside: false)
        answers.ended(.reset, isAllSent: false)
        #expect(answers.seen == [.answeredEvery, .answeredEarly, .closedEarly, .reset])
    }

    @Test("a client that is echoed is not asked for answers")
    func echo() {
        var behaviour = ClientBehaviour(isAsked: false)
        behaviour.sentPiece(completing: 1, isInside: false)
        behaviour.ended(.closed, isAllSent: true)
        #expect(behaviour.seen.isEmpty)
    }
}
