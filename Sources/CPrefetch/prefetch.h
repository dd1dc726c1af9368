// Swift has no name for the instruction that asks memory for a cache line without waiting for it.
static inline void seam_prefetch(const void *address) {
    __builtin_prefetch(address, 1, 3);
}

// The same for a line that will be written: no other core keeps a copy of it.
static inline void seam_prefetch_to_write(const void *address) {
#if defined(__x86_64__)
    __asm__ volatile("prefetchw %0" : : "m"(*(const char *)address));
#else
    __builtin_prefetch(address, 1, 3);
#endif
}
