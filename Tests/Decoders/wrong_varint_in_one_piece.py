"""Takes what is there of a length for all of it."""
import os, sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../examples/adapters/python"))
import seam_adapter


class Decoder:
    def __init__(self):
        self.buffer = b""
        self.length = None

    def feed(self, piece):
        self.buffer += piece
        messages = []
        while self.buffer:
            if self.length is None:
                self.length, place = 0, 0
                while place < len(self.buffer):
                    byte = self.buffer[place]
                    self.length |= (byte & 0x7F) << 7 * place
                    place += 1
                    if byte < 0x80:
                        break
                self.buffer = self.buffer[place:]
            if len(self.buffer) < self.length:
                break
            messages.append(self.buffer[: self.length])
            self.buffer, self.length = self.buffer[self.length :], None
        return messages


seam_adapter.serve(Decoder)
