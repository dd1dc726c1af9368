"""Parses each read as one JSON value, whatever else has come or is missing."""
import json
import os, sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../examples/adapters/python"))
import seam_adapter


class Decoder:
    def feed(self, piece):
        json.loads(piece)
        yield piece


seam_adapter.serve(Decoder)
