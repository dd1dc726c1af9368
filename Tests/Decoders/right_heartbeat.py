"""STOMP frames and the heart-beats between them, byte by byte, with no buffer but the line in hand."""
import os, sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../examples/adapters/python"))
import seam_adapter


class Decoder:
    def __init__(self):
        self.offset = 0
        self.begin()

    def begin(self):
        self.start = self.offset
        self.line = b""
        self.lines = 0
        self.left = None  # bytes of a counted body still to come
        self.in_body = False

    def feed(self, piece):
        for byte in piece:
            self.offset += 1
            unit = self.step(byte)
            if unit is not None:
                yield unit
                self.begin()

    def step(self, byte):
        if self.in_body:
            if self.left:
                self.left -= 1
                return None
            if byte != 0 and self.left == 0:
                raise ValueError("no NUL behind the body")
            return (self.start, self.offset) if byte == 0 else None
        if byte != 0x0A:
            self.line += bytes([byte])
            return None
        line, self.line = self.line.removesuffix(b"\r"), b""
        if not line and self.lines == 0:
            return seam_adapter.heartbeat(self.start, self.offset)
        name, _, value = line.partition(b":")
        if self.lines > 0 and name == b"content-length" and self.left is None:
            self.left = int(value)
        self.in_body = not line
        self.lines += 1
        return None


seam_adapter.serve(Decoder)
