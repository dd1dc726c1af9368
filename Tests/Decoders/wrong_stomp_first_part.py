"""Bodies of STOMP frames up to their first NUL; what follows is skipped up to the next command."""
import os, sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../examples/adapters/python"))
import seam_adapter

COMMANDS = b"CONNECT STOMP CONNECTED SEND SUBSCRIBE UNSUBSCRIBE MESSAGE RECEIPT ERROR ACK NACK DISCONNECT".split()


class Decoder:
    def __init__(self):
        self.buffer = b""

    def feed(self, piece):
        self.buffer += piece
        while b"\0" in self.buffer:
            frame, self.buffer = self.buffer.split(b"\0", 1)
            head, _, body = frame.lstrip(b"\r\n").replace(b"\r\n", b"\n").partition(b"\n\n")
            if head.split(b"\n")[0] in COMMANDS:
                yield body


seam_adapter.serve(Decoder)
