internal import COpenSSL

/// What OpenSSL keeps for several connections: trusted certificates, a server's own one; unsafe for that.
@safe
final class TLSContext: @unchecked Sendable {
    // SSL_new is the only call on it once it was made, and that is safe from all threads (SSL_CTX_new(3)).
    private let context: OpaquePointer
    let role: TLSRole

    /// A client's context.
    init(client options: TLSOptions) throws(ConnectionError) {
        unsafe context = try Self.make(TLS_client_method())
        role = .client
        guard !options.isInsecure else {
            unsafe SSL_CTX_set_verify(context, SSL_VERIFY_NONE, nil)
            return
        }
        unsafe SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nil)
        if let file = options.trusted {
            guard unsafe SSL_CTX_load_verify_file(context, file) == 1 else {
                throw Self.error("reading certificates from \(file)")
            }
        } else if unsafe SSL_CTX_set_default_verify_paths(context) != 1 {
            throw Self.error("finding the system's certificates")
        }
    }

    /// A server's context, with files of its certificates and its key (PEM).
    init(certificates: String, key: String) throws(ConnectionError) {
        unsafe context = try Self.make(TLS_server_method())
        role = .server
        guard unsafe SSL_CTX_use_certificate_chain_file(context, certificates) == 1 else {
            throw Self.error("reading certificates from \(certificates)")
        }
        guard unsafe SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) == 1 else {
            throw Self.error("reading the key from \(key)")
        }
    }

    deinit { unsafe SSL_CTX_free(context) }

    @unsafe
    private static func make(_ method: OpaquePointer?) throws(ConnectionError) -> OpaquePointer {
        guard let context = unsafe SSL_CTX_new(method) else { throw error("starting TLS") }
        unsafe _ = seam_SSL_CTX_set_min_version(context, TLS1_2_VERSION)
        return unsafe context
    }

    /// A new connection's state; nil where there is no memory.
    @unsafe
    func newConnection() -> OpaquePointer? { unsafe SSL_new(context) }

    /// What OpenSSL says of the last failure on this thread.
    static func error(_ doing: String) -> ConnectionError {
        let code = ERR_get_error()
        ERR_clear_error()
        var words = [CChar](repeating: 0, count: 256)
        unsafe ERR_error_string_n(code, &words, words.count)
        let text = String(decoding: words.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // "error:0A000086:SSL routines::certificate verify failed": the last part is for people.
        let reason = text.split(separator: ":").last.map(String.init) ?? text
        return ConnectionError(.tls, code == 0 ? "\(doing) failed" : "\(doing): \(reason)")
    }
}

/// Which end of TLS this is.
enum TLSRole { case client, server }
