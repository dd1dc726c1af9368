"""Runs a decoder under test for `seam check --exec` (Documentation/decoders-under-test.md).

    import seam_adapter

    class Lines:
        def __init__(self): self.buffer = b""
        def feed(self, piece):                 # the bytes that one recv returned
            self.buffer += piece
            *lines, self.buffer = self.buffer.split(b"\n")
            return lines                       # what your decoder gives its user: bytes

    seam_adapter.serve(Lines)                  # a new Lines() for each stream

`feed` may also be a generator, which keeps the messages in front of an exception. A message is `bytes`, a pair `(start, end)` of offsets in the stream, or HEARTBEAT with such a pair: `heartbeat(3, 4)`.
An exception says that the bytes break the protocol. A method `end()`, where there is one, is called at a stream's end.
"""

import base64
import json
import struct
import sys


class heartbeat(tuple):
    """A heart-beat at (start, end)."""

    def __new__(cls, start, end):
        return tuple.__new__(cls, (start, end))


def serve(make_decoder, source=None, sink=None):
    """Answers stream after stream until the input ends."""
    source = source or sys.stdin.buffer
    sink = sink or sys.stdout
    decoder, refused, lines = make_decoder(), False, []
    while head := source.read(4):
        (count,) = struct.unpack(">I", head)
        piece = source.read(count)
        if not refused:
            try:
                messages = decoder.feed(piece) if count else getattr(decoder, "end", lambda: None)()
                # One by one, so that what comes before an exception is not lost.
                for message in messages or ():
                    lines.append(_line(message))
            except Exception as problem:
                refused = True
                lines.append({"error": f"{type(problem).__name__}: {problem}"})
        if count == 0:
            for line in lines + [{"end": True}]:
                sink.write(json.dumps(line) + "\n")
            sink.flush()
            decoder, refused, lines = make_decoder(), False, []


def _line(message):
    if isinstance(message, heartbeat):
        return {"kind": "heartbeat", "start": message[0], "end": message[1]}
    if isinstance(message, tuple):
        return {"start": message[0], "end": message[1]}
    return {"bytes": base64.b64encode(message).decode()}
