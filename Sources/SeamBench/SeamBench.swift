import Seam

/// `seam-bench`: how fast seam reads captures, in ratios to what libpcap alone needs in the same run.
@main
enum SeamBench {
    static func main() {
        do {
            let words = CommandLine.arguments.dropFirst()
            if words.first == "live" { return try LiveBench(words.dropFirst()).run() }
            if words.first == "wire" { return try WireBench(words.dropFirst()).run() }
            if words.first == "contest" { return try Contest(words.dropFirst()).run() }
            if words.first == "churn" {
                return try Churn.write(words.dropFirst().first.flatMap { Int($0) } ?? 0)
            }
            let arguments = try BenchArguments(Array(words))
            if let job = arguments.job {
                try job.run(on: arguments.feeds[0]).write()
            } else if arguments.isHelp {
                System.print(BenchArguments.help + Contest.help + LiveBench.help + WireBench.help)
            } else {
                try bench(arguments)
            }
        } catch {
            System.fail("seam-bench: \(error)")
        }
    }

    private static func bench(_ arguments: BenchArguments) throws {
        var arguments = arguments
        var made: String?
        if arguments.feeds.isEmpty {
            let path = System.temporaryDirectory + "/seam-bench-\(System.processNumber).pcap"
            made = path
            let size = arguments.isCountOnly ? CaptureGenerator.quickSize : CaptureGenerator.size
            arguments.feeds = [try CaptureGenerator.write(path, payload: size)]
        }
        defer { if let made { System.remove(made) } }
        for feed in arguments.feeds {
            let feed = try feed.present()
            if arguments.isCountOnly {
                try count(feed)
            } else {
                let rounds = try Rounds(feed, jobs: arguments.jobs, count: arguments.rounds)
                System.print(arguments.isJSON ? rounds.json : rounds.text)
            }
        }
        if arguments.isCountOnly { try countAllocations() }
    }

    /// Prints how often the pipeline asks for memory; fails when that is too often.
    private static func countAllocations() throws {
        guard let allocations = try Allocations() else { return }
        System.print(allocations.text)
        guard !allocations.areFew else { return }
        throw BenchError("packets or connections take more memory than they should")
    }

    /// Prints what a capture holds, without a time; fails when it is not what its maker says.
    private static func count(_ feed: Feed) throws {
        let sample = try Job.inspect.run(on: feed)
        System.print("\(feed.name): " + sample.counts)
        guard let truth = feed.truth, let difference = truth.difference(from: sample) else { return }
        throw BenchError("\(feed.name): \(difference)")
    }
}

/// What keeps the benchmark from going on, in words.
struct BenchError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
