"""STOMP frames; an LF between them counts as a heart-beat only when it is all that a read brought."""
import right_stomp


class Decoder(right_stomp.Decoder):
    def heartbeat(self, piece, start, end):
        if piece == b"\n":
            yield from super().heartbeat(piece, start, end)


right_stomp.seam_adapter.serve(Decoder)
