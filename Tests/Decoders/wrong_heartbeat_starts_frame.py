"""STOMP frames; an LF that is not alone in a read is taken for the start of a frame."""
import right_stomp


class Decoder(right_stomp.Decoder):
    def feed(self, piece):
        if piece == b"\n" and not self.buffer:
            yield self.heartbeat_at(1)
            return
        self.buffer += piece
        while (end := self.frame_end()) is not None:
            yield self.take(end)

    def heartbeat_at(self, count):
        start, self.offset = self.offset, self.offset + count
        return right_stomp.seam_adapter.heartbeat(start, self.offset)


right_stomp.seam_adapter.serve(Decoder)
