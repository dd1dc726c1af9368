import Testing

@testable import SeamConnection

@Suite(.timeLimit(.minutes(1))) struct TurnsTests {
    @Test("turns come in the order of the calls, and one that is cancelled is left out")
    func order() async throws {
        let turns = Turns()
        #expect(await turns.begin())
        let (numbers, taken) = AsyncStream.makeStream(of: Int.self)
        var tasks: [Task<Void, Never>] = []
        for number in 0..<4 {
            let task = Task {
                let isMine = await turns.begin()
                taken.yield(isMine ? number : -number)
                if isMine { turns.end() }
            }
            tasks.append(task)
            while turns.waiting <= number { try await Task.sleep(for: .milliseconds(1)) }
        }
        tasks[2].cancel()
        await tasks[2].value
        turns.end()
        var seen: [Int] = []
        for await number in numbers.prefix(4) { seen.append(number) }
        #expect(seen == [-2, 0, 1, 3])
        #expect(await turns.begin())
    }

    @Test("a full queue holds who brings, and a closed one lets both go")
    func queue() async {
        let queue = BoundedQueue<Int>(limit: 2)
        let bringing = Task { for number in 0..<10 { await queue.push(number) } }
        for number in 0..<10 { #expect(await queue.pop() == number) }
        await bringing.value
        let waiting = Task { await queue.pop() }
        queue.close()
        #expect(await waiting.value == nil)
        await queue.push(1)
    }
}
