// Suites of formats that frame and no more. The rules that they follow are named at their cases.

extension ConformanceSuite {
    static let delimiter = #"""
        about  messages end with the byte ff, which is not part of the content; a message may be empty
        codec  delimiter:bytes=ff

        case   one message
        message "one" <ff> = "one"

        case   several messages
        message "one" <ff> = "one"
        message "two" <ff> = "two"
        message "three" <ff> = "three"

        case   a message without content between two others
        message "a" <ff> = "a"
        message <ff> = ""
        message "b" <ff> = "b"

        case   any other byte is content, line ends and zeros too
        message <00 01 0a 0d fe 7f 80> <ff> = <00 01 0a 0d fe 7f 80>
        message "\r\n" <ff> = "\r\n"

        case   nothing comes of a message without its end
        message "done" <ff> = "done"
        rest   "not don"

        case   a long message and a short one behind it
        message "x"*3000 <ff> = "x"*3000
        message "y" <ff> = "y"
        """#

    static let line = #"""
        about  messages end with LF or CR LF, which are not part of the content; a line may be empty
        codec  line

        case   lines that end with LF
        message "one\n" = "one"
        message "two\n" = "two"

        case   lines that end with CR LF
        message "one\r\n" = "one"
        message "two\r\n" = "two"

        case   both ends in one stream
        message "a\r\n" = "a"
        message "b\n" = "b"
        message "c\r\n" = "c"

        case   a CR that no LF follows is content
        message "a\rb\n" = "a\rb"
        message "\rc\r\n" = "\rc"

        case   empty lines
        message "\n" = ""
        message "\r\n" = ""
        message "x\n" = "x"

        case   nothing comes of a line without its end, not even of a CR
        message "done\n" = "done"
        rest   "not done\r"

        case   bytes that are no text
        message <00 80 fe ff> "\n" = <00 80 fe ff>
        message "粘包\n" = "粘包"
        """#

    static let varint = #"""
        about  a length in base 128, the lowest 7 bits first (Protocol Buffers encoding, "Base 128 Varints"), then so
        about  many bytes; more than 5 bytes of length are an error
        codec  varint

        case   lengths of one byte
        message <03> "one" = "one"
        message <03> "two" = "two"

        case   no content
        message <00> = ""
        message <01> "a" = "a"
        message <00> = ""

        case   150 is written 96 01
        message <96 01> "x"*150 = "x"*150
        message <01> "y" = "y"

        case   127 and 128 have one and two bytes
        message <7f> "a"*127 = "a"*127
        message <80 01> "b"*128 = "b"*128

        case   16384 has three bytes
        message <80 80 01> "c"*16384 = "c"*16384
        message <02> "ok" = "ok"

        case   content that looks like lengths
        message <04 80 80 80 80> = <80 80 80 80>
        message <01 ff> = <ff>

        case   nothing comes of a length or content that is cut off
        message <01> "a" = "a"
        rest   <96>

        case   a length of more than 5 bytes
        message <01> "a" = "a"
        error  <80 80 80 80 80 01>
        """#

    static let length = #"""
        about  4 bytes of length, the highest first, then so many bytes
        codec  length:width=4

        case   two messages
        message <00 00 00 03> "one" = "one"
        message <00 00 00 03> "two" = "two"

        case   no content
        message <00 00 00 00> = ""
        message <00 00 00 01> "a" = "a"

        case   a length whose bytes are all used
        message <00 00 01 02> "x"*258 = "x"*258
        message <00 01 00 00> "y"*65535 "y" = "y"*65535 "y"

        case   content that looks like a length
        message <00 00 00 04 00 00 00 01> = <00 00 00 01>
        message <00 00 00 01 00> = <00>

        case   nothing comes of a length or content that is cut off
        message <00 00 00 01> "a" = "a"
        rest   <00 00 00>

        case   nothing comes of content that is cut off
        message <00 00 00 01> "a" = "a"
        rest   <00 00 00 05> "four"
        """#

    static let tlc = #"""
        about  a byte of type, a byte of length, then so many bytes of content
        codec  tlc

        case   two messages
        message <01 03> "one" = "one"
        message <02 03> "two" = "two"

        case   no content
        message <01 00> = ""
        message <00 00> = ""
        message <02 01> "a" = "a"

        case   the longest content
        message <07 ff> "x"*255 = "x"*255
        message <08 01> "y" = "y"

        case   content that looks like a head
        message <01 04 01 00 01 00> = <01 00 01 00>
        message <ff 01 ff> = <ff>

        case   nothing comes of half a head
        message <01 01> "a" = "a"
        rest   <02>

        case   nothing comes of content that is cut off
        message <01 01> "a" = "a"
        rest   <02 05> "four"
        """#
}
