/* Runs a decoder under test for `seam check --exec` (Documentation/decoders-under-test.md).
 *
 *     static void *start(void)                                    a fresh decoder for each stream
 *     static const char *feed(void *decoder, const uint8_t *piece, size_t count)
 *                                                                 NULL, or why the bytes break the protocol
 *     static void stop(void *decoder)
 *     int main(void) { return seam_serve(start, feed, stop); }
 *
 * feed tells of each message with seam_range(start, end), offsets in the stream, or seam_heartbeat(start, end).
 */
#ifndef SEAM_ADAPTER_H
#define SEAM_ADAPTER_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static inline void seam_range(size_t start, size_t end) {
    printf("{\"start\":%zu,\"end\":%zu}\n", start, end);
}

static inline void seam_heartbeat(size_t start, size_t end) {
    printf("{\"kind\":\"heartbeat\",\"start\":%zu,\"end\":%zu}\n", start, end);
}

/* Why the decoder stops, as a text of JSON. */
static inline void seam_refuse(const char *words) {
    fputs("{\"error\":\"", stdout);
    for (; *words; words++) {
        if ((unsigned char)*words < 0x20) putchar(' ');
        else if (*words == '"' || *words == '\\') printf("\\%c", *words);
        else putchar(*words);
    }
    puts("\"}");
}

static inline int seam_serve(void *(*start)(void),
                             const char *(*feed)(void *decoder, const uint8_t *piece, size_t count),
                             void (*stop)(void *decoder)) {
    uint8_t head[4];
    void *decoder = start();
    const char *refusal = NULL;
    while (fread(head, 1, 4, stdin) == 4) {
        size_t count = (size_t)head[0] << 24 | (size_t)head[1] << 16 | (size_t)head[2] << 8 | head[3];
        if (count == 0) {
            puts("{\"end\":true}");
            fflush(stdout);
            stop(decoder);
            decoder = start();
            refusal = NULL;
            continue;
        }
        /* Exactly as large as the piece, so that a sanitizer sees who reads behind it. */
        uint8_t *piece = malloc(count);
        if (piece == NULL || fread(piece, 1, count, stdin) != count) return 1;
        if (refusal == NULL && (refusal = feed(decoder, piece, count)) != NULL) seam_refuse(refusal);
        free(piece);
    }
    stop(decoder);
    return 0;
}

#endif
