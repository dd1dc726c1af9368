/// How TLS is spoken and what is checked.
public struct TLSOptions: Equatable, Sendable {
    /// The name that the server's certificate must be for; nil for the host that is connected to.
    public var name: String?
    /// A file of certificates (PEM) that are trusted instead of the system's.
    public var trusted: String?
    /// Whether neither certificate nor name is checked: anybody can then read and change what is said.
    public var isInsecure = false
    /// The protocols that are offered (ALPN), the most wanted first.
    public var applicationProtocols: [String] = []

    /// Certificates and names are checked against those that the system trusts.
    public init() {}

    /// Nothing is checked: for tests, and for looking at a server whose certificate is known to be wrong.
    public static var insecure: Self {
        var options = Self()
        options.isInsecure = true
        return options
    }
}
