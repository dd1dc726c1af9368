"""Applies the limit of one message to all that waits in the buffer."""
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
            raise ValueError(f"{len(self.buffer)} bytes are too many")
        messages = []
        while len(self.buffer) >= 4:
            length = int.from_bytes(self.buffer[:4], "big")
            if len(self.buffer) < 4 + length:
                break
            messages.append(self.buffer[4 : 4 + length])
            self.buffer = self.buffer[4 + length :]
        return messages


seam_adapter.serve(Decoder)
