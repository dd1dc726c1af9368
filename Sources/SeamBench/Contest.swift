/// seam and programs that do work of the kind, over the same captures: whole programs, by turns, beside the libpcap loop.
struct Contest {
    static let help = """

          seam-bench contest --shared DIR [NAME...]
                                           seam, tshark, tcpflow, tcptrace, capinfos and tcpdump as far as
                                           they are there, beside the libpcap loop (bulk-64m, stomp-32m, many-50k)
          --rounds N     so many rounds (5); those that take very long have one
          --write FILE   the tables into FILE, before its first line that begins with "## What"

        """

    private let feeds: [Feed]
    private let rounds: Int
    private let file: String?

    init(_ words: some Sequence<String>) throws(BenchError) {
        var rest = Array(words)[...]
        var kept: [String] = []
        var file: String?
        while let word = rest.popFirst() {
            if word == "--write" { file = rest.popFirst() } else { kept.append(word) }
        }
        let arguments = try BenchArguments(kept)
        guard !arguments.feeds.isEmpty else { throw BenchError("contest needs captures; see --help") }
        (feeds, rounds, self.file) = (arguments.feeds, arguments.rounds, file)
    }

    func run() throws(BenchError) {
        let folder = System.temporaryDirectory + "/seam-contest-\(System.processNumber)"
        try Child.run(["mkdir", folder])
        defer { try? Child.run(["rm", "-r", folder]) }
        let rivals = Rival.all(results: folder)
        var text = Self.machine(rivals)
        for feed in feeds { text += try table(feed.present(), rivals) }
        guard let file else { return System.print(text) }
        let old = System.contents(of: file).split(separator: "\n", omittingEmptySubsequences: false)
        let kept = old.drop { !$0.hasPrefix("## What") }.joined(separator: "\n")
        try System.save(text + kept, to: file)
    }

    /// Where and with what was measured.
    private static func machine(_ rivals: [Rival]) -> String {
        let script =
            "date +%F; uname -srm; echo $(nproc) processors; sed -n 's/^model name.*: //p' /proc/cpuinfo | head -1; "
            + "sed -n 's/^MemTotal: *//p' /proc/meminfo"
        let facts = (try? Child.output(of: ["/bin/sh", "-c", script])) ?? ""
        var text = """
            # Results of seam-bench contest

            Wall and CPU time of whole programs, in ratios to a loop over libpcap that only counts packets, of the same round:
            medians (least, most). Files were in the page cache. What messages printed went into a file.

            Machine: \(facts.split(separator: "\n").joined(separator: ", ")).

            """
        var seen: Set<String> = []
        for rival in rivals where seen.insert(rival.program).inserted { text += "- \(rival.version)\n" }
        return text
    }

    private func table(_ feed: Feed, _ rivals: [Rival]) throws(BenchError) -> String {
        var samples = [[(own: Sample, loop: Sample)]](repeating: [], count: rivals.count)
        // It brings the file into the page cache as well.
        let counted = try Self.job(.inspect, feed)
        for round in 0..<rounds {
            let loop = try Self.job(.loop, feed)
            for (place, rival) in rivals.enumerated() where round == 0 || !rival.isSlow {
                samples[place].append((try Child.measure(rival.words(feed)), loop))
            }
        }
        if let difference = feed.truth?.difference(from: counted) {
            throw BenchError("\(feed.name): \(difference)")
        }
        let megabytes = (Double(counted[.bytes]) / 1e6).written(0)
        var text = "\n## \(feed.name), \(feed.spec)\n\n\(megabytes) MB, \(counted.counts)\n"
        text += "| | wall / loop | CPU / loop | s | MiB |\n| --- | --- | --- | --- | --- |\n"
        for (place, rival) in rivals.enumerated() { text += Self.row(rival, samples[place]) }
        return text
    }

    private static func job(_ job: Job, _ feed: Feed) throws(BenchError) -> Sample {
        try Sample(try Child.output(of: [Child.ownProgram, "--job", job.rawValue, feed.path, feed.spec]))
    }

    private static func row(_ rival: Rival, _ samples: [(own: Sample, loop: Sample)]) -> String {
        func ratio(_ key: Sample.Key) -> String {
            let spread = Spread(samples.map { Double($0.own[key]) / Double(max(1, $0.loop[key])) })
            guard samples.count > 1 else { return spread.median.written(2) }
            return "\(spread.median.written(2)) (\(spread.least.written(2)), \(spread.most.written(2)))"
        }
        func median(_ key: Sample.Key) -> Double { Spread(samples.map { Double($0.own[key]) }).median }
        let (seconds, mebibytes) = (median(.wall) / 1e9, median(.peak) / 1_048_576)
        return "| \(rival.title) | \(ratio(.wall)) | \(ratio(.cpu)) | \(seconds.written(3)) |"
            + " \(mebibytes.written(0)) |\n"
    }
}
