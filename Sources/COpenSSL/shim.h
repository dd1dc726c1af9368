#pragma once
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/sha.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

// What OpenSSL has as macros, which Swift cannot call.

static inline int seam_SSL_CTX_set_min_version(SSL_CTX *context, int version) {
    return (int)SSL_CTX_set_min_proto_version(context, version);
}

static inline int seam_SSL_set_host_name(SSL *ssl, const char *name) {
    return (int)SSL_set_tlsext_host_name(ssl, name);
}

static inline int seam_BIO_pending(BIO *bio) { return (int)BIO_pending(bio); }

static inline void seam_BIO_stay_open(BIO *bio) { BIO_set_mem_eof_return(bio, -1); }
