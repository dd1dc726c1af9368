"""Reads the bytes of a length without asking whether they are there."""
import os, sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../examples/adapters/python"))
import seam_adapter


class Decoder:
    def __init__(self):
        self.buffer = b""

    def feed(self, piece):
        self.buffer += piece
        messages = []
        while self.buffer:
            length = place = 0
            while True:
                byte = self.buffer[place]
                length |= (byte & 0x7F) << 7 * place
                place += 1
                if byte < 0x80:
                    break
            if len(self.buffer) < place + length:
                break
            messages.append(self.buffer[place : place + length])
            self.buffer = self.buffer[place + length :]
        return messages


seam_adapter.serve(Decoder)
