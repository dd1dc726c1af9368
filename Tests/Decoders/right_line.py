"""Lines that end with LF."""
import os, sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../examples/adapters/python"))
import seam_adapter


class Decoder:
    def __init__(self):
        self.buffer = b""

    def feed(self, piece):
        *lines, self.buffer = (self.buffer + piece).split(b"\n")
        return lines


seam_adapter.serve(Decoder)
