"""A varint of length, then so many bytes."""
import os, sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../examples/adapters/python"))
import seam_adapter


class Decoder:
    def __init__(self):
        self.buffer = b""

    def feed(self, piece):
        self.buffer += piece
        while True:
            length = 0
            for place, byte in enumerate(self.buffer):
                length |= (byte & 0x7F) << 7 * place
                if byte < 0x80:
                    break
                if place == 4:
                    raise ValueError("a length of more than 5 bytes")
            else:
                return
            end = place + 1 + length
            if len(self.buffer) < end:
                return
            yield self.buffer[place + 1 : end]
            self.buffer = self.buffer[end:]


seam_adapter.serve(Decoder)
