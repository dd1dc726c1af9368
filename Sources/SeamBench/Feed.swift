/// A capture to measure with, and the codec that fits it.
struct Feed {
    /// What a capture holds, as its maker says.
    struct Truth {
        var messages: Int
        /// Pieces of messages but the first, nil where the maker does not say.
        var cuts: Int?

        /// What a sample has otherwise; nil when it has the same.
        func difference(from sample: Sample) -> String? {
            if sample[.messages] != messages { return "\(sample[.messages]) messages, made with \(messages)" }
            guard let cuts, cuts != sample[.cuts] else { return nil }
            return "\(sample[.cuts]) cuts, made with \(cuts)"
        }
    }

    /// The captures of `make_bench.py` that are small enough to be measured in passing.
    static let usualShared = ["bulk-64m", "stomp-32m", "many-50k"]
    private static let script = "../shared/perf/make_bench.py"

    let path: String
    let spec: String
    var truth: Truth?
    /// The capture's name in `make_bench.py`, which can make it.
    private var maker: (name: String, directory: String)?

    /// The file's name without its folder.
    var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    init(path: String, spec: String, truth: Truth? = nil) {
        self.path = path
        self.spec = spec
        self.truth = truth
    }

    /// A capture of `make_bench.py` by its name there.
    init(shared name: String, in directory: String) {
        let specs: KeyValuePairs = ["small": "delimiter", "stomp": "stomp", "many": "tlc"]
        let spec = specs.first { name.hasPrefix($0.key) }?.value ?? "tlc:type=2,length=4"
        self.init(path: "\(directory)/\(name).pcap", spec: spec)
        maker = (name, directory)
    }

    /// The feed with its file there, made if need be and possible, and with what its maker says of it.
    func present() throws(BenchError) -> Feed {
        var feed = self
        if let maker, !System.isReadable(path), System.isReadable(Self.script) {
            try Child.run([
                "/usr/bin/env", "python3", Self.script, maker.name, "--dir", maker.directory,
            ])
        }
        guard System.isReadable(path) else { throw BenchError("\(path): cannot be read") }
        if feed.truth == nil { feed.truth = Self.truth(beside: path) }
        return feed
    }

    /// What the sidecar `NAME.json` of `NAME.pcap` says, if there is one.
    private static func truth(beside path: String) -> Truth? {
        guard path.hasSuffix(".pcap") else { return nil }
        let text = System.contents(of: path.dropLast("pcap".count) + "json")
        guard let messages = number("messages", in: text) else { return nil }
        // There a LF behind a STOMP frame belongs to the frame, here it is a heart-beat.
        let isSTOMP = text.contains("\"framing\": \"stomp\"")
        return Truth(
            messages: messages,
            cuts: isSTOMP ? nil : number("message_crossings_of_segment_end", in: text)
        )
    }

    /// The number behind `"key": ` in a JSON text; a parser is not needed for one number.
    static func number(_ key: String, in text: String) -> Int? {
        let words = text.split { !($0.isLetter || $0.isNumber || $0 == "_") }
        guard let place = words.firstIndex(where: { $0 == key }), place + 1 < words.count else { return nil }
        return Int(words[place + 1])
    }
}
