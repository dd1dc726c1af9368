internal import SeamCodecs
internal import Synchronization

/// Hands messages to those who asked for their kind.
public final class Dispatcher: Sendable {
    /// What is done with a message; the next one waits until it is done.
    public typealias Handler = @Sendable (Message) async -> Void

    private enum Key: Hashable {
        case type(Int)
        case name(String)
        case destination(String)
        case heartbeat
        case others
    }

    private let handlers = Mutex<[Key: Handler]>([:])

    /// No handlers.
    init() {}

    /// Asks for messages of a numbered type; one handler each, the last one given counts.
    public func on(type: Int, _ handler: @escaping Handler) { set(.type(type), handler) }

    /// Asks for messages of a named type, as a command of STOMP or `text` of WebSocket.
    public func on(name: String, _ handler: @escaping Handler) { set(.name(name), handler) }

    /// Asks for messages of a destination.
    public func on(destination: String, _ handler: @escaping Handler) {
        set(.destination(destination), handler)
    }

    /// Asks for heart-beats.
    public func onHeartbeat(_ handler: @escaping Handler) { set(.heartbeat, handler) }

    /// Asks for everything that nobody else asked for, but heart-beats.
    public func onOthers(_ handler: @escaping Handler) { set(.others, handler) }

    private func set(_ key: Key, _ handler: @escaping Handler) { handlers.withLock { $0[key] = handler } }

    /// Hands a message to its handler: by destination, else by type, else by name, else the one for all others.
    func dispatch(_ message: Message) async {
        if message.kind == .heartbeat {
            await handlers.withLock { $0[.heartbeat] }?(message)
            return
        }
        let keys: [Key?] = [
            message.destination.map { .destination($0) }, message.type.map { .type($0) },
            message.name.map { .name($0) }, .others,
        ]
        for case let key? in keys {
            if let handler = handlers.withLock({ $0[key] }) { return await handler(message) }
        }
    }
}
