internal import COpenSSL

/// One TLS connection without a socket: cipher text in and out of memory; unsafe for OpenSSL's pointers.
///
///     plain text  -> write -> | SSL | -> takeOutgoing -> the channel
///     plain text  <- read  <- | SSL | <- feed         <- the channel
@safe
struct TLSEngine: ~Copyable {
    /// What a step came to.
    enum Step {
        /// It is done; these bytes of plain text were read.
        case done([UInt8])
        /// More cipher text of the peer must be fed first.
        case needMore
        /// The peer has ended its half in order (close_notify).
        case ended
    }

    private let ssl: OpaquePointer
    private let incoming: OpaquePointer
    private let outgoing: OpaquePointer
    private let doing: String

    /// A connection that has not begun; a client's checks that the certificate is for `options.name` or `host`.
    init(_ context: TLSContext, host: String, _ options: TLSOptions = TLSOptions()) throws(ConnectionError) {
        let doing = "TLS with \(host)"
        guard let ssl = unsafe context.newConnection() else { throw TLSContext.error(doing) }
        guard let incoming = unsafe BIO_new(BIO_s_mem()), let outgoing = unsafe BIO_new(BIO_s_mem()) else {
            unsafe SSL_free(ssl)
            throw TLSContext.error(doing)
        }
        unsafe seam_BIO_stay_open(incoming)
        unsafe seam_BIO_stay_open(outgoing)
        // Both belong to the connection from here on.
        unsafe SSL_set_bio(ssl, incoming, outgoing)
        switch context.role {
        case .server: unsafe SSL_set_accept_state(ssl)
        case .client:
            unsafe SSL_set_connect_state(ssl)
            guard unsafe Self.ask(for: options.name ?? host, options, ssl) else {
                unsafe SSL_free(ssl)
                throw TLSContext.error("\(doing): asking for the name '\(options.name ?? host)'")
            }
        }
        unsafe self.ssl = ssl
        unsafe self.incoming = incoming
        unsafe self.outgoing = outgoing
        self.doing = doing
    }

    deinit { unsafe SSL_free(ssl) }

    /// Says which name is wanted and what is to be checked; answers whether OpenSSL accepts that.
    @unsafe
    private static func ask(for name: String, _ options: TLSOptions, _ ssl: OpaquePointer) -> Bool {
        let isAddress = name.utf8.contains(58) || name.utf8.allSatisfy { $0 == 46 || (48...57).contains($0) }
        // RFC 6066 §3: an address is no server name.
        if !isAddress { unsafe _ = seam_SSL_set_host_name(ssl, name) }
        let offer = options.applicationProtocols.flatMap { [UInt8(clamping: $0.utf8.count)] + Array($0.utf8) }
        if !offer.isEmpty { unsafe SSL_set_alpn_protos(ssl, offer, UInt32(offer.count)) }
        if options.isInsecure { return true }
        guard isAddress else { return unsafe SSL_set1_host(ssl, name) == 1 }
        return unsafe X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), name) == 1
    }

    /// Takes cipher text that came.
    func feed(_ bytes: [UInt8]) throws(ConnectionError) {
        guard unsafe BIO_write(incoming, bytes, Int32(clamping: bytes.count)) == Int32(clamping: bytes.count)
        else {
            throw TLSContext.error(doing)
        }
    }

    /// The cipher text that is to be sent.
    func takeOutgoing() -> [UInt8] {
        let count = unsafe Int(seam_BIO_pending(outgoing))
        guard count > 0 else { return [] }
        return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
            used = unsafe max(0, Int(BIO_read(outgoing, buffer.baseAddress, Int32(clamping: count))))
        }
    }

    /// Goes on with the handshake.
    func shakeHands() throws(ConnectionError) -> Step {
        let code = unsafe SSL_do_handshake(ssl)
        return code == 1 ? .done([]) : try step(code)
    }

    /// Reads plain text.
    func read(atMost limit: Int) throws(ConnectionError) -> Step {
        var code: Int32 = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, used in
            code = unsafe SSL_read(ssl, buffer.baseAddress, Int32(clamping: limit))
            used = max(0, Int(code))
        }
        return code > 0 ? .done(bytes) : try step(code)
    }

    /// Encrypts plain text.
    func write(_ bytes: ArraySlice<UInt8>) throws(ConnectionError) -> Step {
        guard !bytes.isEmpty else { return .done([]) }
        let code = unsafe bytes.withUnsafeBytes { buffer in
            unsafe SSL_write(ssl, buffer.baseAddress, Int32(clamping: buffer.count))
        }
        return code > 0 ? .done([]) : try step(code)
    }

    /// Says that nothing more will be written.
    func finish() { unsafe _ = SSL_shutdown(ssl) }

    private func step(_ code: Int32) throws(ConnectionError) -> Step {
        switch unsafe SSL_get_error(ssl, code) {
        case SSL_ERROR_WANT_READ: return .needMore
        case SSL_ERROR_ZERO_RETURN: return .ended
        default:
            let result = unsafe SSL_get_verify_result(ssl)
            let error = TLSContext.error(doing)
            guard result != Int(X509_V_OK) else { throw error }
            let words = unsafe String(cString: X509_verify_cert_error_string(result))
            throw ConnectionError(.tls, "\(doing): the certificate is not accepted: \(words)")
        }
    }
}
