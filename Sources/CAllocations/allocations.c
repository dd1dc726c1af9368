#include "allocations.h"

#include <errno.h>
#include <stdlib.h>

// What a program defines under these names takes the place of the C library's functions, in all that it is linked with;
// glibc has them under other names as well, so that one does not have to be looked for while it is asked for.
#ifdef __GLIBC__
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static volatile int is_counting = 0;
static unsigned long count = 0;

static inline void note(void) {
    if (is_counting) __atomic_fetch_add(&count, 1, __ATOMIC_RELAXED);
}

void *malloc(size_t size) {
    note();
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    note();
    return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size) {
    note();
    return __libc_realloc(old, size);
}

void *memalign(size_t alignment, size_t size) {
    note();
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **place, size_t alignment, size_t size) {
    if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0) return EINVAL;
    void *memory = memalign(alignment, size);
    if (memory == NULL) return ENOMEM;
    *place = memory;
    return 0;
}

void seam_allocations_start(void) {
    count = 0;
    is_counting = 1;
}

long seam_allocations_stop(void) {
    is_counting = 0;
    return (long)count;
}
#else
void seam_allocations_start(void) {}
long seam_allocations_stop(void) { return -1; }
#endif
