#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

extension ConnectionError {
    /// What an error number of the system means for a connection.
    init(_ code: Int32, _ doing: String) {
        let kind: Kind =
            switch code {
            case ECONNREFUSED: .refused
            case ENETUNREACH, ENETDOWN, EHOSTUNREACH, EHOSTDOWN, EADDRNOTAVAIL: .networkDown
            case ETIMEDOUT: .timedOut
            case ECONNRESET, ECONNABORTED, EPIPE, ENOTCONN: .reset
            default: .system
            }
        self.init(kind, "\(doing): \(SocketCalls.words(code))")
    }
}
