"""Lines that end with LF or CR LF, for `seam check --suite line --exec 'python3 line_decoder.py'`."""

import seam_adapter


class LineDecoder:
    def __init__(self):
        self.buffer = bytearray()

    def feed(self, piece):
        self.buffer += piece
        lines = []
        while (end := self.buffer.find(b"\n")) >= 0:
            lines.append(bytes(self.buffer[:end]).removesuffix(b"\r"))
            del self.buffer[: end + 1]
        return lines


seam_adapter.serve(LineDecoder)
