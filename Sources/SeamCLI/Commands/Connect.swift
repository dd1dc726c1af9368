import Seam
import SeamConnection

extension Command {
    /// `seam connect`: a client for a person or a script.
    static let connect = Command(
        name: "connect",
        summary: "a client in the terminal: what each read brought",
        description: [
            """
            Connects to TARGET. Each line of standard input, or of --script FILE, is sent as a message, framed by the \
            codec. Each read is shown with its cuts and the messages in it: one with the end of message 4, message 5 and the \
            beginning of message 6 as "…4 | 5 | 6…".
            """,
            """
            In a line \\r \\n \\t \\0 \\\\ and \\xNN stand for bytes. /type 3 TEXT is a message of a type, /hex 01ff one of \
            bytes; /raw TEXT and /raw-hex DIGITS go past the codec; /wait 2 waits until two more messages have come, \
            /sleep 500ms for a time; /end ends this side's half, /reset and /quit the connection; // is a text that \
            begins with a slash. Codecs whose messages are more than a type and a content, such as stomp, take whole frames.
            """,
            """
            TARGET is HOST:PORT, tls://HOST:PORT, ws://HOST[:PORT]/PATH or wss://. With a codec such as websocket/stomp the \
            handshake is made, and what is typed is in the inner codec. With --reconnect it connects again when the server \
            went, behind longer and longer pauses, and when the network is back; what it does and why is told.
            """,
            """
            When the lines end, answers are waited for until none comes any more. --record keeps what was exchanged as a \
            capture whose packets are made: each is one write, or what one read returned.
            """,
        ],
        operands: Operands(placeholder: "TARGET", count: 1...1, noun: "HOST:PORT to connect to"),
        groups: [.connecting, .staying, .wireDecoding, .output],
        examples: [
            Example("seam connect -c line 127.0.0.1:9000", "lines, typed"),
            Example(
                "seam connect -c websocket/stomp ws://localhost:15674/ws",
                "STOMP over WebSocket, frames typed"
            ),
            Example(
                "printf 'one\\n/wait\\ntwo\\n' | seam connect -c tlc :9000 --record talk.pcapng",
                "a script, and a capture of it"
            ),
        ],
        exits: [
            Exit(status: .success, means: "it was ended as asked, or by the peer"),
            Exit(status: .difference, means: "the peer sent what breaks the rules of the codec"),
            Exit(status: .failure, means: "wrong usage, or nobody to connect to"),
        ]
    ) { (options, words, output) throws(CommandError) in
        try talk(to: words[0], options, output)
    }

    private static func talk(
        to word: String,
        _ options: Options,
        _ output: OutputFile
    ) throws(CommandError) -> ExitStatus {
        let plan = try ConnectPlan(word, options)
        let lines = InputLines()
        let script = options.connect.script
        if let script {
            _ = lines.take(try Directory.contents(script)[...])
            _ = lines.take([])
        }
        let isVerbose = options.output.verbosity == .verbose
        let columns = isVerbose ? Int.max : output.terminal.width.count - 16
        let isTyped = script == nil && Terminal(.standardOutput).isTerminal
        return try TaskRun.run(output, input: script == nil ? { lines.take($0) } : nil) {
            (voice) throws(CommandError) in
            let rows = ConnectRows(
                voice: voice,
                isJSON: options.output.json,
                isQuiet: options.output.verbosity == .quiet,
                columns: columns
            )
            return try await ConnectRun(plan, rows, isTyped: isTyped).run(lines)
        }
    }
}

extension OptionGroup {
    fileprivate static let connecting = OptionGroup(
        title: "Connecting",
        options: [
            .value("script", "FILE", \.connect.script, "take the lines from FILE instead of standard input"),
            .value("record", short: "w", "FILE", \.connect.recording, "keep what was exchanged as pcapng"),
            .value(
                "wait",
                "TIME",
                \.connect.patience,
                "how long nothing may come, when no lines are left, before it ends"
            ),
            .flag("tls", \.connect.usesTLS, to: true, "speak TLS; the certificate and its name are checked"),
            .value(
                "trust",
                "FILE",
                \.connect.trusted,
                "trust these certificates (PEM) instead of the system's"
            ),
            .flag("insecure", \.connect.isInsecure, to: true, "speak TLS and check nothing"),
            .value("path", "PATH", \.connect.path, "what is asked of a WebSocket server (default: /)"),
            .value(
                "subprotocols",
                "NAME[,NAME]",
                \.connect.subprotocols,
                "what is offered to a WebSocket server"
            ),
        ]
    )

    fileprivate static let staying = OptionGroup(
        title: "Staying connected",
        options: [
            .value(
                "reconnect",
                "N",
                \.connect.reconnects,
                "connect again when the server or the network went; so many attempts in a row may fail"
            ),
            .value(
                "heartbeat",
                "TIME",
                \.connect.heartbeat,
                "send a heart-beat when nothing was sent for so long"
            ),
            .value(
                "beat",
                "codec|counter|TEXT",
                \.connect.beat,
                "what a heart-beat is: the codec's own, a number that grows, or a message with this text"
            ),
            .value(
                "answer-timeout",
                "TIME",
                \.connect.answerTimeout,
                "a peer that is silent for so long is gone (with --heartbeat)"
            ),
        ]
    )
}
