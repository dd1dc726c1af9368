/// Jobs measured by turns: in each round every job runs once, so that what else the machine does meets all.
struct Rounds {
    let feed: Feed
    let jobs: [Job]
    /// The samples by round, in the order of `jobs`.
    let samples: [[Sample]]

    /// Runs the jobs, each in a process of its own.
    init(_ feed: Feed, jobs: [Job], count: Int) throws(BenchError) {
        self.feed = feed
        self.jobs = jobs
        var rounds: [[Sample]] = []
        for _ in 0..<count {
            var round: [Sample] = []
            for job in jobs {
                let words = [Child.ownProgram, "--job", job.rawValue, feed.path, feed.spec]
                round.append(try Sample(try Child.output(of: words)))
            }
            rounds.append(round)
        }
        samples = rounds
    }

    /// The middle one of a job's numbers.
    func median(_ key: Sample.Key, _ job: Int) -> Double {
        Spread(samples.map { Double($0[job][key]) }).median
    }

    /// A job's numbers, each divided by that of the first job in the same round.
    func ratio(_ key: Sample.Key, _ job: Int) -> Spread {
        Spread(samples.map { Double($0[job][key]) / Double(max(1, $0[0][key])) })
    }

    /// The sample that counted messages; the numbers are the same in all rounds.
    var counted: Sample? {
        jobs.firstIndex(of: .inspect).flatMap { place in samples.last.map { $0[place] } }
    }
}

/// Numbers in their order.
struct Spread {
    private let sorted: [Double]

    init(_ numbers: [Double]) { sorted = numbers.sorted() }

    var least: Double { sorted.first ?? 0 }
    var most: Double { sorted.last ?? 0 }

    var median: Double {
        guard !sorted.isEmpty else { return 0 }
        return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }
}
