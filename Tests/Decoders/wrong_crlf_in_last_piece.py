"""Searches CR LF in the piece that came last, so that one cut between CR and LF is missed."""
import os, sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../examples/adapters/python"))
import seam_adapter


class Decoder:
    def __init__(self):
        self.buffer = b""

    def feed(self, piece):
        lines = []
        while (end := piece.find(b"\r\n")) >= 0:
            lines.append(self.buffer + piece[:end])
            self.buffer, piece = b"", piece[end + 2 :]
        self.buffer += piece
        return lines


seam_adapter.serve(Decoder)
