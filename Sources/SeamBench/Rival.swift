/// A program that reads a capture whole: seam, or one that does work of the kind.
struct Rival {
    let title: String
    /// The program, for a look whether it is there and which version it is.
    let program: String
    /// The command for a capture.
    let words: (Feed) -> [String]
    /// Whether one round is enough: it takes a hundred times longer than the first.
    var isSlow = false

    /// seam as it is used, and what is installed of the others.
    static func all(results folder: String) -> [Rival] {
        let seam = System.siblingProgram("seam")
        var rivals: [Rival] = []
        for jobs in ["1", "2"] {
            rivals.append(
                Rival(title: "seam inspect --jobs \(jobs)", program: seam) {
                    [seam, "inspect", "-q", "--jobs", jobs, "-c", $0.spec, $0.path]
                }
            )
        }
        rivals += [
            Rival(title: "seam messages --json", program: seam) {
                [seam, "messages", "--json", "-c", $0.spec, "-o", folder + "/messages", $0.path]
            },
            Rival(title: "capinfos -cdu", program: "capinfos") { ["capinfos", "-cdu", $0.path] },
            Rival(title: "tcpdump -w", program: "tcpdump") {
                ["tcpdump", "-r", $0.path, "-w", folder + "/packets"]
            },
            Rival(
                title: "tcptrace -n",
                program: "tcptrace",
                words: { ["tcptrace", "-n", $0.path] },
                isSlow: true
            ),
            Rival(
                title: "tcpflow",
                program: "tcpflow",
                words: { ["tcpflow", "-q", "-o", folder + "/flows", "-r", $0.path] },
                isSlow: true
            ),
            Rival(
                title: "tshark -z follow",
                program: "tshark",
                words: { ["tshark", "-q", "-z", "follow,tcp,raw,0", "-r", $0.path] },
                isSlow: true
            ),
            Rival(
                title: "tshark -T fields",
                program: "tshark",
                words: { ["tshark", "-T", "fields", "-e", "tcp.stream", "-e", "tcp.len", "-r", $0.path] },
                isSlow: true
            ),
        ]
        return rivals.filter(\.isThere)
    }

    private var isThere: Bool { (try? Child.output(of: ["/bin/sh", "-c", "command -v \(program)"])) != nil }

    /// The first line of what the program says of its version, empty where it says none.
    var version: String {
        let option = program == "tcptrace" ? "-v" : "--version"
        let said = try? Child.output(of: ["/bin/sh", "-c", "\(program) \(option) 2>/dev/null | head -1"])
        return said.map { $0.split(separator: "\n").first.map(String.init) ?? "" } ?? ""
    }
}
