/* Lines that end with LF or CR LF: cc -o line_decoder line_decoder.c, then
 * seam check --suite line --exec ./line_decoder. Messages are told by their places, so nothing need be kept. */
#include "seam_adapter.h"

struct decoder {
    size_t line;   /* where the line started */
    size_t offset; /* where the next piece starts */
};

static void *start(void) { return calloc(1, sizeof(struct decoder)); }

static const char *feed(void *state, const uint8_t *piece, size_t count) {
    struct decoder *decoder = state;
    for (size_t index = 0; index < count; index++) {
        decoder->offset++;
        if (piece[index] != '\n') continue;
        seam_range(decoder->line, decoder->offset);
        decoder->line = decoder->offset;
    }
    return NULL;
}

int main(void) { return seam_serve(start, feed, free); }
