// Lines that end with LF or CR LF, for `seam check --suite line --exec 'node line_decoder.js'`.
"use strict";

const { serve } = require("./seam_adapter");

class LineDecoder {
    buffer = Buffer.alloc(0);

    *feed(piece) {
        this.buffer = Buffer.concat([this.buffer, piece]);
        for (let end; (end = this.buffer.indexOf(10)) >= 0; ) {
            const hasReturn = end > 0 && this.buffer[end - 1] === 13;
            const line = this.buffer.subarray(0, hasReturn ? end - 1 : end);
            this.buffer = this.buffer.subarray(end + 1);
            yield line;
        }
    }
}

serve(() => new LineDecoder());
