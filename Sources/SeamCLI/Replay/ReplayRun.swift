import Seam
import SeamConnection
import SeamReport

/// Plays the connections of a capture: each to a target, or each to the next client that comes.
struct ReplayRun: Sendable {
    let talks: [CapturedTalk]
    let options: ReplayOptions
    let isJSON: Bool
    let voice: Voice

    /// Reads the connections that are chosen.
    ///
    /// - Throws: what reading a capture does; `input` when there is nothing to play.
    static func talks(_ files: [String], _ options: Options) throws(CommandError) -> [CapturedTalk] {
        let run = try CaptureRun(files, options)
        let collector = TalkCollector()
        let choice = run.analysis.codecs
        try run.read(collector, while: { !collector.isFull }, report: nil) { connection, analysis, _ in
            let chosen = choice.factory(client: connection.client, server: connection.server)
            let factory = chosen ?? CodecRegistry.recognised(analysis.codec)
            collector.name(analysis.stream, connection.client, connection.server, analysis.codec, factory)
        }
        if collector.isFull {
            throw .input("\(files.joined(separator: ", ")): too much to play; choose connections with -s")
        }
        let talks = collector.talks.values.filter { !$0.events.isEmpty && $0.client != nil }
        guard !talks.isEmpty else {
            throw .input("\(files.joined(separator: ", ")): no connection with bytes is chosen by -f and -s")
        }
        for talk in talks {
            for (side, offset) in talk.gaps.sorted(by: { $0.value < $1.value }) {
                Descriptor.standardError.say(
                    "seam: connection \(talk.stream): the capture lacks what the \(side.name) sent behind "
                        + "byte \(offset)"
                )
            }
        }
        return talks.sorted { $0.stream < $1.stream }
    }

    /// Plays all of them; a difference when a peer did otherwise than in the capture.
    func run() async throws(CommandError) -> ExitStatus {
        do throws(ConnectionError) {
            let results = try await options.listens == nil ? connect() : listen()
            return results.allSatisfy { $0 } ? .success : .difference
        } catch {
            throw .input("\(error)")
        }
    }

    /// As client: at the captured times at the same time, otherwise one after the other.
    private func connect() async throws(ConnectionError) -> [Bool] {
        guard let target = options.target else { return [] }
        guard options.speed == .captured else {
            var results: [Bool] = []
            for talk in talks { results.append(try await play(talk, to: target)) }
            return results
        }
        let start = talks.map(\.start).min() ?? 0
        let outcomes = await withTaskGroup(of: Result<Bool, ConnectionError>.self) { group in
            for talk in talks {
                group.addTask {
                    do throws(ConnectionError) {
                        try await Delivery.sleep(.nanoseconds(talk.start - start))
                        return .success(try await play(talk, to: target))
                    } catch {
                        return .failure(error)
                    }
                }
            }
            var outcomes: [Result<Bool, ConnectionError>] = []
            for await outcome in group { outcomes.append(outcome) }
            return outcomes
        }
        var results: [Bool] = []
        for outcome in outcomes { results.append(try outcome.get()) }
        return results
    }

    private func play(_ talk: CapturedTalk, to target: HostPort) async throws(ConnectionError) -> Bool {
        let patience = options.patience.patience
        let socket = try await TCPSocket.connect(to: target, SocketOptions(), timeout: patience)
        return await play(talk, .client, over: socket)
    }

    /// As server: each client that comes gets the next connection.
    private func listen() async throws(ConnectionError) -> [Bool] {
        guard let place = options.listens else { return [] }
        let listener = try await TCPListener.listen(on: place)
        defer { listener.close() }
        Descriptor.standardError.say("seam: listening on \(listener.local) for \(talks.count) clients")
        return try await withTaskGroup(of: Bool.self) { group in
            var problem: ConnectionError?
            for talk in talks where problem == nil {
                do throws(ConnectionError) {
                    let socket = try await listener.accept()
                    group.addTask { await play(talk, .server, over: socket) }
                } catch {
                    problem = error
                }
            }
            var results: [Bool] = []
            for await result in group { results.append(result) }
            return problem.map { .failure($0) } ?? Result<[Bool], ConnectionError>.success(results)
        }.get()
    }

    private func play(_ talk: CapturedTalk, _ side: Side, over socket: TCPSocket) async -> Bool {
        let result = await ReplayPlayer(talk: talk, side: side, options: options).play(over: socket)
        voice.say { rows in
            if isJSON { result.json(into: &rows) } else { result.text(into: &rows) }
        }
        return result.isSame
    }
}
