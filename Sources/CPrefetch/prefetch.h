// Swift has no name for the instruction that asks memory for a cache line without waiting for it.
static inline void seam_prefetch(const void *address) {
    __builtin_prefetch(address, 1, 3);
}
