"""Drops all that waits when it is more than one message may have."""
import os, sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../examples/adapters/python"))
import seam_adapter

LIMIT = 8192


class Decoder:
    def __init__(self):
        self.buffer = b""

    def feed(self, piece):
        self.buffer += piece
        if len(self.buffer) > 4 + LIMIT:
            self.buffer = b""
        while len(self.buffer) >= 4:
            end = 4 + int.from_bytes(self.buffer[:4], "big")
            if len(self.buffer) < end:
                return
            yield self.buffer[4:end]
            self.buffer = self.buffer[end:]


seam_adapter.serve(Decoder)
