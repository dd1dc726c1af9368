import Seam
import SeamConnection
import SeamTesting

extension Command {
    /// `seam replay`: one side of captured connections, played to a real peer.
    static let replay = Command(
        name: "replay",
        summary: "plays one side of captured connections to a real peer",
        description: [
            """
            Connects to HOST:PORT for each connection of the capture and sends what its client sent, in the captured \
            pieces and at the captured times. A piece leaves when the answers that were captured before it have \
            come, and arrives by itself: the next one waits until the peer has read it or, on another machine, its system has \
            acknowledged it. What the peer \
            answers is compared with the capture, message by message.
            """,
            """
            With --listen it plays the server's side: the first client that comes gets the first connection, and so on.
            """,
            """
            PIECES: captured, messages (each by itself), whole (all that is sent before an answer is waited for), torn \
            (cut once inside each message, at every place in turn), bytes (byte by byte), random:SEED, or a number of \
            bytes. With --speed max nothing is waited for but answers, and connections are played one after the other.
            """,
        ],
        operands: .captures,
        groups: [.replaying, .input, .decoding, .limits, .output],
        examples: [
            Example(
                "seam replay trace.pcap -s 3 --to 127.0.0.1:9000",
                "connection 3 to a server of this machine"
            ),
            Example(
                "seam replay -c line --pieces bytes --speed max --to :9000 trace.pcap",
                "the same byte by byte: does the server answer the same?"
            ),
            Example("seam replay trace.pcap --listen 9000", "what the server sent, to a client under test"),
        ],
        exits: [
            Exit(status: .success, means: "the peer answered as in the capture"),
            Exit(status: .difference, means: "an answer differs, or did not come"),
            Exit(
                status: .failure,
                means: "wrong usage, a capture that cannot be read, or a peer that cannot be reached"
            ),
        ]
    ) { (options, files, output) throws(CommandError) in
        try check(options.replay)
        let talks = try ReplayRun.talks(files, options)
        return try TaskRun.run(output) { (voice) throws(CommandError) in
            try await ReplayRun(
                talks: talks,
                options: options.replay,
                isJSON: options.output.json,
                voice: voice
            ).run()
        }
    }

    private static func check(_ replay: ReplayOptions) throws(CommandError) {
        guard let place = replay.target ?? replay.listens else {
            throw .usage("needs --to HOST:PORT or --listen PORT")
        }
        guard replay.target == nil || replay.listens == nil else {
            throw .usage("--to and --listen are two ways of playing: choose one")
        }
        guard place.isLoopback || place.host.isEmpty && replay.target != nil || replay.mayLeave else {
            throw .usage(
                "\(place) is perhaps not this machine; --yes-remote says that you may send there what was captured"
            )
        }
    }
}

extension OptionGroup {
    fileprivate static let replaying = OptionGroup(
        title: "Replay",
        options: [
            .value("to", "HOST:PORT", \.replay.target, "play the client's side to this server"),
            .value(
                "listen",
                "[HOST:]PORT",
                \.replay.listens,
                "play the server's side to the clients that come to this port of 127.0.0.1"
            ),
            .flag("yes-remote", \.replay.mayLeave, to: true, "allow addresses that are not of this machine"),
            .value("pieces", Pieces.placeholder, \.replay.pieces, "how what is sent is cut"),
            .value(
                "speed",
                Speed.placeholder,
                \.replay.speed,
                "the captured times, or as fast as answers come"
            ),
            .value("pause", Pause.placeholder, \.replay.pause, Pause.help),
            .value(
                "compare",
                AnswerComparison.placeholder,
                \.replay.compares,
                "how answers are compared: by their bytes, or only by how many there are"
            ),
            .value("wait", "TIME", \.replay.patience, "how long an answer is waited for"),
        ]
    )
}
