"""STOMP frames that end at the first NUL, whatever content-length says."""
import right_stomp


class Decoder(right_stomp.Decoder):
    def body_end(self, head):
        return self.first_nul(head)


right_stomp.seam_adapter.serve(Decoder)
