/// How much of the traffic over loopback is kept: `seam live`, with and without decoding, tcpdump and dumpcap, one after
/// the other in one run, on the same load.
struct LiveBench {
    static let help = """
          seam-bench live [--seconds N] [--gigabits R[,R]] [--seam PATH]
                                           how much of bulk TCP over loopback is captured: seam live, tcpdump
                                           and dumpcap in turn, N seconds (10) each, at R Gbit/s (2, and what
                                           the machine can: 0); needs the right to capture
          seam-bench churn N               writes a capture of N packets of short connections to standard output

        """

    private var seconds = 10
    private var rates: [Double] = [2, 0]
    private var seam = System.siblingProgram("seam")

    init(_ words: ArraySlice<String>) throws(BenchError) {
        var rest = words
        while let word = rest.popFirst() {
            let value = rest.popFirst() ?? ""
            switch word {
            case "--seconds": seconds = Int(value) ?? 0
            case "--gigabits": rates = value.split(separator: ",").compactMap { Double($0) }
            case "--seam": seam = value
            default: throw BenchError("no option \(word); see --help")
            }
        }
        guard seconds > 0, !rates.isEmpty else { throw BenchError("--seconds and --gigabits need numbers") }
    }

    /// A program that captures loopback into a file.
    private struct Tool {
        var name: String
        var words: [String]
        /// How many packets it captured and dropped, from what it said at its end.
        var counts: (String) -> (captured: Int, dropped: Int)?
    }

    private func tools(port: Int, file: String) -> [Tool] {
        let filter = "tcp port \(port)"
        let live = [seam, "live", "lo", "-q", "-w", file, "-f", filter]
        return [
            Tool(name: "seam live --no-decode", words: live + ["--no-decode"], counts: Self.seamCounts),
            Tool(name: "seam live -c line", words: live + ["-c", "line"], counts: Self.seamCounts),
            Tool(name: "tcpdump -w", words: ["tcpdump", "-i", "lo", "-w", file, filter]) { text in
                guard let captured = Self.number(before: "packets captured", in: text),
                    let dropped = Self.number(before: "packets dropped by kernel", in: text)
                else { return nil }
                return (captured, dropped)
            },
            Tool(name: "dumpcap -w", words: ["dumpcap", "-q", "-i", "lo", "-w", file, "-f", filter]) { text in
                // Packets received/dropped on interface 'Loopback: lo': 1200/3 (pcap:3/...
                guard
                    let line = text.split(separator: "\n").last(where: {
                        $0.hasPrefix("Packets received/dropped")
                    }),
                    let counts = line.split(separator: " ").first(where: {
                        $0.contains("/") && $0.first?.isNumber == true
                    })
                else { return nil }
                let parts = counts.split(separator: "/").compactMap { Int($0) }
                return parts.count == 2 ? (parts[0], parts[1]) : nil
            },
        ]
    }

    private static func seamCounts(_ text: String) -> (captured: Int, dropped: Int)? {
        guard let captured = number(before: "packets captured", in: text),
            let kernel = number(before: "by the kernel", in: text),
            let queue = number(before: "by seam", in: text)
        else { return nil }
        return (captured, kernel + queue + (number(before: "recorded but not analysed", in: text) ?? 0))
    }

    /// The number in front of words, the last time they are there.
    private static func number(before words: String, in text: String) -> Int? {
        let all = text.split { " \n,;:".contains($0) }.map(String.init)
        let wanted = words.split(separator: " ").map(String.init)
        guard all.count > wanted.count else { return nil }
        for place in stride(from: all.count - wanted.count, to: 0, by: -1)
        where all[place..<place + wanted.count].elementsEqual(wanted) {
            return Int(all[place - 1])
        }
        return nil
    }

    /// Measures all and prints a line each.
    func run() throws(BenchError) {
        System.print("rate asked    carried   tool                    captured  dropped   CPU s\n")
        for rate in rates {
            let file = System.temporaryDirectory + "/seam-bench-\(System.processNumber).live"
            defer { System.remove(file) }
            let load = try Load()
            for tool in tools(port: load.port, file: file) {
                try measure(tool, load, rate)
                // Dumpcap gives up its rights before it opens the file, which must not be another's then.
                System.remove(file)
            }
        }
    }

    private func measure(_ tool: Tool, _ load: borrowing Load, _ rate: Double) throws(BenchError) {
        guard let child = try? Child(tool.words) else {
            return System.print("\(tool.name) cannot be started\n")
        }
        System.sleep(milliseconds: 1500)
        let carried = try load.run(seconds: seconds, gigabits: rate)
        System.sleep(milliseconds: 500)
        let (text, cpu) = child.interrupt()
        let counts = tool.counts(text)
        let asked = rate > 0 ? rate.written(1) : "most"
        let cells = [
            Self.padded(asked, 10), Self.padded(carried.written(2) + " Gbit/s", 15), "   ",
            tool.name + String(repeating: " ", count: max(1, 22 - tool.name.count)),
            Self.padded(counts.map { "\($0.captured)" } ?? "?", 10),
            Self.padded(counts.map { "\($0.dropped)" } ?? "?", 9), Self.padded(cpu.written(2), 8),
        ]
        System.print(cells.joined() + "\n")
        if counts == nil { System.print(text) }
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
