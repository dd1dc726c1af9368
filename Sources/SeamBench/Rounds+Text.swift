// How measurements are printed.

extension Rounds {
    /// A table for people.
    var text: String {
        let megabytes = (median(.bytes, 0) / 1e6).written(1)
        var text = "\(feed.name), \(feed.spec): \(megabytes) MB, \(counted?.counts ?? "")"
        text +=
            "ratios to the libpcap loop of the same round, medians of \(samples.count) and (least, most)\n\n"
        text += Self.row("", "wall", "", "CPU", "", "wall ms", "GB/s", "Mpkt/s", "ns/pkt", "ns/msg", "MiB")
        for job in jobs.indices { text += row(job) }
        return text + "\n"
    }

    private func row(_ job: Int) -> String {
        let (wall, cpu) = (ratio(.wall, job), ratio(.cpu, job))
        let nanoseconds = max(1, median(.wall, job))
        let packets = max(1, median(.packets, job))
        let messages = median(.messages, job)
        return Self.row(
            jobs[job].title,
            wall.median.written(2),
            "(\(wall.least.written(2)), \(wall.most.written(2)))",
            cpu.median.written(2),
            "(\(cpu.least.written(2)), \(cpu.most.written(2)))",
            (nanoseconds / 1e6).written(1),
            (median(.bytes, job) / nanoseconds).written(2),
            (packets / nanoseconds * 1e3).written(2),
            (nanoseconds / packets).written(1),
            messages > 0 ? (nanoseconds / messages).written(1) : "-",
            (median(.peak, job) / 1_048_576).written(1)
        )
    }

    private static func row(_ title: String, _ cells: String...) -> String {
        let widths = [6, 14, 6, 14, 9, 6, 7, 8, 8, 7]
        let row = zip(cells, widths).map { String(repeating: " ", count: max(1, $1 - $0.count)) + $0 }
        return title + String(repeating: " ", count: max(0, 16 - title.count)) + row.joined() + "\n"
    }

    /// One object for machines: times in nanoseconds, memory in bytes.
    var json: String {
        let rows = jobs.indices.map { job in
            let (wall, cpu) = (ratio(.wall, job), ratio(.cpu, job))
            let numbers = Sample.Key.allCases.map { "\"\($0.rawValue)\":\(median($0, job).written(0))" }
            return "{\"job\":\"\(jobs[job].rawValue)\",\"wall_ratio\":\(Self.json(wall)),"
                + "\"cpu_ratio\":\(Self.json(cpu)),\(numbers.joined(separator: ","))}"
        }
        return "{\"file\":\"\(Self.escaped(feed.name))\",\"codec\":\"\(Self.escaped(feed.spec))\","
            + "\"rounds\":\(samples.count),\"jobs\":[\(rows.joined(separator: ","))]}\n"
    }

    private static func json(_ spread: Spread) -> String {
        "[\(spread.least.written(3)),\(spread.median.written(3)),\(spread.most.written(3))]"
    }

    private static func escaped(_ text: String) -> String {
        text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
    }
}

extension Double {
    /// The number with so many digits behind the point.
    func written(_ digits: Int) -> String {
        let scale = (0..<digits).reduce(1) { product, _ in product * 10 }
        let scaled = Int((self * Double(scale)).rounded())
        guard digits > 0 else { return "\(scaled)" }
        let fraction = "\(scaled.magnitude % scale.magnitude)"
        let zeros = String(repeating: "0", count: digits - fraction.count)
        return "\(scaled < 0 ? "-" : "")\(scaled.magnitude / scale.magnitude).\(zeros)\(fraction)"
    }
}
