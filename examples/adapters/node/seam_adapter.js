// Runs a decoder under test for `seam check --exec` (Documentation/decoders-under-test.md).
//
//     const { serve } = require("./seam_adapter");
//     serve(() => {
//         // A fresh decoder for each stream: takes what one "data" event brings, gives Buffers or {start, end}.
//         return { feed(piece) { return []; } };
//     });
//
// feed may be a generator, which keeps the messages in front of an exception. {heartbeat: true, start, end} is a
// heart-beat. An exception says that the bytes break the protocol.
"use strict";

function serve(makeDecoder, input = process.stdin, output = process.stdout) {
    let waiting = Buffer.alloc(0);
    let decoder = makeDecoder();
    let refused = false;
    let lines = [];

    function line(message) {
        if (Buffer.isBuffer(message)) return { bytes: message.toString("base64") };
        const { start, end, heartbeat } = message;
        return heartbeat ? { kind: "heartbeat", start, end } : { start, end };
    }

    function feed(piece) {
        if (refused) return;
        try {
            for (const message of decoder.feed(piece) || []) lines.push(line(message));
        } catch (problem) {
            refused = true;
            lines.push({ error: String(problem) });
        }
    }

    input.on("data", (data) => {
        waiting = waiting.length > 0 ? Buffer.concat([waiting, data]) : data;
        let offset = 0;
        while (waiting.length - offset >= 4) {
            const count = waiting.readUInt32BE(offset);
            if (waiting.length - offset - 4 < count) break;
            if (count > 0) {
                feed(Buffer.from(waiting.subarray(offset + 4, offset + 4 + count)));
            } else {
                output.write(lines.concat([{ end: true }]).map((one) => JSON.stringify(one) + "\n").join(""));
                decoder = makeDecoder();
                refused = false;
                lines = [];
            }
            offset += 4 + count;
        }
        waiting = waiting.subarray(offset);
    });
}

module.exports = { serve };
