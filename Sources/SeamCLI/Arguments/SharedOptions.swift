import Seam

// The options that mean the same in every command that takes them (DESIGN section 7).

extension OptionGroup {
    static let input = OptionGroup(
        title: "Input",
        options: [
            .value(
                "filter",
                short: "f",
                "BPF",
                \.input.filter,
                "read only the packets that match a libpcap filter such as 'tcp port 9000'"
            ),
            .value(
                "stream",
                short: "s",
                "N[,N]",
                \.input.streams,
                "show only these connections, numbered from 0 as tcp.stream in Wireshark"
            ),
            .value("port", "N[,N]", \.input.ports, "show only connections with one of these ports"),
            .value("host", "ADDRESS", \.input.hosts, "show only connections with this address on a side"),
        ]
    )

    static let decoding = OptionGroup(
        title: "Decoding",
        options: [
            .value(
                "codec",
                short: "c",
                "[PORT=]SPEC",
                \.decoding.codecs,
                """
                how messages are framed, on one port or on all: tlc, fixed:size=16, \
                delimiter:bytes=0d0a; seam codecs lists them all
                """
            ),
            .value(
                "project",
                "FILE",
                \.decoding.project,
                "codecs of your own, with names, ports and types (default: seam.json, if there is one)"
            ),
            .flag(
                "resync",
                \.decoding.resynchronises,
                to: true,
                """
                where a border is lost, or a capture begins in the middle, look for a run of at least three \
                frames that fit; without it only formats that mark their borders go on, and the first byte of a \
                capture counts as a border
                """
            ),
        ]
    )

    static let seams = OptionGroup(
        title: "Seams",
        options: [
            .value(
                "carriers",
                CarrierKind.placeholder,
                \.seams.carriers,
                """
                the pieces to compare messages with: TCP segments; deliveries, the moments at which \
                the in-order stream grew; or reads, what the recv of a client would have returned
                """
            ),
            .value(
                "reader",
                "READER",
                \.seams.reader,
                """
                the client whose reads --carriers reads models: recv:N with a buffer of N bytes, readany, \
                read-to:DELIMITER, read-length:N or read-length:width=4 (header, then content); with ,every=MS \
                it is busy so long after each read, with ,wake=US woken so late, with ,after=MS it begins so \
                long after the first byte
                """
            ),
        ]
    )

    static let limits = OptionGroup(
        title: "Limits",
        options: [
            .value(
                "max-held",
                "SIZE",
                \.limits.held,
                "hold no more out-of-order bytes than this in all; what is given up becomes a gap"
            ),
            .value(
                "max-held-half",
                "SIZE",
                \.limits.heldPerHalf,
                "the same for one direction of one connection; sizes take k, M and G"
            ),
            .value(
                "max-wait",
                "TIME",
                \.limits.wait,
                """
                a hole that is not filled for so long by the capture's clock becomes a gap: 500ms, 90s, 2m, 1h or \
                never
                """
            ),
            .value(
                "ack-patience",
                "PACKETS",
                \.limits.patience,
                "so many packets after the peer acknowledged a hole it becomes a gap"
            ),
            .value(
                "overlap",
                OverlapPolicy.placeholder,
                \.limits.overlap,
                "which copy counts of bytes that came twice, different, before they were in order"
            ),
            .value(
                "max-connections",
                "N",
                \.limits.connections,
                "keep no more connections in memory; those that are over are handed out first"
            ),
            .value(
                "idle-timeout",
                "TIME",
                \.limits.idle,
                """
                a connection that is silent for so long is over, what follows is another one; numbers may then \
                differ from Wireshark's
                """
            ),
            .value("max-fragments", "SIZE", \.limits.fragments, "hold no more of IP fragments than this"),
            .value(
                "fragment-timeout",
                "TIME",
                \.limits.fragmentWait,
                "how long the fragments of a packet wait for the others"
            ),
            .value(
                "max-message",
                "SIZE",
                \.limits.message,
                "hold no more of a message than this while its end is not there, whatever its codec allows"
            ),
            .value(
                "max-segments",
                "N",
                \.limits.segments,
                """
                list no more segments of a message than this, the others are counted; with more than 64 connections \
                each has less, 64 at least
                """
            ),
        ]
    )

    static let work = OptionGroup(
        title: "Work",
        options: [
            .value(
                "jobs",
                "N",
                \.jobs,
                "share the work among N threads, with the same results; as many as processors"
            )
        ]
    )

    static let output = OptionGroup(
        title: "Output",
        options: [
            .flag("json", \.output.json, to: true, "print JSON Lines, one object a line, instead of text"),
            .value("color", ColorMode.placeholder, \.output.color, "colour the text; auto: on a terminal"),
            .value("output", short: "o", "FILE", \.output.file, "write to FILE instead of standard output"),
            .flag("quiet", short: "q", \.output.verbosity, to: .quiet, "leave out notes and totals"),
            .flag("verbose", short: "v", \.output.verbosity, to: .verbose, "say more, with all evidence"),
        ]
    )

    static let general = OptionGroup(
        title: "General",
        options: [
            .flag("help", short: "h", \.request, to: .help, "show this help"),
            .flag("version", \.request, to: .version, "show the version"),
        ]
    )
}
