import Seam
import SeamConnection
import SeamTesting

extension Command {
    /// `seam serve`: a server that sends messages in awkward pieces.
    static let serve = Command(
        name: "serve",
        summary: "a torture server: messages glued, torn, delayed, cut off",
        description: [
            """
            Listens for clients and sends each the same messages, given as arguments or in a file or else generated, \
            cut as --pieces says. Each piece arrives by itself: the next one leaves when the client has read it or, \
            on another machine, its system has acknowledged it (give a slow one longer, with --pause 50ms). With --echo it sends back what comes instead, cut in the same way.
            """,
            """
            PIECES: messages (each by itself), whole (glued together), torn (cut once inside each message, at every \
            place in turn, so that the end of one travels with the beginning of the next; given messages are sent \
            again until each was torn everywhere), bytes (byte by byte), random:SEED, or a number of bytes.
            """,
            """
            A message is a text with escapes such as \\r \\n \\xNN; /hex 01ff is bytes, /type 3 TEXT has a type, /raw \
            and /raw-hex go past the codec. The codec frames it; codecs whose messages are more than a type and a \
            content, such as stomp, take whole frames.
            """,
            """
            With websocket/SPEC the handshake of a WebSocket is answered, and each message is a frame.
            """,
            """
            What clients send is decoded and checked. When a client goes, it is said what it was seen to do: \
            answered every message, only the first of those that came together, each piece; ended upon half a \
            message, waited for the rest; sent what breaks the rules.
            """,
        ],
        operands: Operands(placeholder: "[TEXT...]", count: 0...Int.max, noun: ""),
        groups: [.serving, .torture, .wireDecoding, .output],
        examples: [
            Example(
                "seam serve -c line --port 9000 --pieces torn hello world",
                "two lines, torn at every place"
            ),
            Example("seam serve -c tlc --count 10000 --pieces random:7", "many generated messages"),
            Example("seam serve -c line --then half-silence hello", "half a line, and then nothing"),
            Example("seam serve -c varint --echo --pieces bytes", "what comes is sent back byte by byte"),
        ],
        exits: [
            Exit(status: .success, means: "it ended as it was asked to"),
            Exit(status: .difference, means: "a client sent what breaks the rules of the codec"),
            Exit(status: .failure, means: "wrong usage, or a port that cannot be listened on"),
        ]
    ) { (options, texts, output) throws(CommandError) in
        let plan = try ServePlan(options, texts)
        return try TaskRun.run(output) { (voice) throws(CommandError) in
            try await ServeRun(plan: plan, rows: ServeRows(voice, options)).run()
        }
    }
}

extension OptionGroup {
    fileprivate static let serving = OptionGroup(
        title: "Serving",
        options: [
            .value(
                "port",
                short: "p",
                "N",
                \.serve.port,
                "listen on this port; 0 is one that the system chooses"
            ),
            .value("bind", "ADDRESS", \.serve.bind, "listen on this address instead of 127.0.0.1"),
            .value("clients", "N", \.serve.clients, "end when so many clients have come and gone"),
            .flag("echo", \.serve.echoes, to: true, "send back what comes"),
            .value("messages", "FILE", \.serve.messages, "the messages, one a line"),
            .value("count", "N", \.serve.count, "send so many; given ones come again (default: all, or 100)"),
            .value("sizes", "SIZE[-SIZE]", \.serve.sizes, "the sizes of generated contents"),
            .value("seed", "N", \.serve.seed, "what generated messages are made from"),
        ]
    )

    fileprivate static let torture = OptionGroup(
        title: "Torture",
        options: [
            .value("pieces", Pieces.placeholder, \.serve.pieces, "how what is sent is cut"),
            .value("pause", Pause.placeholder, \.serve.pause, Pause.help),
            .value(
                "then",
                ServeEnding.placeholder,
                \.serve.ending,
                "what happens when all is sent: with half, half a message comes first (default: close)"
            ),
            .value("wait", "TIME", \.serve.patience, "how long a client may be silent at the end"),
        ]
    )
}

extension OptionGroup {
    /// How what is spoken is framed.
    static let wireDecoding = OptionGroup(
        title: "Decoding",
        options: OptionGroup.decoding.options.filter { $0.long != "resync" }
    )
}
