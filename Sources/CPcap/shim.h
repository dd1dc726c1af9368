#pragma once
#include <pcap/pcap.h>

// libpcap is loaded when it is called first. With it come libraries of the desktop (on Debian D-Bus, systemd and six
// more): to load them takes as long as all else when seam starts, and a capture file without a filter needs none of it.
// Types and parameters are compared with libpcap's header by the compiler; nothing but `seam_pcap_missing` may be called
// before that has returned null.

#ifdef __APPLE__
// There every program has libpcap in memory already.
static inline const char *seam_pcap_missing(void) { return 0; }

#define SEAM_PCAP(result, name, parameters, arguments) \
    static inline result seam_##name parameters { return name arguments; }
#else
#include <dlfcn.h>

static inline void *seam_pcap_library(void) {
    static void *library;
    if (!library) library = dlopen("libpcap.so.0.8", RTLD_NOW); // Debian's name
    if (!library) library = dlopen("libpcap.so.1", RTLD_NOW);
    return library;
}

// Why libpcap cannot be called, null where it can.
static inline const char *seam_pcap_missing(void) { return seam_pcap_library() ? 0 : dlerror(); }

#define SEAM_PCAP(result, name, parameters, arguments)                                               \
    static inline result seam_##name parameters {                                                    \
        static __typeof__(&name) function;                                                           \
        if (!function) function = (__typeof__(&name))dlsym(seam_pcap_library(), #name);              \
        return function arguments;                                                                   \
    }
#endif

SEAM_PCAP(pcap_t *, pcap_create, (const char *device, char *words), (device, words))
SEAM_PCAP(pcap_t *, pcap_open_dead, (int link, int length), (link, length))
SEAM_PCAP(pcap_t *, pcap_open_offline, (const char *path, char *words), (path, words))
SEAM_PCAP(void, pcap_close, (pcap_t *handle), (handle))
SEAM_PCAP(int, pcap_set_snaplen, (pcap_t *handle, int length), (handle, length))
SEAM_PCAP(int, pcap_set_promisc, (pcap_t *handle, int value), (handle, value))
SEAM_PCAP(int, pcap_set_timeout, (pcap_t *handle, int milliseconds), (handle, milliseconds))
SEAM_PCAP(int, pcap_set_buffer_size, (pcap_t *handle, int size), (handle, size))
SEAM_PCAP(int, pcap_set_immediate_mode, (pcap_t *handle, int value), (handle, value))
SEAM_PCAP(int, pcap_set_tstamp_precision, (pcap_t *handle, int value), (handle, value))
SEAM_PCAP(int, pcap_get_tstamp_precision, (pcap_t *handle), (handle))
SEAM_PCAP(int, pcap_activate, (pcap_t *handle), (handle))
SEAM_PCAP(int, pcap_datalink, (pcap_t *handle), (handle))
SEAM_PCAP(int, pcap_get_selectable_fd, (pcap_t *handle), (handle))
SEAM_PCAP(int, pcap_setnonblock, (pcap_t *handle, int value, char *words), (handle, value, words))
SEAM_PCAP(int, pcap_setdirection, (pcap_t *handle, pcap_direction_t value), (handle, value))
SEAM_PCAP(int, pcap_compile,
    (pcap_t *handle, struct bpf_program *program, const char *filter, int optimise, bpf_u_int32 mask),
    (handle, program, filter, optimise, mask))
SEAM_PCAP(int, pcap_setfilter, (pcap_t *handle, struct bpf_program *program), (handle, program))
SEAM_PCAP(int, pcap_offline_filter,
    (const struct bpf_program *program, const struct pcap_pkthdr *header, const u_char *bytes),
    (program, header, bytes))
SEAM_PCAP(void, pcap_freecode, (struct bpf_program *program), (program))
SEAM_PCAP(int, pcap_dispatch, (pcap_t *handle, int count, pcap_handler take, u_char *user),
    (handle, count, take, user))
SEAM_PCAP(int, pcap_stats, (pcap_t *handle, struct pcap_stat *statistics), (handle, statistics))
SEAM_PCAP(char *, pcap_geterr, (pcap_t *handle), (handle))
SEAM_PCAP(const char *, pcap_statustostr, (int status), (status))
SEAM_PCAP(int, pcap_findalldevs, (pcap_if_t **list, char *words), (list, words))
SEAM_PCAP(void, pcap_freealldevs, (pcap_if_t *list), (list))

#undef SEAM_PCAP
