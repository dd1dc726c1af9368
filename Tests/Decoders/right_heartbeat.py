"""STOMP frames and the heart-beats between them."""
import os, sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../examples/adapters/python"))
import seam_adapter


class Decoder:
    def __init__(self):
        self.buffer = b""
        self.offset = 0

    def take(self, count):
        start, self.offset = self.offset, self.offset + count
        self.buffer = self.buffer[count:]
        return start, self.offset

    def feed(self, piece):
        self.buffer += piece
        while self.buffer:
            if self.buffer.startswith((b"\n", b"\r\n")):
                yield seam_adapter.heartbeat(*self.take(self.buffer.index(b"\n") + 1))
                continue
            if self.buffer == b"\r":
                break
            end = self.frame_end()
            if end is None:
                break
            yield self.take(end)

    def frame_end(self):
        head = min(
            (at + len(gap) for gap in (b"\n\n", b"\n\r\n") if (at := self.buffer.find(gap)) >= 0),
            default=None,
        )
        if head is None:
            return None
        for line in self.buffer[:head].splitlines()[1:]:
            name, _, value = line.partition(b":")
            if name == b"content-length":
                end = head + int(value)
                if len(self.buffer) <= end:
                    return None
                if self.buffer[end] != 0:
                    raise ValueError("no NUL behind the body")
                return end + 1
        nul = self.buffer.find(b"\0", head)
        return None if nul < 0 else nul + 1


seam_adapter.serve(Decoder)
