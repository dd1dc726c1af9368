"""Takes each read for a line."""
import os, sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../examples/adapters/python"))
import seam_adapter


class Decoder:
    def feed(self, piece):
        return [piece.rstrip(b"\n")]


seam_adapter.serve(Decoder)
