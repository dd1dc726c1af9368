// Suites of protocols. The sections that they follow are named at their cases.

extension ConformanceSuite {
    static let stomp = #"""
        about  STOMP 1.2 frames (stomp.github.io/stomp-specification-1.2); the content of a message is its body;
        about  a line end between frames is a heart-beat, which a decoder may tell of or leave out
        codec  stomp

        # "Augmented BNF": command EOL *( header EOL ) EOL *OCTET NULL *( EOL )
        case   a frame without body
        message "CONNECT\naccept-version:1.2\nhost:a\n\n\0" = ""

        case   frames one behind the other
        message "SEND\ndestination:/q\n\nhello\0" = "hello"
        message "SEND\ndestination:/q\n\nworld\0" = "world"

        # "Value Encoding" and "STOMP Frames": lines may end with CR LF
        case   line ends of CR LF
        message "SEND\r\ndestination:/q\r\n\r\nhello\0" = "hello"
        message "SEND\ndestination:/q\n\n\r\n\0" = "\r\n"

        # "Body": NUL octets may stand in a body whose length is counted
        case   a NUL inside a counted body ends nothing
        message "SEND\ndestination:/q\ncontent-length:5\n\na\0b\0c\0" = "a\0b\0c"
        message "SEND\ndestination:/q\n\nd\0" = "d"

        case   a counted body that looks like a frame
        message "SEND\ndestination:/q\ncontent-length:10\n\n\0\nSEND\n\nx\0\0" = "\0\nSEND\n\nx\0"
        message "SEND\ndestination:/q\ncontent-length:0\n\n\0" = ""

        # "Heart-beating": the heart-beat is an EOL
        case   heart-beats between frames
        message "SEND\ndestination:/q\n\na\0" = "a"
        beat   "\n"
        beat   "\n"
        message "SEND\ndestination:/q\n\nb\0" = "b"
        beat   "\n"

        case   line ends inside a body are no heart-beats
        message "SEND\ndestination:/q\n\n\n\n\0" = "\n\n"
        message "SEND\ndestination:/q\n\nb\0" = "b"

        # "Repeated Header Entries": the first counts
        case   a content-length that is repeated
        message "SEND\ndestination:/q\ncontent-length:3\ncontent-length:1\n\na\0b\0" = "a\0b"

        case   escapes, and colons in a value
        message "SEND\ndestination:/q\\cx\nnote:a\\nb\\\\c\n\nx\0" = "x"
        message "SEND\ndestination:/q\nurl:http://a/b\n\ny\0" = "y"

        case   a body of text that is not ASCII
        message "SEND\ndestination:/q\n\n粘包\0" = "粘包"

        case   nothing comes of a frame without its NUL
        message "SEND\ndestination:/q\n\na\0" = "a"
        rest   "SEND\ndestination:/q\n\nb"

        # "Body": the frame MUST end with NUL
        case   a counted body with no NUL behind it
        message "SEND\ndestination:/q\n\na\0" = "a"
        error  "SEND\ndestination:/q\ncontent-length:1\n\nabc\0"
        """#

    static let websocket = #"""
        about  WebSocket frames (RFC 6455 §5.2), behind the handshake; the content of a message is the payload of one
        about  frame, unmasked, a fragment or control frame too

        case   an unmasked text (§5.7)
        message <81 05 48 65 6c 6c 6f> = "Hello"

        case   a masked text (§5.7)
        message <81 85 37 fa 21 3d 7f 9f 4d 51 58> = "Hello"

        case   a text in two fragments (§5.7)
        message <01 03 48 65 6c> = "Hel"
        message <80 02 6c 6f> = "lo"

        case   an unmasked ping and a masked pong (§5.7)
        message <89 05 48 65 6c 6c 6f> = "Hello"
        message <8a 85 37 fa 21 3d 7f 9f 4d 51 58> = "Hello"

        case   256 bytes have a length of 16 bits (§5.7)
        message <82 7e 01 00> "x"*256 = "x"*256
        message <81 01> "y" = "y"

        case   65536 bytes have a length of 64 bits (§5.7)
        message <82 7f 00 00 00 00 00 01 00 00> "x"*65535 "x" = "x"*65535 "x"
        message <81 01> "y" = "y"

        case   125 and 126 have lengths of 7 and 16 bits (§5.2)
        message <82 7d> "a"*125 = "a"*125
        message <82 7e 00 7e> "b"*126 = "b"*126

        case   a ping between two fragments (§5.4)
        message <01 01> "a" = "a"
        message <89 00> = ""
        message <80 01> "b" = "b"

        case   frames without payload
        message <81 00> = ""
        message <81 80 00 00 00 00> = ""
        message <82 00> = ""

        case   a character of three bytes in two fragments (§5.6)
        message <01 01 e7> = <e7>
        message <80 02 b2 98> = <b2 98>

        case   a close with a reason (§5.5.1)
        message <88 04 03 e8> "ok" = <03 e8> "ok"

        case   a masked payload with zeros and the mask's own bytes (§5.3)
        message <82 84 01 02 03 04 01 02 03 04> = <00 00 00 00>

        case   nothing comes of a frame that is cut off
        message <81 01> "a" = "a"
        rest   <81 85 37 fa>

        case   a control frame of more than 125 bytes (§5.5)
        message <81 01> "a" = "a"
        error  <89 7e 00 7e> "x"*126

        case   a control frame in fragments (§5.5)
        error  <09 01> "x" <80 00>

        case   a reserved bit without an extension (§5.2)
        message <81 01> "a" = "a"
        error  <c1 01> "a"

        case   an opcode that is reserved (§5.2)
        error  <83 01> "a"
        """#
}
