import SeamAnalysis

// What the findings about connections and about the capture itself mean.

extension FindingKind {
    /// Words for findings about connections.
    var connectionWords: Words {
        switch self {
        case .serverFIN:
            (
                "the server closed first",
                """
                The server ended the connection with a FIN, in order. A long-connection client is \
                expected to reconnect.
                """,
                "reconnect after a short wait; when it comes after silence, send heart-beats more often"
            )
        case .clientReset, .serverReset:
            (
                self == .clientReset ? "the client reset the connection" : "the server reset the connection",
                """
                A reset ends both directions at once, and what was on its way is lost. It comes from \
                SO_LINGER 0, from closing a socket whose data were not read, from a crash, or from a \
                device between.
                """,
                "read what is there, then shut down and close; look for a crash at that time"
            )
        case .writeAfterClose:
            (
                "data for a side that had closed",
                """
                One side had closed with a FIN, the other wrote on and got a reset: those bytes are \
                lost, and the next write fails (EPIPE, SIGPIPE).
                """,
                """
                treat a read of 0 bytes as the end: stop writing, and send the message again on a new \
                connection
                """
            )
        case .refused:
            (
                "the server refused the connection",
                "The SYN was answered with a reset: no program listens at that port, or a firewall says so.",
                "check address, port and whether the server runs"
            )
        case .unanswered:
            (
                "the server did not answer",
                "No packet came back for the SYN: the host is down, the path is cut, or a firewall drops it.",
                "check the path; a client should wait longer with each attempt"
            )
        case .networkCut:
            (
                "the network was cut, or an end vanished",
                """
                Data or keep-alives were sent again and again and nothing came back, or a FIN after \
                silence met a host that had forgotten the connection. No end told the other; what was \
                not acknowledged is lost.
                """,
                """
                send again on a new connection what was not confirmed; heart-beats and TCP_USER_TIMEOUT \
                show a cut sooner
                """
            )
        case .keepAlive:
            (
                "TCP keep-alives",
                """
                While the program was silent the system probed whether the peer is there. They carry no \
                data, and say nothing of whether the peer's program still works.
                """,
                "send heart-beats of the program where its health matters"
            )
        case .heartbeatTimeout:
            (
                "heart-beats stopped, and the peer closed",
                """
                One side sent nothing for longer than its heart-beat period, and the other side ended \
                the connection. The program that should have sent them was stuck, suspended (an app in \
                the background) or forgot its timer.
                """,
                "look at what the silent side did at that time; send heart-beats from a timer of their own"
            )
        case .heartbeatLate:
            (
                "late or missing heart-beats",
                """
                Heart-beats came later than their period, or some did not come at all; the connection \
                survived it.
                """,
                "allow twice the period at the receiver; look at what kept the sender busy"
            )
        default:
            (
                "the client connected again",
                """
                The same client opened a new connection to the same server after the last one had ended \
                other than by its own close. What was not acknowledged on the old one is lost unless the \
                program sends it again.
                """,
                "wait longer with each attempt; confirm messages, so that none is lost or doubled"
            )
        }
    }

    /// Words for findings about the capture.
    var captureWords: Words {
        switch self {
        case .captureOffload:
            (
                "pieces that were never on the wire (offload)",
                """
                Segments are larger than the peer takes: the network card cuts them (TSO, GSO) or joins \
                them (GRO, LRO) where the capture does not see it. Verdicts and causes are about these \
                pieces: joins in them and cuts at their ends may not be the wire's.
                """,
                "capture with ethtool -K IFACE tso off gso off gro off lro off, or at another machine"
            )
        case .captureSnapLength:
            (
                "packets cut short (snap length)",
                """
                The capture kept only the first bytes of packets: the rest is a gap, and messages in it \
                cannot be decoded.
                """,
                "capture with snap length 0 (tcpdump -s 0)"
            )
        case .captureGaps:
            (
                "packets missing in the capture",
                """
                Bytes that the peer acknowledged are not in the file: the capture dropped packets. \
                Messages there are incomplete for seam, not for the receiver; verdicts and causes near \
                gaps are doubtful.
                """,
                """
                capture with a filter, a larger buffer (tcpdump -B) and to a fast disk; look at its drop \
                count
                """
            )
        case .captureDrops:
            (
                "packets dropped while capturing",
                """
                The file says that the system dropped packets on their way into it (isb_ifdrop, isb_osdrop), \
                of which connections it does not say. Where bytes are missing the capture lost them, not the \
                network; causes may rest on an ACK that is not there.
                """,
                FindingKind.captureGaps.advice
            )
        case .captureMidstream:
            (
                "a capture that began when the connection was under way",
                """
                Without the handshake the segment size limit and window scale are not known, offset 0 is \
                the first byte seen, and the first message may be a part of one: causes are unknown more \
                often.
                """,
                "start the capture before the client connects"
            )
        case .captureOneSided:
            (
                "a capture of one direction only",
                """
                The packets of this side are missing. Without its ACKs and windows nothing tells why the \
                other side's segments left when they did: most causes are unknown, and gaps are found \
                late.
                """,
                "capture where both directions pass (mirror port for both, -i any)"
            )
        default:
            (
                "a capture that looks made, not recorded",
                """
                Its packets follow each other faster than any network: times were set by a program \
                (text2pcap, Scapy, a test). Causes that rest on times mean nothing here.
                """,
                "judge verdicts only, or record real traffic"
            )
        }
    }
}
