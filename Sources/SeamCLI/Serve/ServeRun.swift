import Seam
import SeamConnection
import SeamTesting

/// A torture server: clients are served at the same time until as many have come as were asked for, or until Ctrl-C.
struct ServeRun: Sendable {
    let plan: ServePlan
    let rows: ServeRows

    /// Serves; a difference when a client broke the rules of the codec.
    func run() async throws(CommandError) -> ExitStatus {
        let listener: TCPListener
        do throws(ConnectionError) {
            let place = HostPort(plan.options.bind ?? "127.0.0.1", plan.options.port.number)
            listener = try await TCPListener.listen(on: place)
        } catch {
            throw .input("\(error)")
        }
        rows.listening(listener.local, plan.codec.spec)
        let behaviours = await serve(listener)
        listener.close()
        rows.total(behaviours)
        return behaviours.contains { $0.seen.contains(.brokeRules) } ? .difference : .success
    }

    private func serve(_ listener: TCPListener) async -> [ClientBehaviour] {
        await withTaskGroup(of: ClientBehaviour.self) { group in
            var behaviours: [ClientBehaviour] = []
            var number = 0
            while plan.options.clients.map({ number < $0.number }) ?? true {
                let socket: TCPSocket
                do throws(ConnectionError) {
                    socket = try await listener.accept()
                } catch {
                    guard error.kind == .system else { break }
                    // No file is left: one of the clients has to go first.
                    if let ended = await group.next() { behaviours.append(ended) }
                    continue
                }
                let client = ServedClient(number, socket, plan, rows)
                group.addTask { await client.serve() }
                number += 1
            }
            for await ended in group { behaviours.append(ended) }
            return behaviours
        }
    }
}
