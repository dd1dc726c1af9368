"""Goes on searching CR LF where the buffer ended, so that a CR which came before is not looked at again."""
import os, sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../examples/adapters/python"))
import seam_adapter


class Decoder:
    def __init__(self):
        self.buffer = bytearray()

    def feed(self, piece):
        searched = len(self.buffer)
        self.buffer += piece
        while (end := self.buffer.find(b"\r\n", searched)) >= 0:
            yield bytes(self.buffer[:end])
            del self.buffer[: end + 2]
            searched = 0


seam_adapter.serve(Decoder)
