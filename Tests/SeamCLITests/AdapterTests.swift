import Testing

@testable import SeamCLI

/// The adapters of `examples/adapters`, each with a decoder of lines, over the suite for lines; those whose tools are
/// on the machine.
@Suite("Adapters", .serialized)
struct AdapterTests {
    /// A language, how its example is built in the folder `$OUT`, and how it is run.
    struct Adapter: Sendable, CustomTestStringConvertible {
        let language: String
        let tool: String
        var build = "true"
        let run: String

        var testDescription: String { language }
    }

    static let all = [
        Adapter(language: "python", tool: "python3", run: "python3 -B line_decoder.py"),
        Adapter(language: "node", tool: "node", run: "node line_decoder.js"),
        Adapter(
            language: "java",
            tool: "javac",
            build: "javac -d \"$OUT\" SeamAdapter.java LineDecoder.java",
            run: "java -cp \"$OUT\" LineDecoder"
        ),
        Adapter(
            language: "c",
            tool: "cc",
            build: "cc -Wall -Wextra -Werror -o \"$OUT\"/line_decoder line_decoder.c",
            run: "\"$OUT\"/line_decoder"
        ),
        Adapter(
            language: "go",
            tool: "go",
            build: "go build -o \"$OUT\"/line_decoder ./line_decoder",
            run: "\"$OUT\"/line_decoder"
        ),
        Adapter(
            language: "swift",
            tool: "swiftc",
            build: "swiftc -o \"$OUT\"/line_decoder line_decoder.swift",
            run: "\"$OUT\"/line_decoder"
        ),
    ]

    @Test("the decoder behind each adapter passes the suite", arguments: all.filter { Checkout.has($0.tool) })
    func passes(adapter: Adapter) throws {
        let folder = try ScratchFolder()
        let enter =
            "cd \(Checkout.root)/examples/adapters/\(adapter.language) && export OUT=\(folder.path) &&"
        let built = try Spawn(["sh", "-c", "\(enter) \(adapter.build)"]).finish()
        #expect(built.status == 0, "\(built.errors)")
        let command = "\(enter) exec \(adapter.run)"
        let outcome = try Spawn.seam([
            "check", "-q", "--timeout", "120", "--suite", "line", "--exec", command,
        ])
        #expect(outcome.output == "7 passed, 0 failed\n", "\(outcome.output)\(outcome.errors)")
        #expect(outcome.status == 0)
    }

    /// The class path of Netty: where Debian's libnetty-java puts its parts, or what `SEAM_NETTY` says.
    static let netty = """
        "${SEAM_NETTY:-$(printf '/usr/share/java/netty-%s.jar:' buffer common codec transport resolver)}"
        """
    static let hasNetty =
        (try? Spawn(["sh", "-c", "test -e \"$(echo \(netty) | cut -d: -f1)\""]).finish().status) == 0

    @Test("a pipeline of Netty passes the suite", .enabled(if: AdapterTests.hasNetty))
    func nettyPasses() throws {
        let folder = try ScratchFolder()
        let enter = "cd \(Checkout.root)/examples/adapters/java && export CP=\(Self.netty):\(folder.path) &&"
        let build = "\(enter) javac -d \(folder.path) -cp \"$CP\" SeamAdapter.java NettyLines.java"
        #expect(try Spawn(["sh", "-c", build]).finish().status == 0)
        let command = "\(enter) exec java -cp \"$CP\" NettyLines"
        let outcome = try Spawn.seam([
            "check", "-q", "--timeout", "120", "--suite", "line", "--exec", command,
        ])
        #expect(outcome.output == "7 passed, 0 failed\n", "\(outcome.output)\(outcome.errors)")
    }
}
