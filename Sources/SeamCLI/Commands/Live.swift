import Seam

extension Command {
    /// `seam live`: the seams while they happen.
    static let live = Command(
        name: "live",
        summary: "the same while it happens, on interfaces of this machine",
        description: [
            """
            Captures interfaces and prints a line for every message as it completes: time, connection, direction, \
            packets, verdict, summary. It ends on Ctrl-C, or when as many packets or as much time have passed as \
            was asked for, and then tells what seam inspect would. A second Ctrl-C ends it at once.
            """,
            """
            With --read or - it reads what another program captures, while that goes on. With --tui the connections \
            are listed on the whole screen instead of row by row.
            """,
            """
            With --write the packets are recorded as pcapng while they are watched. Packets that the kernel, the \
            interface or seam itself had to drop are counted and shown, and connections under way are marked.
            """,
            """
            Capturing needs rights: run it with sudo (it gives root up for the user who called sudo once the \
            interfaces are open), or allow it on Linux with sudo setcap cap_net_raw,cap_net_admin+ep on the program.
            """,
        ],
        operands: Operands(
            placeholder: "INTERFACE...",
            count: 0...Int.max,
            noun: ""
        ),
        groups: [
            .capture, .view, .recording, .ending, .streamChoice, .decoding, .seams, .clients, .limits,
            .picture,
            .output,
        ],
        examples: [
            Example("seam live lo -f 'tcp port 9000' -c line", "lines over port 9000 of this machine"),
            Example("seam live lo --tui", "the connections on the whole screen"),
            Example("seam live eth0 lo -w trace.pcapng", "two interfaces, recorded as well"),
            Example("seam live any --until zero-window", "until a receiver takes nothing"),
            Example("ssh host sudo tcpdump -U -w - tcp | seam live -", "another machine's traffic"),
            Example(
                "seam live any -q -w w.pcapng --rotate 100M,1h --keep 24",
                "a recording that goes on for days"
            ),
        ],
        exits: [
            Exit(status: .success, means: "it ended as it was asked to"),
            Exit(status: .failure, means: "wrong usage, no rights, or an interface or output that failed"),
        ]
    ) { (options, interfaces, output) throws(CommandError) in
        try check(options.live, interfaces)
        guard options.live.recording == "-", options.output.file ?? "-" == "-" else {
            return try LiveRun.watch(interfaces, options, output)
        }
        // The packets have standard output; what is said goes where it does not disturb them.
        return try OutputFile.with(nil, else: .standardError) { (output) throws(CommandError) in
            try LiveRun.watch(interfaces, options, output)
        }
    }

    /// Throws `usage` for arguments that do not go together.
    private static func check(_ live: LiveArguments, _ interfaces: [String]) throws(CommandError) {
        let isFile = LiveRun.isFile(interfaces, live)
        if interfaces.isEmpty, !isFile {
            throw .usage("needs an interface; seam interfaces lists them, any is all of them on Linux")
        }
        if live.file != nil, !interfaces.isEmpty { throw .usage("--read goes without interfaces") }
        if isFile, live.recording != nil {
            throw .usage("--write goes with interfaces: a file is a recording already")
        }
        if live.follows, live.file == nil { throw .usage("--follow needs --read FILE") }
        if live.recording == nil {
            if live.rotation != nil { throw .usage("--rotate needs --write FILE") }
            if live.annotates { throw .usage("--annotate needs --write FILE") }
            if !live.decodes { throw .usage("--no-decode needs --write FILE: nothing would be left") }
        }
        if !live.decodes {
            if live.annotates { throw .usage("--annotate needs what --no-decode leaves out") }
            if live.until != nil { throw .usage("--until needs what --no-decode leaves out") }
            if live.isFullScreen { throw .usage("--tui needs what --no-decode leaves out") }
        }
        if live.kept != nil, live.rotation == nil { throw .usage("--keep needs --rotate SIZE,TIME") }
    }
}

extension OptionGroup {
    fileprivate static let capture = OptionGroup(
        title: "Capture",
        options: [
            .value(
                "filter",
                short: "f",
                "BPF",
                \.input.filter,
                "capture only the packets that match a libpcap filter such as 'tcp port 9000'"
            ),
            .value("snap-length", "SIZE", \.live.snapLength, "keep no more than this of a packet"),
            .value("buffer", short: "B", "SIZE", \.live.buffer, "the kernel's buffer for each interface"),
            .value(
                "direction",
                LiveOptions.Direction.placeholder,
                \.live.capture.direction,
                "only what arrives, or only what leaves"
            ),
            .flag(
                "promiscuous",
                \.live.capture.isPromiscuous,
                to: true,
                "also what is meant for other machines"
            ),
            .value(
                "read",
                short: "r",
                "FILE",
                \.live.file,
                "read a capture that is being written, a FIFO too, instead of interfaces; - is standard input"
            ),
            .flag("follow", \.live.follows, to: true, "wait at the end of that file for more, until Ctrl-C"),
            .flag("no-drop", \.live.keepsRights, to: true, "stay root after the interfaces are open"),
        ]
    )

    fileprivate static let recording = OptionGroup(
        title: "Recording",
        options: [
            .value(
                "write",
                short: "w",
                "FILE",
                \.live.recording,
                "record the packets as pcapng; - is standard output, the view then goes to standard error"
            ),
            .value(
                "rotate",
                "SIZE,TIME",
                \.live.rotation,
                "go on in another file, FILE with a number, at a size, a time or either: 100M,1h"
            ),
            .value("keep", "N", \.live.kept, "keep only the last N of these files"),
            .flag(
                "annotate",
                \.live.annotates,
                to: true,
                "note seams and broken rules as comments on the packets that complete the messages"
            ),
            .flag("no-decode", \.live.decodes, to: false, "record only"),
        ]
    )

    fileprivate static let view = OptionGroup(
        title: "View",
        options: [
            .flag(
                "tui",
                \.live.isFullScreen,
                to: true,
                "a list of the connections on the whole screen, and the picture of one; ? there tells the keys"
            )
        ]
    )

    fileprivate static let ending = OptionGroup(
        title: "End",
        options: [
            .value("packets", short: "n", "N", \.live.packets, "end after N packets"),
            .value("duration", "TIME", \.live.duration, "end after a time such as 30s, 5m or 1h"),
            .value(
                "until",
                "ID",
                \.live.until,
                "end when there is a finding of this id, or a message breaks the rule of this id"
            ),
        ]
    )

    fileprivate static let streamChoice = OptionGroup(
        title: "Connections",
        options: input.options.filter { $0.long == "stream" }
    )
}
