/// What the command line asks for.
struct BenchArguments {
    static let help = """
        seam-bench: how fast seam reads captures, in ratios to what libpcap alone needs in the same run

          seam-bench                       a capture made for it: 64 MB of tlc messages
          seam-bench FILE SPEC             a capture, decoded by a codec spec
          seam-bench --shared DIR [NAME...]
                                           captures of ../shared/perf/make_bench.py in DIR, made where
                                           they are missing (bulk-64m, stomp-32m and many-50k)

          --rounds N     so many rounds, in each of which every job runs once (5)
          --messages     also `messages --json`, into a sink that counts
          --counts       only what the capture holds, once, and how often memory is asked for: for CI, since
                         times are no test
          --json         one JSON object a capture

        Each job runs in a process of its own, so that its peak memory is its own. Times are those between the
        start of its main function and the end of its work; ratios are those of one round, their median is shown.

        """

    var feeds: [Feed] = []
    var jobs: [Job] = [.loop, .search, .inspect]
    var rounds = 5
    var isJSON = false
    var isCountOnly = false
    var isHelp = false
    /// Set in the child processes, which do one job once.
    var job: Job?

    init(_ words: [String]) throws(BenchError) {
        var rest = words[...]
        var operands: [String] = []
        var directory: String?
        while let word = rest.popFirst() {
            switch word {
            case "--help", "-h": isHelp = true
            case "--json": isJSON = true
            case "--counts": isCountOnly = true
            case "--messages": jobs.append(.messages)
            case "--rounds": rounds = try Self.number(rest.popFirst())
            case "--shared": directory = rest.popFirst() ?? ""
            case "--job": job = Job(rawValue: rest.popFirst() ?? "")
            case let option where option.hasPrefix("--"): throw BenchError("no option \(option); see --help")
            default: operands.append(word)
            }
        }
        feeds = try Self.feeds(operands, in: directory)
        guard job == nil || feeds.count == 1 else { throw BenchError("--job needs FILE SPEC") }
    }

    private static func number(_ word: String?) throws(BenchError) -> Int {
        guard let number = word.flatMap({ Int($0) }), number > 0 else {
            throw BenchError("--rounds needs a number")
        }
        return number
    }

    private static func feeds(_ operands: [String], in directory: String?) throws(BenchError) -> [Feed] {
        if let directory {
            let names = operands.isEmpty ? Feed.usualShared : operands
            return names.map { Feed(shared: $0, in: directory) }
        }
        switch operands.count {
        case 0: return []
        case 2: return [Feed(path: operands[0], spec: operands[1])]
        default: throw BenchError("give FILE and SPEC; see --help")
        }
    }
}
