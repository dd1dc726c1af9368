/// Why something could not be connected, sent or received.
public struct ConnectionError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What went wrong, for programs: what a reconnect policy decides by.
    public enum Kind: Hashable, Sendable {
        /// The name is not known.
        case unknownHost
        /// The host answered that nobody listens.
        case refused
        /// There is no network, or no way to the host.
        case networkDown
        /// Nothing came, or nothing could be handed over, for as long as was allowed.
        case timedOut
        /// The peer ended the connection without a word (RST), or the system gave it up.
        case reset
        /// The peer has ended it in order.
        case ended
        /// This side has closed it.
        case closed
        /// The task was cancelled.
        case cancelled
        /// A message, or what waits, is larger than a limit.
        case tooLarge
        /// A certificate or a name that does not fit, or TLS that failed otherwise.
        case tls
        /// The peer said no to a handshake or a log-in.
        case rejected
        /// The peer's bytes break the rules of the protocol, or a message cannot be said in it.
        case violation
        /// Anything else that the system said.
        case system
    }

    /// What went wrong.
    public var kind: Kind
    /// The same for a person.
    public var description: String

    /// An error with its explanation.
    public init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}
