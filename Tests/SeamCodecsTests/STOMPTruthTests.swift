import SeamBytes
import SeamCodecs
import SeamTesting
import Testing

/// Excerpts of a session of stomp.py and RabbitMQ 3.10 with the logged borders.
///
/// From shared/truth h1_stomp_tcp_hb_nul_escape.
@Suite struct STOMPTruthTests {
    /// Offsets 0..<302, 456..<624 and 919..<1079 of the client's half.
    static let client = #"""
        STOMP|accept-version:1.2|heart-beat:1000,1000|host:/|login:guest|passcode:guest||^@\#
        SUBSCRIBE|ack:auto|destination:/queue/t1|id:1||^@\#
        SEND|content-length:20|content-type:application/octet-stream|destination:/queue/t1||\#
        aw+Bjx#WK0]DP^'90'L/^@\#
        SEND|content-type:application/octet-stream|destination:/queue/t1||^@\#
        SEND|content-length:40|content-type:application/octet-stream|destination:/queue/t1|k:ey:v3|\#
        weird:colon\cline\nback\\slash\rcr||wxkflauvectgoozzdtknljwokfiakaiwtvekpjuq^@\#
        SEND|content-length:5|content-type:application/octet-stream|destination:/queue/t1|k:ey:v5|\#
        weird:colon\cline\nback\\slash\rcr||wfxud^@|||DISCONNECT|receipt:bye||^@
        """#
    /// Offsets 0..<300 and 1333..<1585 of the server's half.
    static let server = #"""
        CONNECTED|server:RabbitMQ/3.10.8|session:session-XzCzK8HcyLR9JPLPEha-Rg|heart-beat:1000,1000|\#
        version:1.2||^@|\#
        MESSAGE|subscription:1|destination:/queue/t1|message-id:T_1@@session-XzCzK8HcyLR9JPLPEha-Rg@@1|\#
        redelivered:false|content-type:application/octet-stream|content-length:20||aw+Bjx#WK0]DP^'90'L/^@|\#
        MESSAGE|subscription:1|destination:/queue/t1|message-id:T_1@@session-XzCzK8HcyLR9JPLPEha-Rg@@6|\#
        redelivered:false|weird:colon\cline\nback\\slash\rcr|k:ey\cv5|content-type:application/octet-stream|\#
        content-length:5||wfxud^@|||||||RECEIPT|receipt-id:bye||^@|
        """#

    /// The bytes of a text in which `|` is LF.
    private func bytes(_ text: String) -> [UInt8] {
        octets(text).map { $0 == UInt8(ascii: "|") ? 0x0a : $0 }
    }

    @Test("the client's frames and heart-beats stand where it logged them; its raw colons are said")
    func clientHalf() {
        let reading = STOMPReading(bytes(Self.client), nil)
        #expect(
            reading.units == [
                "STOMP 0..<82", "SUBSCRIBE 82..<130", "SEND 130..<235 body 20", "SEND 235..<302",
                "SEND 302..<470 body 40 stomp.raw-colon", "SEND 470..<602 body 5 stomp.raw-colon",
                "LF 602..<603", "LF 603..<604", "LF 604..<605", "DISCONNECT 605..<630",
            ]
        )
        #expect(reading.frames.last??["receipt"] == "bye")
        #expect(reading.frames[5]?["weird"] == "colon:line\nback\\slash\rcr")
    }

    @Test("the server's LF behind each NUL is a unit of its own, like its heart-beats")
    func serverHalf() {
        let reading = STOMPReading(bytes(Self.server), nil)
        #expect(
            reading.units == [
                "CONNECTED 0..<107", "LF 107..<108", "MESSAGE 108..<299 body 20", "LF 299..<300",
                "MESSAGE 300..<519 body 5", "LF 519..<520", "LF 520..<521", "LF 521..<522", "LF 522..<523",
                "LF 523..<524", "LF 524..<525", "LF 525..<526", "RECEIPT 526..<551", "LF 551..<552",
            ]
        )
    }
}
