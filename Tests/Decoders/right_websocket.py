"""Payloads of WebSocket frames, without masks; a handshake in front of them is a message of its own."""
import os, sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../examples/adapters/python"))
import seam_adapter

OPCODES = (0, 1, 2, 8, 9, 10)


class Decoder:
    def __init__(self):
        self.buffer = b""
        self.is_open = False

    def feed(self, piece):
        self.buffer += piece
        if not self.is_open and self.buffer[:1] in (b"G", b"H"):
            end = self.buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            yield self.take(end + 4)
        self.is_open = self.is_open or bool(self.buffer)
        while (frame := self.frame()) is not None:
            yield frame

    def take(self, count):
        self.is_open = True
        taken, self.buffer = self.buffer[:count], self.buffer[count:]
        return taken

    def frame(self):
        if len(self.buffer) < 2:
            return None
        first, second = self.buffer[:2]
        opcode, length = first & 0x0F, second & 0x7F
        if first & 0x70 or opcode not in OPCODES or (opcode >= 8 and (first < 0x80 or length > 125)):
            raise ValueError("a frame that breaks RFC 6455")
        width = {126: 2, 127: 8}.get(length, 0)
        head = 2 + width + (4 if second & 0x80 else 0)
        if len(self.buffer) < head:
            return None
        if width:
            length = int.from_bytes(self.buffer[2 : 2 + width], "big")
        if len(self.buffer) < head + length:
            return None
        frame = self.take(head + length)
        key = frame[head - 4 : head] if second & 0x80 else bytes(4)
        return bytes(byte ^ key[place % 4] for place, byte in enumerate(frame[head:]))


seam_adapter.serve(Decoder)
